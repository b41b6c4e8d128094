"""Text that holds one literal value, read as data: what JSON with comments and JavaScript's object literals share.

Each reader goes over its text once, from left to right; nothing is looked at twice, so time is in line with size.
"""

import re
from abc import ABC, abstractmethod

from sayso_client.stores.chant.canonical import in_order

MOST_DEEP = 64
"""Lists and objects inside one another."""

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class NotData(ValueError):
    """The text is not the plain data that is read here.

    Attributes:
        phrase: What is wrong, to stand after the place.
        line: Where, from 1.
        column: Where in the line, from 1.
    """

    def __init__(self, phrase: str, text: str, at: int) -> None:
        self.phrase = phrase
        self.line = text.count("\n", 0, at) + 1
        self.column = at - (text.rfind("\n", 0, at) + 1) + 1
        super().__init__(f"line {self.line}, column {self.column}: {phrase}")


class LiteralReader(ABC):
    """Reads lists and objects; what strings, numbers, keys and words are is said below it."""

    comments = True
    trailing_commas = True
    blanks = re.compile(r"[ \t\r\n]+")
    line_end = re.compile(r"\n")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    @abstractmethod
    def scalar(self) -> object:
        """The value that begins here and is neither a list nor an object."""

    @abstractmethod
    def key(self) -> str:
        """The key that begins here."""

    def fail(self, phrase: str, at: int | None = None) -> NotData:
        """What to raise: a phrase, and where (here)."""
        return NotData(phrase, self.text, self.at if at is None else at)

    @property
    def here(self) -> str:
        """The character that comes next; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self) -> None:
        """Pass over blanks and comments."""
        while True:
            if found := self.blanks.match(self.text, self.at):
                self.at = found.end()
            if not self.text.startswith(("//", "/*"), self.at):
                return
            if not self.comments:
                raise self.fail("a comment, which only a file that ends in .jsonc may hold")
            self._skip_comment()

    def take(self, token: str) -> bool:
        """Pass over a token if it comes next, after blanks and comments."""
        self.skip()
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def value(self) -> object:
        """The value that comes next."""
        self.skip()
        if self.here == "{":
            return self.members()
        if self.here == "[":
            return self.items()
        return self.scalar()

    def members(self) -> dict[str, object]:
        """The object that begins here, its members in JavaScript's order. A name that comes twice is refused."""
        found: dict[str, object] = {}
        self._enter()
        while not self._ends("}", bool(found)):
            at = self.at
            name = whole(self.key())
            if name in found:
                raise self.fail("a name that the object has already", at)
            if not self.take(":"):
                raise self.fail("no colon after a name")
            found[name] = self.value()
        return in_order(found)

    def items(self) -> list[object]:
        """The list that begins here."""
        found: list[object] = []
        self._enter()
        while not self._ends("]", bool(found)):
            found.append(self.value())
        return found

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEEP:
            raise self.fail(f"lists and objects nested deeper than {MOST_DEEP} levels")
        self.at += 1

    def _ends(self, bracket: str, after_one: bool) -> bool:
        """Pass over what stands between two items; whether it was the end of them."""
        comma = after_one and self.take(",")
        at = self.at
        if self.take(bracket):
            if comma and not self.trailing_commas:
                raise self.fail("a comma after the last one, which only a file that ends in .jsonc may hold", at)
            self.depth -= 1
            return True
        if not self.here:
            raise self.fail("the end of the file, before the value's end")
        if after_one and not comma:
            raise self.fail(f"no comma and no {bracket} after a value")
        return False

    def _skip_comment(self) -> None:
        if self.text.startswith("//", self.at):
            found = self.line_end.search(self.text, self.at)
            self.at = found.start() if found else len(self.text)
            return
        end = self.text.find("*/", self.at + 2)
        if end < 0:
            raise self.fail("a comment that has no end")
        self.at = end + 2


def whole(text: str) -> str:
    """Text with surrogates that belong together joined, as they are when JavaScript writes them out."""
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16-be", "surrogatepass").decode("utf-16-be"), text)
