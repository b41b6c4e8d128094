"""What the members of a points file have to look like: names, kinds of value, sizes. What they mean: `point_rules`.

Fields named x-… are free in the file and in a point; any other field that chant does not know is a problem.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Object = Mapping[str, object]

_POINT_NAME = re.compile(r"[a-z][a-z0-9-]*")
_INPUT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_BACKEND = re.compile(r"[a-z][a-z0-9-]*")
_COMPARISONS = frozenset({"lt", "lte", "gt", "gte"})
_NEEDED = {"table": ("rows",), "model": ("backend", "model", "threshold"), "quorum": ("count",)}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a points file."""

    field: str
    """Where: names and numbers joined by dots; empty for the whole file."""
    phrase: str
    """What, to stand after the field. Foreign text in it is raw and short."""

    def __str__(self) -> str:
        return f"{self.field} {self.phrase}" if self.field else self.phrase


_Check = Callable[[object, str], Iterator[Problem]]


def shape_problems(value: object) -> Iterator[Problem]:
    """What is wrong with the shape of a whole file, as it is met."""
    if not isinstance(value, dict):
        yield Problem("", "must be an object")
        return
    yield from _fields(value, "", ("points",), {"$schema": _string, "points": _points}, free=True)


def shown(name: object) -> str:
    """Foreign text in a problem: as JSON, cut when it is long."""
    return json.dumps(name[:80] if isinstance(name, str) else name, ensure_ascii=False)


def is_number(value: object) -> bool:
    """Whether a value is a JSON number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _points(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield Problem(at, "must be an object with one point at least")
        return
    for name, point in value.items():
        if _POINT_NAME.fullmatch(name) is None:
            yield Problem(at, f"has a name that is not allowed: {shown(name)}")
        yield from _point(point, f"{at}.{name[:80]}")


def _point(value: object, at: str) -> Iterator[Problem]:
    checks: dict[str, _Check] = {
        "title": _text,
        "adhoc": _boolean,
        "question": _question(isinstance(value, dict) and value.get("adhoc") is True),
        "inputs": _inputs,
        "deciders": _list(_decider),
    }
    yield from _fields(value, at, ("title", "question", "inputs", "deciders"), checks, free=True)


def _question(adhoc: bool) -> _Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        needed = ("type", "instructions") if adhoc else ("type", "instructions", "criteria")
        yield from _fields(value, at, needed, {"type": _anything, "instructions": _text, "criteria": _anything})
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
        yield from _string(description, f"{at}.{name[:80]}")


def _decider(value: object, at: str) -> Iterator[Problem]:
    kind = value.get("kind") if isinstance(value, dict) else None
    needed = _NEEDED.get(kind, ()) if isinstance(kind, str) else ()
    yield from _fields(value, at, ("kind", *needed), _DECIDER)


def _row(value: object, at: str) -> Iterator[Problem]:
    yield from _fields(value, at, ("when", "answer"), {"when": _when, "answer": _answer, "note": _string})


def _when(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(at, "must be an object")
        return
    for name, condition in value.items():
        if not _is_condition(condition):
            yield Problem(f"{at}.{name[:80]}", "must be a plain value, or one of eq, ne, lt, lte, gt, gte and in")


def _is_condition(value: object) -> bool:
    if not isinstance(value, dict):
        return _is_plain(value)
    if len(value) != 1:
        return False
    ((comparison, other),) = value.items()
    if comparison == "in":
        return isinstance(other, list) and all(map(_is_plain, other))
    return is_number(other) if comparison in _COMPARISONS else comparison in ("eq", "ne") and _is_plain(other)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _fields(
    value: object, at: str, needed: tuple[str, ...], checks: Mapping[str, _Check], *, free: bool = False
) -> Iterator[Problem]:
    """An object that has these fields, and no others but x-… where those are free."""
    if not isinstance(value, dict):
        yield Problem(at, "must be an object")
        return
    for name in needed:
        if name not in value:
            yield Problem(at, f"is missing {shown(name)}")
    for name, each in value.items():
        if check := checks.get(name):
            yield from check(each, f"{at}.{name}" if at else name)
        elif not (free and name.startswith("x-")):
            also = "; only fields named x-... may be added" if free else ""
            yield Problem(at, f"has an unknown field {shown(name)}{also}")


def _that(holds: Callable[[object], bool], phrase: str) -> _Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        if not holds(value):
            yield Problem(at, phrase)

    return check


def _list(check_one: _Check) -> _Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list) or not value:
            yield Problem(at, "must be a list with one item at least")
            return
        for number, each in enumerate(value):
            yield from check_one(each, f"{at}.{number}")

    return check


def _is_whole(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1


_anything = _that(lambda _: True, "")
_string = _that(lambda value: isinstance(value, str), "must be a text")
_text = _that(lambda value: isinstance(value, str) and value != "", "must be a text that is not empty")
_boolean = _that(lambda value: isinstance(value, bool), "must be true or false")
_answer = _that(lambda value: isinstance(value, str | bool), "must be a text, true or false")
_DECIDER: Mapping[str, _Check] = {
    "kind": _that(lambda value: value in ("table", "model", "quorum"), "must be table, model or quorum"),
    "rows": _list(_row),
    "backend": _that(
        lambda value: isinstance(value, str) and _BACKEND.fullmatch(value) is not None,
        "must be lower-case letters, digits and hyphens, beginning with a letter",
    ),
    "model": _text,
    "threshold": _that(
        lambda value: isinstance(value, int | float) and is_number(value) and 0 < value <= 1,
        "must be a number above 0, and 1 at most",
    ),
    "unreachable": _that(lambda value: value in ("escalate", "fail"), "must be escalate or fail"),
    "count": _that(
        lambda value: isinstance(value, int | float) and _is_whole(value) and value >= 1,
        "must be a whole number, 1 at least",
    ),
    "roles": _list(_text),
    "note": _string,
}
