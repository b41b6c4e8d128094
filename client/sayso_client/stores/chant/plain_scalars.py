"""What a plain YAML scalar means to js-yaml 4 with its JSON schema, which is how chant reads a record.

It is YAML 1.2: yes, no, on, off, dates and `<<` are text. As JavaScript knows only doubles, large integers lose digits.
"""

import math
import re

from sayso_client.stores.chant.canonical import number_text

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("0123456789+-.")
_INTEGER = re.compile(r"[-+]?(?:0b[01]+|0x[0-9a-fA-F]+|0o[0-7]+|[0-9]+)")
_FLOAT = re.compile(r"(?:[-+]?[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BASES = {"0b": 2, "0o": 8, "0x": 16}
_PRINTED_IN_FULL = 1e21
"""From here on JavaScript prints a number with an exponent."""


class NotANumber(ValueError):
    """A number that JSON cannot hold: infinite, or none at all."""


def value_of(text: str) -> str | bool | int | float | None:
    """What the scalar stands for.

    Raises:
        NotANumber: it is infinite or not a number.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        size = _whole(text)
    elif _FLOAT.fullmatch(text):
        size = float(text)
    elif _NO_NUMBER.fullmatch(text):
        raise NotANumber("its front matter holds a number that is infinite, or none at all")
    else:
        return text
    if not math.isfinite(size):
        return text
    return int(size) if size.is_integer() and abs(size) < _PRINTED_IN_FULL else size


def key_of(value: str | bool | int | float | None) -> str:
    """The name that JavaScript makes of a mapping's key."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number_text(value)


def _whole(text: str) -> float:
    digits = text.lstrip("+-")
    base = _BASES.get(digits[:2])
    try:
        size = float(digits) if base is None else float(int(digits[2:], base))
    except OverflowError:
        size = math.inf
    return -size if text[0] == "-" else size
