"""Records out of what a server says, byte for byte: each is cut out of the text around it and never written anew.

So what was signed, counted or spelled oddly by others stays so, and the ledger's own strict door is the only one that
reads it.
"""

import json
import re
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sayso_client.handoff.instants import instant
from sayso_client.stores.contract import Append
from sayso_client.text import one_line

LONGEST_CURSOR = 512
_WINDOWS = (1 << 12, 1 << 16)
"""How much the C scanner is given at once: it cannot be interrupted, and the screen must not wait for it."""
_WORD = re.compile(r'[ \t\r\n]*"([^"\\\x00-\x1f]{0,400})"')
_BLANK = re.compile(r"[ \t\r\n]*")
_SIGN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}"]', re.DOTALL)
# Numbers are only passed over; as text they may have any number of digits.
_scan: Callable[[str, int], tuple[object, int]] = json.JSONDecoder(
    parse_int=len, parse_float=len, strict=False
).scan_once  # type: ignore[attr-defined]  # no other name gives the end of a value


class Unreadable(Exception):
    """What came is not what the contract says; the text is a phrase that says why."""


class TooLarge(Unreadable):
    """One value is larger than we take."""


class Page(NamedTuple):
    """A part of what a store holds."""

    changes: tuple[Append, ...]
    cursor: str
    more: bool
    reset: bool = False
    """The cursor that was asked with is not one of this store."""


def read_page(body: bytes, most: int) -> Page:
    """A page of records.

    Args:
        body: The answer, unpacked.
        most: Characters of one record with what stands beside it.

    Raises:
        Unreadable: it is no page.
    """
    walk = _Walk(_decoded(body), most)
    changes: tuple[Append, ...] = ()
    found: dict[str, object] = {}
    for name in walk.members():
        if name == "records":
            changes = tuple(_item(walk) for _ in walk.elements())
        else:
            found[name] = walk.value()
    walk.ended()
    if found.get("reset") is True:
        return Page((), "", False, True)
    return Page(changes, checked_cursor(found.get("cursor")), found.get("more") is True)


def read_item(data: bytes, most: int) -> Append:
    """One record with what stands beside it, as the stream sends it.

    Raises:
        Unreadable: it is none.
    """
    walk = _Walk(_decoded(data), most)
    found = _item(walk)
    walk.ended()
    return found


def checked_cursor(cursor: object) -> str:
    """A cursor that can be kept and sent back in a header. Raises Unreadable."""
    if not isinstance(cursor, str) or not cursor or len(cursor) > LONGEST_CURSOR:
        raise Unreadable("a cursor is missing")
    if not cursor.isascii() or not cursor.isprintable() or " " in cursor:
        raise Unreadable("a cursor holds characters that cannot be sent back")
    return cursor


def _item(walk: "_Walk") -> Append:
    raw: bytes | None = None
    beside: dict[str, object] = {}
    for name in walk.members():
        if name == "record":
            raw = walk.span().encode()
        elif name == "raw":
            raw = _unpacked(walk.value())
        else:
            beside[name] = walk.value()
    if raw is None:
        raise Unreadable("a record is missing")
    door = beside.get("accepted_from")
    return Append(raw, instant(beside.get("accepted_at")), one_line(door, 200) if isinstance(door, str) else None)


def _unpacked(packed: object) -> bytes:
    """The bytes of a record that is no sound JSON."""
    try:
        return b64decode(packed, validate=True) if isinstance(packed, str) else b""
    except (NoBase64, ValueError):
        raise Unreadable("the bytes of a record are no base64") from None


def _decoded(body: bytes) -> str:
    try:
        return body.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        raise Unreadable("it is not UTF-8") from None


class _Walk:
    """A walk over JSON text, value by value. Whoever is given a member or an element steps over its value."""

    def __init__(self, text: str, most: int) -> None:
        self._text = text
        self._most = most
        self._at = 0

    def members(self) -> Iterator[str]:
        """The names of the object that begins here; each is followed by its value."""
        self._step("{")
        if self._found("}"):
            return
        while True:
            name = self.value()
            if not isinstance(name, str):
                raise Unreadable("a name is missing")
            self._step(":")
            yield name
            if self._found("}"):
                return
            self._step(",")

    def elements(self) -> Iterator[None]:
        """Once for each element of the array that begins here."""
        self._step("[")
        if self._found("]"):
            return
        while True:
            yield
            if self._found("]"):
                return
            self._step(",")

    def value(self) -> object:
        """The value that begins here; None also for one that is too large, or a number of 5,000 digits."""
        if word := _WORD.match(self._text, self._at):
            self._at = word.end()
            return word[1]
        text = self.span()
        if len(text) > _WINDOWS[-1] and not text.startswith('"'):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None

    def span(self) -> str:
        """The text of the value that begins here."""
        self._blank()
        start, self._at = self._at, self._end(self._at)
        return self._text[start : self._at]

    def ended(self) -> None:
        """Raise Unreadable when something follows: two things that a lost line break made one."""
        self._blank()
        if self._at < len(self._text):
            raise Unreadable("something follows behind its end")

    def _end(self, at: int) -> int:
        for window in _WINDOWS:
            piece = self._text[at : at + window]
            try:
                end = _scan(piece, 0)[1]
            except (StopIteration, ValueError):
                if len(piece) < window:
                    raise Unreadable("it is no JSON") from None
                continue
            except RecursionError:
                break
            # A number at the window's end may go on behind it.
            if end < len(piece) or len(piece) < window:
                return at + int(end)
        return self._long_end(at)

    def _long_end(self, at: int) -> int:
        """As `_end`, for what is large or deep: bracket by bracket, so that others get their turn in between."""
        depth = 0
        begins = self._text[at : at + 1] in ("{", "[", '"')
        for found in _SIGN.finditer(self._text, at, at + self._most) if begins else ():
            sign = found[0]
            if sign == '"':
                break  # a string that does not end
            depth += (sign in ("{", "[")) - (sign in ("}", "]"))
            if depth <= 0:
                return found.end()
        if len(self._text) - at > self._most:
            raise TooLarge(f"one record has more than {self._most:,} bytes")
        raise Unreadable("it is no JSON")

    def _step(self, sign: str) -> None:
        if not self._found(sign):
            raise Unreadable("it is no JSON of this kind")

    def _found(self, sign: str) -> bool:
        if not self._text.startswith(sign, self._at):
            self._blank()
            if not self._text.startswith(sign, self._at):
                return False
        self._at += 1
        return True

    def _blank(self) -> None:
        blanks = _BLANK.match(self._text, self._at)
        assert blanks is not None
        self._at = blanks.end()
