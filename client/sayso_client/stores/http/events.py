"""Server-sent events out of bytes, as they come (WHATWG HTML, 9.2.6), with bounds.

Our own reader: the one of httpx-sse knows no bounds and no byte order mark, and holds an event that ends in CR back
until the next piece comes.
"""

from collections.abc import Iterator
from typing import NamedTuple

_MARK = b"\xef\xbb\xbf"


class TooMuch(Exception):
    """A line or an event is larger than we take."""


class Event(NamedTuple):
    """One event."""

    name: str
    """"message" when the server named none."""
    data: bytes
    """Its lines, joined by LF. May be empty: browsers drop such an event, but a name may say enough."""
    id: str
    """The last id that was sent, with this event or before; "" when none was."""
    digest: str = ""
    """What the server says to be the digest of it (docs/http.md); "" when it says nothing."""


class EventReader:
    """Reads one stream from its beginning."""

    def __init__(self, most: int) -> None:
        """Begin.

        Args:
            most: Bytes of one event, and of one line.
        """
        self.retry: float | None = None
        """Seconds until a reader that was cut should come back, when the server said so."""
        self.lines = 0
        """Lines that have ended, comments among them: signs of life."""
        self._most = most
        self._rest = bytearray()
        self._looked = 0
        self._begun = False
        self._after_cr = False
        self._name = ""
        self._data: list[bytes] = []
        self._size = 0
        self._id = ""
        self._digest = ""

    def feed(self, piece: bytes) -> list[Event]:
        """The events that end in this piece. An event that the stream's end cuts off never comes.

        Raises:
            TooMuch: the stream is to be left.
        """
        self._rest += piece
        if not self._begun:
            if len(self._rest) < len(_MARK) and _MARK.startswith(self._rest):
                return []
            self._begun = True
            if self._rest.startswith(_MARK):
                del self._rest[: len(_MARK)]
        found: list[Event] = []
        for line in self._ended():
            self.lines += 1
            if line:
                self._take(line)
            elif event := self._finished():
                found.append(event)
        return found

    def _ended(self) -> Iterator[bytes]:
        """The lines that have ended: by LF, CR or both. What follows the last of them is kept."""
        rest, start = self._rest, 0
        cr = rest.find(b"\r", self._looked)
        while start < len(rest):
            if self._after_cr:
                self._after_cr = False
                start += rest[start] == 0x0A
            at = max(start, self._looked)
            cr = rest.find(b"\r", at) if 0 <= cr < at else cr
            end = rest.find(b"\n", at, cr if cr >= 0 else len(rest))
            end = cr if end < 0 else end
            if end < 0:
                break
            self._bounded(end - start)
            self._after_cr = end == cr
            yield bytes(rest[start:end])
            start = self._looked = end + 1
        del rest[:start]
        self._looked = len(rest)
        self._bounded(len(rest))

    def _bounded(self, more: int) -> None:
        if self._size + more > self._most:
            raise TooMuch

    def _take(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match name:
            case b"data":
                self._data.append(value)
                # The line break counts, so that a flood of empty lines is one.
                self._size += len(value) + 1
            case b"event":
                self._name = value[:100].decode("utf-8", "replace")
            case b"id" if b"\0" not in value:
                self._id = value.decode("utf-8", "replace")
            case b"digest":
                self._digest = value[:200].decode("utf-8", "replace")
            case b"retry" if value.isdigit() and len(value) < 12:
                self.retry = int(value) / 1000
            case _:
                return  # a comment, or a field of a later time

    def _finished(self) -> Event | None:
        name, data, digest = self._name, self._data, self._digest
        self._name, self._data, self._size, self._digest = "", [], 0, ""
        return Event(name or "message", b"\n".join(data), self._id, digest) if name or data else None
