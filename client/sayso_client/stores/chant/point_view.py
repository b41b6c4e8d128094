"""A declared point as `chant workspace points --json` shows it, and what chant warns of in the questions of it."""

from collections.abc import Mapping

from sayso_client.stores.chant.front_matter import Value
from sayso_client.stores.chant.model import Point, Reason
from sayso_client.stores.chant.view import View

_SHOWN_OF_A_VERSION = 12


def point(declared: Point) -> View:
    """A declared point."""
    quorum = declared.quorum
    criteria = declared.criteria
    return {
        "name": declared.name,
        "title": declared.title,
        "kind": declared.kind,
        "file": declared.file,
        "version": declared.version,
        "questionType": declared.question_type,
        "instructions": declared.instructions,
        "candidates": list(declared.candidates),
        "criteria": dict(criteria) if isinstance(criteria, Mapping) else list(criteria),
        "adhoc": declared.adhoc,
        "inputs": [
            {"name": each.name, "output": each.output, "description": each.description} for each in declared.inputs
        ],
        "deciders": [dict(each) for each in declared.deciders],
        "quorum": {"count": quorum.count} | ({} if quorum.roles is None else {"roles": list(quorum.roles)}),
    }


def warnings(data: Mapping[str, Value], declared: Point | None, file: str, reason: Reason | None) -> list[View]:
    """What chant warns of: its point cannot be read, is gone, or is another one by now.

    Args:
        data: The record's front matter.
        declared: The point that it answers, as it is now.
        file: The points file, as it is shown.
        reason: Why that file cannot be used.
    """
    name, version = data.get("point"), data.get("point_version")
    if reason is not None:
        return [{"code": "answer-points-unreadable", "message": reason.message}]
    if not isinstance(name, str):
        return []
    if declared is None:
        return [{"code": "answer-point-unknown", "message": f"answers {name}, which {file} does not declare"}]
    if not isinstance(version, str) or version == declared.version:
        return []
    then, now = version[:_SHOWN_OF_A_VERSION], declared.version[:_SHOWN_OF_A_VERSION]
    message = (
        f"answers {name} as it was declared at {then}, and {file} declares it at {now} now: "
        "ask again for the question as it stands"
    )
    return [{"code": "answer-point-changed", "message": message}]
