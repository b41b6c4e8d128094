"""What can still be read of JSON that has something wrong in it. All of it takes time linear in the text."""

import json
import re
from math import isfinite

from sayso_client.handoff.vocabulary import Record, quoted

MOST_DEEP = 64
"""Levels of objects and arrays that a record may have. Our bound: deeper is invalid."""
MOST_DIGITS = 4300
"""Digits of an integer that Python reads by default. Our bound: longer is invalid."""

TOO_DEEP = f"it is nested more than {MOST_DEEP} levels deep"
NOT_FINITE = "a number in it is not finite (NaN, Infinity or too large)"
TOO_LONG = f"an integer in it has more than {MOST_DIGITS} digits"

# An unfinished string is taken up to the end, so that no byte is looked at twice.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")


def shallow(text: str) -> str | None:
    """The text without what lies deeper than the bound; None when nothing does."""
    kept: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth == MOST_DEEP + 1:
                kept.append(text[start : token.start()] + "null")
        elif token[0] in "]}":
            depth -= 1
            if depth == MOST_DEEP:
                start = token.end()
    if not kept:
        return None
    return "".join(kept) + (text[start:] if depth <= MOST_DEEP else "")


def forgiving(text: str, problems: list[str]) -> object:
    """Parse, with null for each number that cannot be kept; of JSON that breaks off, the members before the break."""

    def note(why: str) -> None:
        if why not in problems:
            problems.append(why)

    def number(spelled: str) -> int | None:
        if len(spelled.lstrip("-")) <= MOST_DIGITS:
            return int(spelled)
        note(TOO_LONG)
        return None

    def fraction(spelled: str) -> float | None:
        value = float(spelled)
        if isfinite(value):
            return value
        note(NOT_FINITE)
        return None

    def constant(_spelled: str) -> None:
        note(NOT_FINITE)

    decoder = json.JSONDecoder(parse_int=number, parse_float=fraction, parse_constant=constant)
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        problems.append(_broken(text, error))
        return _members(text, decoder)


def _broken(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return "it is empty"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "it breaks off before its end"
    rest = quoted(text[error.pos : error.pos + 12])
    return f"it is not JSON from character {error.pos + 1} on: {rest}"


def _members(text: str, decoder: json.JSONDecoder) -> Record | None:
    """The members of an object up to where the text breaks; None when it does not begin as an object."""
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        return None
    found: Record = {}
    try:
        while text[at : at + 1] in ("{", ","):
            name, at = decoder.raw_decode(text, _skip(text, at + 1))
            at = _skip(text, at)
            if not isinstance(name, str) or text[at : at + 1] != ":":
                break
            found[name], at = decoder.raw_decode(text, _skip(text, at + 1))
            at = _skip(text, at)
    except json.JSONDecodeError:
        pass
    return found


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
