"""The stream: server-sent events from a cursor on, for as long as the reader takes them.

Back-pressure is the socket's: the next page is read from the ledger when the last one was taken. So a reader costs one
small page, and one that does not read is cut without harm to others.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

from sayso_client.errors import LedgerError
from sayso_client.serve import cursor, pages
from sayso_client.serve.hub import Follower, Hub, woken
from sayso_client.serve.pages import Page, Wanted
from sayso_client.serve.problems import Refusal
from sayso_client.serve.reading import Reading
from sayso_client.stores.http.digests import of_event

_MOST = 200
_LARGEST = 262_144
"""Records and bytes that are sent at once."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_BEGIN = b"retry: 1000\n\n"
_STILL_HERE = b": still here\n\n"
_RESET = b"event: reset\nid:\ndata: {}\n\n"
"""The empty id makes a browser's EventSource forget its cursor too."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader wants to follow."""

    uuid: str
    wanted: Wanted
    place: int | None
    """How much of it they have; None when their cursor is not ours."""
    still_admitted: Callable[[sqlite3.Connection], object]
    """Raises Refusal when the reader's token was removed or changed meanwhile."""


class Stream:
    """The answer to one reader, as an ASGI application."""

    def __init__(self, asked: Asked, hub: Hub, reading: Reading, comment_s: float) -> None:
        self._asked = asked
        self._hub = hub
        self._reading = reading
        self._comment_s = comment_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the reader leaves, is cut, or the server stops."""
        if scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": b""})
            return
        with self._hub.following(self._asked.place or 0) as follower:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            sending = asyncio.create_task(self._send(follower, send))
            ends = {sending, asyncio.create_task(_left(receive)), asyncio.create_task(_over(follower))}
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in ends:
                    each.cancel()
                await asyncio.gather(*ends, return_exceptions=True)
            if not sending.cancelled():
                sending.result()

    async def _send(self, follower: Follower, send: Send) -> None:
        async def out(body: bytes, *, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": body, "more_body": more})

        await out(_BEGIN)
        if self._asked.place is None:
            await out(_RESET, more=False)
            return
        with suppress(Refusal, LedgerError):
            while not follower.over.is_set():
                follower.woken.clear()
                page = await self._reading.look(lambda db: self._next(db, follower.place))
                if page.items:
                    await out(b"".join(self._event(each) for each in page.items))
                follower.place = page.end.n
                if page.more:
                    continue
                follower.live = True
                if not await woken(follower, self._comment_s):
                    await out(_STILL_HERE)
        await out(b"", more=False)

    def _next(self, db: sqlite3.Connection, place: int) -> Page:
        self._asked.still_admitted(db)
        return pages.page(db, self._asked.wanted, place, _MOST, _LARGEST)

    def _event(self, item: pages.Item) -> bytes:
        name = str(cursor.of(self._asked.uuid, item.link, self._asked.wanted.prefix))
        digest = of_event("record", name, item.body)
        return b"digest: %b\nid: %b\nevent: record\ndata: %b\n\n" % (digest.encode(), name.encode(), item.body)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _over(follower: Follower) -> None:
    """Ends a little after the stream had to: what is being sent gets that long; whoever takes nothing is cut."""
    await follower.over.wait()
    await asyncio.sleep(1)
