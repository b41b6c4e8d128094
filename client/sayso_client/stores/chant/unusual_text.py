"""Characters that YAML 1.1 treats apart and that chant's YAML 1.2 reader takes as they are.

To libyaml U+0085, U+2028 and U+2029 are ends of line, some controls are forbidden, and a lone surrogate cannot be
escaped. chant writes all of them. They are swapped for private characters that the text does not hold, and back again.
"""

import re

_APART = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89a-fA-F][0-9a-fA-F]{2})")
_PRIVATE = range(0xF0000, 0x10FFFE)
_NONCHARACTERS = (0xFFFE, 0xFFFF)


class Swap:
    """One text made safe for libyaml, and the way back for its scalars."""

    def __init__(self, text: str) -> None:
        self._raw: dict[int, str] = {}
        self._escaped: dict[int, str] = {}
        self._taken = set(text)
        self._free = iter(_PRIVATE)
        self._there: dict[str, str] = {}
        text = _SURROGATE.sub(lambda found: found[1] + self._stand_in(found[0][len(found[1]) :]), text)
        self.text = _APART.sub(lambda found: self._stand_in(found[0]), text)

    def back(self, value: str, quoted: bool) -> str:
        """A scalar as the record has it. Only between double quotes is an escape one."""
        value = value.translate(self._escaped if quoted else self._raw)
        return _joined(value) if quoted else value

    def _stand_in(self, found: str) -> str:
        if found not in self._there:
            char = next(
                chr(code) for code in self._free if code & 0xFFFF not in _NONCHARACTERS and chr(code) not in self._taken
            )
            self._there[found] = char
            self._raw[ord(char)] = found
            self._escaped[ord(char)] = chr(int(found[2:], 16)) if len(found) > 1 else found
        return self._there[found]


def swapped(text: str) -> Swap | None:
    """None, as nearly always, when nothing in the text needs it."""
    strange = "\x7f" in text or (not text.isascii() and _APART.search(text) is not None)
    needed = strange or ("\\u" in text and _SURROGATE.search(text) is not None)
    return Swap(text) if needed else None


def _joined(text: str) -> str:
    """Two halves of one character made one, as in JavaScript's strings; a lone half stays."""
    return (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if not text.isascii() else text
    )
