"""A workspace as the one document that `chant workspace points --json` prints."""

from collections.abc import Iterable

from sayso_client.stores.chant import point_view
from sayso_client.stores.chant.ground import Ground
from sayso_client.stores.chant.questions import Questions
from sayso_client.stores.chant.source import Source
from sayso_client.stores.chant.view import View

_STATES = ("escalated", "proposed", "answered")


def document(around: Ground, kinds: Iterable[tuple[Source, Questions]], open_only: bool) -> View:
    """The document, but for `$schema` and `chant`; every name in chant's order.

    Args:
        around: Of the workspace.
        kinds: In the order of the declaration.
        open_only: Only the questions that wait for people.
    """
    found = list(kinds)
    readable = [(source, questions) for source, questions in found if source.reason is None]
    points = [
        point_view.point(each) for source, _ in readable if source.points for each in source.points.points.values()
    ]
    asked = [
        each.view
        for _, questions in readable
        for each in questions.by_name.values()
        if each.view is not None and not (open_only and not each.view["open"])
    ]
    states = [each["state"] for each in asked]
    return {
        "contract": 1,
        "at": None,
        "workspace": {"name": around.declaration.name, "root": around.root},
        "open": open_only,
        "sources": [_source(source, around) for source, _ in found],
        "points": points,
        "questions": asked,
        "summary": {
            "points": len(points),
            "questions": len(asked),
            "open": sum(1 for each in asked if each["open"]),
            **{state: states.count(state) for state in _STATES},
        },
    }


def _source(each: Source, around: Ground) -> View:
    points = each.points if each.reason is None else None
    reason = each.reason or (points.reason if points else None)
    return {
        "kind": each.declared.declared,
        "points": around.shown(each.kind.points_file) if points and each.kind else None,
        "reason": {"code": reason.code, "message": reason.message} if reason else None,
    }
