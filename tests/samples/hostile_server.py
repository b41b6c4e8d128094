"""A server that says what a test wants, byte for byte, on a real socket: right, wrong, half or nothing at all.

It lives in the test's own loop, so a test is as fast as what it tests.
"""

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, urlsplit

UUID = "8c1f1c1e-0000-4000-8000-000000000001"
TLS = Path(__file__).parent / "tls"


@dataclass(frozen=True)
class Request:
    """What was asked."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """What is sent: pieces, and whether the connection is held open after them."""

    pieces: tuple[bytes, ...]
    hold: bool = False
    cut: bool = False
    """Whether the connection ends after them, whatever their head promised."""


Says = Callable[[Request], Reply]


def reply(status: int, body: bytes = b"", kind: str = "application/json", **headers: str) -> Reply:
    """A whole answer. `_` in a header's name stands for `-`."""
    lines = [f"HTTP/1.1 {status} Said", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return Reply(("\r\n".join([*lines, "", ""]).encode() + body,))


def document(value: object, status: int = 200, kind: str = "application/json", **headers: str) -> Reply:
    """An answer in JSON."""
    return reply(status, json.dumps(value).encode(), kind, **headers)


def problem(status: int, code: str = "", detail: str = "So it is.", **headers: str) -> Reply:
    """A refusal (RFC 9457)."""
    return document({"status": status, "code": code, "detail": detail}, status, "application/problem+json", **headers)


def health(**other: object) -> Reply:
    """Who is there."""
    you = {"name": "alice", "origins": ["requester", "agent", "principal"], "prefix": ""}
    said = {"name": "team", "version": "1", "contract": 1, "store": UUID, "records": 0, "you": you}
    return document({**said, **other})


def item(raw: bytes, at: str = "2026-11-30T12:00:00.000Z") -> bytes:
    """A record with what stands beside it."""
    return b'{"accepted_at":"%b","accepted_from":"cc-17","record":%b}' % (at.encode(), raw)


def page(raws: Iterable[bytes], cursor: str, *, more: bool = False) -> Reply:
    """A page of records."""
    items = b",\n".join(map(item, raws))
    ends = json.dumps({"cursor": cursor, "more": more}).encode()[1:]
    return reply(200, b'{"records":[' + items + b"]," + ends)


def stream(*pieces: bytes, hold: bool = True, kind: str = "text/event-stream") -> Reply:
    """A stream of events, in chunks."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    chunks = tuple(b"%x\r\n%b\r\n" % (len(each), each) for each in pieces)
    return Reply((head, *chunks) if hold else (head, *chunks, b"0\r\n\r\n"), hold)


def event(raw: bytes, cursor: str) -> bytes:
    """A record on the stream."""
    return b"id: %b\nevent: record\ndata: %b\n\n" % (cursor.encode(), item(raw))


@dataclass
class HostileServer:
    """Listens on loopback, or on a Unix socket, and keeps what it was asked."""

    says: Says | Mapping[str, Reply]
    socket: Path | None = None
    secure: bool = False
    asked: list[Request] = field(default_factory=list)
    url: str = ""
    _server: asyncio.Server | None = None
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _talks: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        tls = None
        if self.secure:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(TLS / "localhost.pem", TLS / "localhost.key")
        if self.socket:
            self._server = await asyncio.start_unix_server(self._met, str(self.socket))
        else:
            self._server = await asyncio.start_server(self._met, "127.0.0.1", 0, ssl=tls)
            port = self._server.sockets[0].getsockname()[1]
            self.url = f"https://localhost:{port}" if self.secure else f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._over.set()
        self._server.close()
        for each in self._talks:
            each.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.current_task()
        assert talk is not None
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError, asyncio.CancelledError):
            async for request in _requests(reader):
                self.asked.append(request)
                said = self._said(request)
                for piece in said.pieces:
                    writer.write(piece)
                    await writer.drain()
                if said.hold:
                    await asyncio.wait(
                        [asyncio.ensure_future(self._over.wait()), asyncio.ensure_future(reader.read(1))],
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                if said.hold or said.cut:
                    break
        writer.close()

    def _said(self, request: Request) -> Reply:
        if callable(self.says):
            return self.says(request)
        return self.says.get(request.path, problem(404, "not-found"))


async def _requests(reader: asyncio.StreamReader) -> AsyncIterator[Request]:
    while head := await reader.readuntil(b"\r\n\r\n"):
        first, *lines = head.decode("latin-1").rstrip().split("\r\n")
        method, target, _ = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        parts = urlsplit(target)
        yield Request(method, parts.path, dict(parse_qsl(parts.query)), headers, body)
