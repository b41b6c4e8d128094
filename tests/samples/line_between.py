"""A line between an inbox and a server that a test holds in its hand: cut, mute, or slow with one answer."""

import asyncio
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

PIECE = 1 << 16


class LineBetween:
    """Listens on loopback and passes on what comes."""

    def __init__(self, url: str) -> None:
        """Nothing listens yet.

        Args:
            url: Of the server on this machine.
        """
        self._port = urlsplit(url).port or 0
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self.url = ""
        """Where it listens."""
        self.down = False
        """Whoever comes is turned away."""
        self.mute = False
        """Nothing comes through any more in either direction, and nobody says so."""
        self.forgetful = False
        """The server is not told where its reader was, so it begins at the beginning."""
        self.forgot = 0
        """So often it was not told."""
        self.holds: dict[bytes, asyncio.Event] = {}
        """What is sent with these bytes waits for that on its way to the server."""
        self.loses: set[bytes] = set()
        """What is sent with these bytes arrives; instead of its answer every line is cut, and nobody comes in any more.
        Until then no news comes through on a stream either, which would tell as much as the answer."""
        self.arrived: dict[bytes, asyncio.Event] = {}
        """Set when what is held has come so far."""
        self.joined = 0
        """So many connections were made."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for each in self._lines:
            each.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def hold(self, words: bytes) -> asyncio.Event:
        """Hold what is posted with these bytes, until the event is set."""
        self.arrived[words] = asyncio.Event()
        return self.holds.setdefault(words, asyncio.Event())

    def cut(self) -> None:
        """End every connection, as when a cable is pulled and the system notices."""
        for each in self._open:
            each.transport.abort()

    def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.ensure_future(self._line(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.down:
            writer.transport.abort()
            return
        self.joined += 1
        far_reader, far = await asyncio.open_connection("127.0.0.1", self._port)
        self._open |= {writer, far}
        said = bytearray()
        ways = [
            asyncio.create_task(self._up(reader, far, said)),
            asyncio.create_task(self._down(far_reader, writer, said)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ways:
                each.cancel()
            self._open -= {writer, far}
            for end in (writer, far):
                end.close()

    async def _up(self, reader: asyncio.StreamReader, far: asyncio.StreamWriter, said: bytearray) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                said += piece
                if self.forgetful:
                    for told, nothing in ((b"Last-Event-ID:", b"Lost-Event-ID:"), (b"after=", b"forgo=")):
                        self.forgot += piece.count(told)
                        piece = piece.replace(told, nothing)
                for words, go_on in self.holds.items():
                    if words in said and said.startswith(b"POST /v1/records"):
                        self.arrived[words].set()
                        await go_on.wait()
                if not self.mute:
                    far.write(piece)

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, said: bytearray) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                if lost := next((each for each in self.loses if each in said), None):
                    self.loses.discard(lost)
                    self.down = True
                    self.cut()
                    return
                if not self.mute and not (self.loses and b"/v1/records/stream" in said):
                    writer.write(piece)
