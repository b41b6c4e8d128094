"""What a point's deciders have to look like: rows of a table, a model with its threshold, a quorum of people."""

import re
from collections.abc import Iterator, Mapping

from sayso_client.stores.chant.shape import Check, Problem, fields, list_of, string, text, that

_BACKEND = re.compile(r"[a-z][a-z0-9-]*")
_COMPARISONS = frozenset({"lt", "lte", "gt", "gte"})
_NEEDED = {"table": ("rows",), "model": ("backend", "model", "threshold"), "quorum": ("count",)}


def decider(value: object, at: str) -> Iterator[Problem]:
    """What is wrong with the shape of one decider."""
    kind = value.get("kind") if isinstance(value, dict) else None
    needed = _NEEDED.get(kind, ()) if isinstance(kind, str) else ()
    yield from fields(value, at, ("kind", *needed), _DECIDER)


def _row(value: object, at: str) -> Iterator[Problem]:
    yield from fields(value, at, ("when", "answer"), {"when": _when, "answer": _answer, "note": string})


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
    return _is_number(other) if comparison in _COMPARISONS else comparison in ("eq", "ne") and _is_plain(other)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_number(value: object) -> bool:
    """Whether a value is a JSON number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1


_answer = that(lambda value: isinstance(value, str | bool), "must be a text, true or false")
_DECIDER: Mapping[str, Check] = {
    "kind": that(lambda value: value in ("table", "model", "quorum"), "must be table, model or quorum"),
    "rows": list_of(_row),
    "backend": that(
        lambda value: isinstance(value, str) and _BACKEND.fullmatch(value) is not None,
        "must be lower-case letters, digits and hyphens, beginning with a letter",
    ),
    "model": text,
    "threshold": that(
        lambda value: isinstance(value, int | float) and _is_number(value) and 0 < value <= 1,
        "must be a number above 0, and 1 at most",
    ),
    "unreachable": that(lambda value: value in ("escalate", "fail"), "must be escalate or fail"),
    "count": that(
        lambda value: isinstance(value, int | float) and _is_whole(value) and value >= 1,
        "must be a whole number, 1 at least",
    ),
    "roles": list_of(text),
    "note": string,
}
