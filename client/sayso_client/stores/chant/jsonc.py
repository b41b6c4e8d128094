"""JSON with comments and trailing commas, as a file that ends in .jsonc may have them; strict JSON for any other.

Stricter than `json`: a name that stands twice in an object, and text after the value, are refused with their place.
"""

import json
import re

from sayso_client.stores.chant.literal import LiteralReader, NotData, whole

__all__ = ["NotData", "read"]

_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\["\\/bfnrtu][^"\\\x00-\x1f]*+)*+"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"true|false|null")
_WORDS = {"true": True, "false": False, "null": None}
_EXACT_DIGITS = 15


class _JsonReader(LiteralReader):
    def scalar(self) -> object:
        if self.here == '"':
            return whole(self._string())
        if found := _WORD.match(self.text, self.at):
            self.at = found.end()
            return _WORDS[found[0]]
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            exact = found[1] is None and found[2] is None and len(found[0]) <= _EXACT_DIGITS
            return int(found[0]) if exact else float(found[0])
        raise self.fail("no JSON value" if self.here else "the end of the file, where a value should be")

    def key(self) -> str:
        if self.here != '"':
            raise self.fail("a name without double quotes")
        return self._string()

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self.fail("a string that has no end, a control character or an escape that JSON does not know")
        try:
            text: str = json.loads(found[0])
        except ValueError:
            raise self.fail("an escape that JSON does not know") from None
        self.at = found.end()
        return text


class _StrictReader(_JsonReader):
    comments = False
    trailing_commas = False


def read(text: str, *, comments: bool) -> object:
    """The value of a text.

    Args:
        text: A byte order mark before it is passed over.
        comments: Whether comments and trailing commas are allowed.

    Returns:
        Objects as dicts in JavaScript's order of names; numbers as floats when they have a point, an exponent or more
        than 15 digits.

    Raises:
        NotData: it is not; the error says where and why.
    """
    reader = (_JsonReader if comments else _StrictReader)(text.removeprefix("\ufeff"))
    value = reader.value()
    reader.skip()
    if reader.here:
        raise reader.fail("text after the value")
    return value
