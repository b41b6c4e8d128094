"""JSON as JavaScript reads and writes it: the order of keys, the text of numbers, what is escaped."""

import json
import math
import re
from typing import Any

_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,9})")
_LONE = re.compile("[\ud800-\udfff]")


def ordered(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object with keys where JavaScript keeps them: integer-like ones first, by number, then as they came."""
    plain = dict(pairs)
    numbers = sorted((name for name in plain if is_index(name)), key=int)
    return {name: plain[name] for name in [*numbers, *(name for name in plain if not is_index(name))]}


def is_index(name: str) -> bool:
    """Whether JavaScript takes a key for an array index."""
    return _INDEX.fullmatch(name) is not None and int(name) < 2**32 - 1


def parse(text: str) -> Any:
    """A JSON text.

    Raises:
        ValueError: With the sentence that V8 gives.
    """
    try:
        return json.loads(text, object_pairs_hook=ordered, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(_as_v8_says(error, text)) from error


def _refuse(name: str) -> Any:
    raise json.JSONDecodeError("Expecting value", name, 0)


def _as_v8_says(error: json.JSONDecodeError, text: str) -> str:
    if error.pos >= len(text):
        return "Unexpected end of JSON input"
    if error.msg.startswith("Expecting property name"):
        return f"Expected property name or '}}' in JSON at position {error.pos}"
    return f"Unexpected token '{text[error.pos]}', \"{text[:10]}\" is not valid JSON"


def number(value: int | float) -> str:
    """The text that JavaScript prints for a number."""
    if isinstance(value, int) and abs(value) <= 2**53:
        return str(value)
    real = float(value)
    if not math.isfinite(real):
        return "null"
    if real == int(real) and abs(real) < 1e21:
        digits, _, power = repr(real).partition("e")
        whole, _, part = digits.partition(".")
        kept = whole + ("" if part == "0" else part)
        return str(int(real)) if not power else kept + "0" * (int(power) - len(kept.lstrip("-")) + 1)
    digits, _, power = repr(real).partition("e")
    if not power:
        return digits
    if -7 < int(power) < 0:
        sign, bare = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
        return f"{sign}0.{'0' * (-int(power) - 1)}{bare.replace('.', '')}"
    return f"{digits.removesuffix('.0')}e{'+' if int(power) > 0 else '-'}{abs(int(power))}"


def quoted(text: str) -> str:
    """A string as JSON.stringify writes it."""
    return _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def scalar(value: Any) -> str:
    """A value that is neither array nor object."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number(value)
        case _:
            return quoted(value)


def pretty(value: Any, pad: str = "") -> str:
    """JSON with an indent of two."""
    inner = pad + "  "
    match value:
        case dict() if value:
            lines = [f"{inner}{quoted(name)}: {pretty(each, inner)}" for name, each in value.items()]
            return "{\n" + ",\n".join(lines) + f"\n{pad}}}"
        case list() if value:
            return "[\n" + ",\n".join(inner + pretty(each, inner) for each in value) + f"\n{pad}]"
        case dict() | list():
            return "{}" if isinstance(value, dict) else "[]"
        case _:
            return scalar(value)


def canonical(value: Any) -> str:
    """The one text of a value that is hashed: keys by UTF-16 units, no spaces."""
    match value:
        case dict():
            names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
            return "{" + ",".join(f"{quoted(name)}:{canonical(value[name])}" for name in names) + "}"
        case list():
            return "[" + ",".join(map(canonical, value)) + "]"
        case _:
            return scalar(value)
