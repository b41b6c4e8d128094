"""What the members of a points file have to look like: names, kinds of value, sizes. What they mean: `point_rules`.

Fields named x-… are free in the file and in a point; any other field that chant does not know is a problem.
"""

import re
from collections.abc import Iterator

from sayso_client.stores.chant.decider_shape import decider
from sayso_client.stores.chant.shape import Check, Problem, anything, boolean, fields, list_of, shown, string, text

_POINT_NAME = re.compile(r"[a-z][a-z0-9-]*")
_INPUT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")


def shape_problems(value: object) -> Iterator[Problem]:
    """What is wrong with the shape of a whole file, as it is met."""
    if not isinstance(value, dict):
        yield Problem("", "must be an object")
        return
    yield from fields(value, "", ("points",), {"$schema": string, "points": _points}, free=True)


def _points(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield Problem(at, "must be an object with one point at least")
        return
    for name, point in value.items():
        if _POINT_NAME.fullmatch(name) is None:
            yield Problem(at, f"has a name that is not allowed: {shown(name)}")
        yield from _point(point, f"{at}.{name[:80]}")


def _point(value: object, at: str) -> Iterator[Problem]:
    checks: dict[str, Check] = {
        "title": text,
        "adhoc": boolean,
        "question": _question(isinstance(value, dict) and value.get("adhoc") is True),
        "inputs": _inputs,
        "deciders": list_of(decider),
    }
    yield from fields(value, at, ("title", "question", "inputs", "deciders"), checks, free=True)


def _question(adhoc: bool) -> Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        needed = ("type", "instructions") if adhoc else ("type", "instructions", "criteria")
        yield from fields(value, at, needed, {"type": anything, "instructions": text, "criteria": anything})
        if not isinstance(value, dict):
            return
        if adhoc and "criteria" in value:
            yield Problem(at, "has criteria, and an ad-hoc point's candidates come with each question: leave them out")
        match value.get("type"):
            case "noul" | "boolean" | "choice" | "score" as known:
                if "criteria" in value and not adhoc:
                    yield from _criteria(known, value["criteria"], f"{at}.criteria")
            case _ if "type" in value:
                yield Problem(f"{at}.type", "must be noul, choice or score")

    return check


def _criteria(question_type: str, value: object, at: str) -> Iterator[Problem]:
    if question_type == "score":
        sound = isinstance(value, list) and all(isinstance(each, str) and each for each in value)
        if not sound or not isinstance(value, list) or not 2 <= len(value) <= 10 or len(set(value)) < len(value):
            yield Problem(at, "must be 2 to 10 different levels, each a text that is not empty")
        return
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        yield Problem(at, "must be an object that says in a text what each answer means")
    elif question_type == "choice":
        if not 2 <= len(value) <= 255:
            yield Problem(at, f"must have 2 to 255 options, and has {len(value):,}")
    elif value.keys() != {"true", "false"}:
        yield Problem(at, "must say what true and what false mean, and nothing else")


def _inputs(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield Problem(at, "must be an object with one input at least")
        return
    for name, description in value.items():
        if _INPUT_NAME.fullmatch(name) is None:
            yield Problem(at, f"has a name that is not allowed: {shown(name)}")
        yield from string(description, f"{at}.{name[:80]}")
