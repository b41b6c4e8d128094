"""The object literal of a kind file: a JavaScript module, read as data."""

import re
from typing import Any

from chant_standin import js

_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*[\s\S]*?\*/"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)|(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?P<mark>[{}\[\]:,])|(?P<other>.)"""
)


def record_kind(module: str) -> dict[str, Any]:
    """What `export const recordKind = {...}` holds.

    Raises:
        ValueError: No such literal.
    """
    begin = re.search(r"export\s+const\s+recordKind\b[^=]*=\s*", module)
    if begin is None:
        raise ValueError("no recordKind is exported")
    pieces: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(module, begin.end()):
        kind = token.lastgroup
        if kind is None:
            continue
        if kind == "other":
            raise ValueError(f"{token[0]!r} is no part of an object literal")
        if kind == "mark" and token[0] in "}]" and pieces and pieces[-1] == ",":
            pieces.pop()
        pieces.append(_as_json(kind, token[0]))
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if depth == 0:
            break
    value = js.parse("".join(pieces))
    if not isinstance(value, dict):
        raise ValueError("recordKind is no object")
    return value


def _as_json(kind: str, text: str) -> str:
    if kind == "string":
        return js.quoted(re.sub(r"\\(.)", _unescaped, text[1:-1]))
    if kind == "name" and text not in ("true", "false", "null"):
        return js.quoted(text)
    return text


def _unescaped(found: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], found[1])
