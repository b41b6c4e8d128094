r"""The one text that chant hashes: what JavaScript would print, keys sorted, no spaces.

Numbers are JavaScript's: every one is a double (1.0 is 1, 2^53 + 1 is 2^53), -0 is 0, what is not finite is null. Keys
are sorted by UTF-16 units. Lone surrogates are \udxxx, pairs of them are one character, all else is as it is.
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from typing import TypeVar

MOST_DEEP = 100
"""Lists and objects inside one another. Our readers stop far below it."""

_TOO_DEEP = f"it is nested deeper than {MOST_DEEP} levels"
_V = TypeVar("_V")
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_NO_INDEX = 2**32 - 1
"""JavaScript's array indices end below this; from here on a number is a name like others."""
_EXACT = 2**53
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")
_quoted = json.JSONEncoder(ensure_ascii=False).encode


class NotCanonical(ValueError):
    """A value has no such text; the text is a phrase that says why."""


def canonical(value: object) -> str:
    """The text of a JSON value.

    Raises:
        NotCanonical: it is nested deeper than MOST_DEEP, or holds what JSON has no word for.
    """
    parts: list[str] = []
    try:
        _spell(value, parts, 0)
    except RecursionError:  # whoever asks may be deep down itself
        raise NotCanonical(_TOO_DEEP) from None
    text = "".join(parts)
    if text.isascii() or _LONE.search(text) is None:
        return text
    return _LONE.sub(lambda lone: f"\\u{ord(lone[0]):04x}", _PAIR.sub(_joined, text))


def number_text(value: float) -> str:
    """A number as JavaScript prints it into JSON (ECMA-262, Number::toString)."""
    if isinstance(value, int):
        if -_EXACT <= value <= _EXACT:
            return str(value)
        value = _double(value)
    if not math.isfinite(value):
        return "null"
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return sign + _placed(digits, point)


def in_order(members: Mapping[str, _V]) -> dict[str, _V]:
    """An object's members in JavaScript's order: array indices first and ascending, then the rest as they came."""
    numbered = [key for key in members if key[:1].isdigit() and is_index(key)]
    if not numbered:
        return dict(members)
    numbered.sort(key=int)
    first = {key: members[key] for key in numbered}
    return first | {key: value for key, value in members.items() if key not in first}


def is_index(key: str) -> bool:
    """Whether JavaScript takes a key for an array index: a whole number without leading zeros, below 2^32 - 1."""
    return _INDEX.fullmatch(key) is not None and int(key) < _NO_INDEX


def by_units(key: str) -> bytes:
    """What to sort by for JavaScript's order of strings, which compares UTF-16 units."""
    return key.encode("utf-16-be", "surrogatepass")


def point_version(point: Mapping[str, object]) -> str:
    """The version of a point: hex SHA-256 of all that is declared of it, titles, notes and x- fields too."""
    return _sha256(canonical(point))


def inputs_hash(
    name: str, version: str, inputs: Mapping[str, object], asked: Mapping[str, object] | None = None
) -> str:
    """What is answered once: hex SHA-256 of the point, its version, the inputs, and what an ad-hoc ask asked.

    Args:
        name: Of the point.
        version: See `point_version`.
        inputs: As the question records them.
        asked: Question and criteria of an ad-hoc question; None for any other. What it is about is never part of it.
    """
    members: dict[str, object] = {"point": name, "version": version, "inputs": inputs}
    return _sha256(canonical(members if asked is None else members | {"asked": asked}))


def question_id(name: str, digest: str) -> str:
    """The id of a question, given its point's name and its `inputs_hash`."""
    return f"{name}-{digest[:12]}"


def _spell(value: object, parts: list[str], depth: int) -> None:
    if depth > MOST_DEEP:
        raise NotCanonical(_TOO_DEEP)
    match value:
        case None:
            parts.append("null")
        case bool():
            parts.append("true" if value else "false")
        case str():
            parts.append(_quoted(value))
        case int() | float():
            parts.append(number_text(value))
        case Mapping():
            _spell_object(value, parts, depth)
        case list() | tuple():
            before = "["
            for each in value:
                parts.append(before)
                _spell(each, parts, depth + 1)
                before = ","
            parts.append("]" if len(value) else "[]")
        case _:
            raise NotCanonical("it holds something that JSON has no word for")


def _spell_object(members: Mapping[object, object], parts: list[str], depth: int) -> None:
    names = [key for key in members if isinstance(key, str)]
    if len(names) != len(members):
        raise NotCanonical("a key of it is no text")
    before = "{"
    for key in sorted(names, key=by_units):
        parts.append(f"{before}{_quoted(key)}:")
        _spell(members[key], parts, depth + 1)
        before = ","
    parts.append("}" if names else "{}")


def _placed(digits: str, point: int) -> str:
    """Significant digits with the point after the first `point` of them, in JavaScript's three forms."""
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{rest}e{point - 1:+d}"


def _double(whole: int) -> float:
    try:
        return float(whole)
    except OverflowError:
        return math.inf if whole > 0 else -math.inf


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-be", "surrogatepass").decode("utf-16-be")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
