"""A points file: the decision points that a workspace declares, and what is wrong with one that is not valid.

chant takes all of a file or nothing of it, so one problem makes its source `points-invalid`. Where a name stands twice
in an object, the last one counts, as it does for chant: what is shown here has to be what chant will check.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from sayso_client.stores.chant.canonical import NotCanonical, in_order, point_version
from sayso_client.stores.chant.model import Candidate, Input, Point, QuestionType, Quorum, Reason
from sayso_client.stores.chant.point_rules import problems_of
from sayso_client.stores.chant.shape import Object, Problem

LARGEST = 16 * 1024 * 1024
"""Bytes of a points file."""
_EXACT_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Points:
    """What a points file says. It has points or a reason, never both."""

    points: Mapping[str, Point]
    """By name, in chant's order."""
    reason: Reason | None
    problems: tuple[Problem, ...] = ()


def read(raw: bytes, *, kind: str, file: str) -> Points:
    """Read a points file. Never raises, whatever the bytes are.

    Args:
        raw: The file's bytes.
        kind: The answer kind's file, as declared.
        file: The points file's path as it is to be shown: from the top of the repository.
    """
    value, problem = _value(raw)
    problems = (problem,) if problem else problems_of(value)
    if problems:
        return Points({}, invalid(file, problems), problems)
    declared = cast(Object, cast(Object, value)["points"])
    try:
        found = {name: _point(name, cast(Object, each), kind, file) for name, each in declared.items()}
    except NotCanonical as error:  # only an x- field can be nested so deep
        broken = (Problem("", str(error)),)
        return Points({}, invalid(file, broken), broken)
    return Points(found, None)


def invalid(file: str, problems: tuple[Problem, ...]) -> Reason:
    """The reason of a source whose points file is not valid, in chant's words."""
    return Reason("points-invalid", f"the points file is not valid: {file}: {'; '.join(map(str, problems))}")


def normal(point: Object) -> Object:
    """A point as chant hashes it: `boolean`, the old name of a noul, is one."""
    question = cast(Object, point["question"])
    return {**point, "question": {**question, "type": "noul"}} if question["type"] == "boolean" else point


def _value(raw: bytes) -> tuple[object, Problem | None]:
    if len(raw) > LARGEST:
        return None, Problem("", f"has more than {LARGEST:,} bytes")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return None, Problem("", f"is not UTF-8: byte {error.start + 1}")
    try:
        return _decoder.decode(text), None
    except RecursionError:
        return None, Problem("", "is nested too deep")
    except ValueError as error:
        return None, Problem("", f"is not JSON: {error}")


def _point(name: str, declared: Object, kind: str, file: str) -> Point:
    declared = normal(declared)
    question = cast(Object, declared["question"])
    question_type = cast(QuestionType, question["type"])
    criteria = _criteria(question_type, question.get("criteria"))
    deciders = tuple(cast(list[Object], declared["deciders"]))
    return Point(
        name=name,
        title=cast(str, declared["title"]),
        kind=kind,
        file=file,
        version=point_version(declared),
        question_type=question_type,
        instructions=cast(str, question["instructions"]),
        candidates=_candidates(question_type, criteria) if "criteria" in question else (),
        criteria=criteria,
        adhoc=declared.get("adhoc") is True,
        inputs=tuple(
            Input(each, each.partition(".")[0], text)
            for each, text in cast(Mapping[str, str], declared["inputs"]).items()
        ),
        deciders=deciders,
        quorum=_quorum(deciders[-1]),
    )


def _criteria(question_type: QuestionType, declared: object) -> Mapping[str, str] | tuple[str, ...]:
    if question_type == "score":
        return tuple(cast(list[str], declared or []))
    return cast(Mapping[str, str], declared or {})


def _candidates(question_type: QuestionType, criteria: Mapping[str, str] | tuple[str, ...]) -> tuple[Candidate, ...]:
    return (True, False) if question_type == "noul" else tuple(criteria)


def _quorum(decider: Object) -> Quorum:
    roles = cast("list[str] | None", decider.get("roles"))
    return Quorum(int(cast(float, decider["count"])), None if roles is None else tuple(roles))


def _whole_number(digits: str) -> float:
    return int(digits) if len(digits) <= _EXACT_DIGITS else float(digits)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")


_decoder = json.JSONDecoder(
    object_pairs_hook=lambda members: in_order(dict(members)), parse_int=_whole_number, parse_constant=_no_number
)
