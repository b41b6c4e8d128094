"""Following a store: pages until one is up to date, then its stream, and pages from the beginning after a reset."""

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from sayso_client.errors import Unreachable
from sayso_client.stores.contract import Append, Batch, Reset
from sayso_client.stores.http.answers import MOST_PATIENT_S
from sayso_client.stores.http.digests import of_event
from sayso_client.stores.http.door import INLINE, Door, StartOver
from sayso_client.stores.http.events import Event, EventReader, TooMuch
from sayso_client.stores.http.items import Page, Unreadable, checked_cursor, read_item

FAIR = 4_096
"""Bytes that count as a sign of life where no line ends: a large record comes slowly over a thin line."""
BITE = 8_192
"""Bytes of a stream that are read in one turn of the loop: of empty lines they are some milliseconds of work."""
_PLACE = re.compile(r"[0-9a-f-]{32,36}\.(\d{1,15})\.[0-9a-f]{16}(\.[0-9a-f]{8})?")
"""A cursor of `sayso serve`, which tells how far one is. Any other is a word without a meaning."""


class Following:
    """One run of it."""

    def __init__(self, door: Door, total: int | None) -> None:
        """Bind it.

        Args:
            door: To the server.
            total: Records that it holds, as far as is known.
        """
        self._door = door
        self._total = total or 0
        self._seen = 0

    async def batches(self, cursor: str | None) -> AsyncGenerator[Batch, None]:
        """What comes after the cursor. After a reset the first batch begins with Reset.

        Raises:
            StoreError: it was cut, or it asks to begin again a second time.
        """
        over = False
        while True:
            try:
                async with aclosing(self._once(cursor, over)) as found:
                    async for batch in found:
                        yield batch
            except StartOver:
                if over:
                    voice = self._door.voice
                    raise Unreachable(
                        f"{voice.both} asks to begin again and again. sayso tries again by itself.", MOST_PATIENT_S
                    ) from None
                over, cursor, self._seen = True, None, 0

    async def _once(self, cursor: str | None, over: bool) -> AsyncGenerator[Batch, None]:
        async with aclosing(self._pages(cursor)) as pages:
            async for page in pages:
                cursor, self._seen = page.cursor, self._seen + len(page.changes)
                begun = (Reset(),) if over else ()
                over = False
                yield Batch(begun + page.changes, cursor, self._percent(page))
        assert cursor is not None
        async with aclosing(self._live(cursor)) as batches:
            async for batch in batches:
                yield batch

    async def _pages(self, cursor: str | None) -> AsyncGenerator[Page, None]:
        """Pages until there is no more. The next one is under way while one is kept, and read when that is done."""
        coming = asyncio.create_task(self._door.fetch(cursor))
        try:
            while True:
                page = await self._door.page_in(await coming, cursor)
                cursor = page.cursor
                if not page.more:
                    yield page
                    return
                coming = asyncio.create_task(self._door.fetch(cursor))
                yield page
        finally:
            coming.cancel()
            await asyncio.wait([coming])
            if not coming.cancelled():
                coming.exception()  # looked at, since nobody else will

    def _percent(self, page: Page) -> int | None:
        if not page.more:
            return None
        told = _PLACE.fullmatch(page.cursor)
        # One of a prefix counts all records, and the total is that of the prefix.
        done = int(told[1]) if told and not told[2] else self._seen
        return min(99, done * 100 // max(self._total, done + 1))

    async def _live(self, cursor: str) -> AsyncGenerator[Batch, None]:
        """The stream. Each piece that says something, be it a comment, becomes a batch."""
        bounds, clock, voice = self._door.means.bounds, self._door.means.clock, self._door.voice
        reader = EventReader(bounds.item)
        heard, lines, bytes_ = clock(), 0, 0
        try:
            async with self._door.stream("/v1/records/stream", asking(cursor)) as pieces:
                async for piece in pieces:
                    events = await _in_bites(reader, piece)
                    bytes_ += len(piece)
                    if reader.lines > lines or bytes_ >= FAIR:
                        heard, bytes_ = clock(), 0
                    elif clock() - heard >= bounds.silence_s:
                        raise Unreachable(f"{voice.both} was cut off: nothing was heard for too long.")
                    if reader.lines > lines:
                        lines = reader.lines
                        batch = await self._batch(events, cursor)
                        cursor = batch.cursor
                        yield batch
                        if any(each.name == "reset" for each in events):
                            raise StartOver
        except TooMuch:
            raise voice.unreadable(f"one record has more than {bounds.item:,} bytes") from None
        except Unreadable as why:
            raise voice.unreadable(str(why)) from None
        wait = None if reader.retry is None else min(reader.retry, MOST_PATIENT_S)
        raise Unreachable(f"{voice.both} ended the connection. sayso tries again by itself.", wait)

    async def _batch(self, events: Sequence[Event], cursor: str) -> Batch:
        """The records among the events, up to a reset."""
        if any(each.digest and each.digest != of_event(each.name, each.id, each.data) for each in events):
            raise Unreadable("an event was changed on the way")
        named = [each.name for each in events]
        if not all(each.isascii() and each.isprintable() and each != "message" for each in named):
            raise Unreadable("an event has no name")  # to pass over a record would be to lose it
        upto = named.index("reset") if "reset" in named else len(named)
        records = [each for each in events[:upto] if each.name == "record"]
        if not records:
            return Batch((), cursor)
        cursor = checked_cursor(records[-1].id)
        most = self._door.means.bounds.item

        def read() -> tuple[Append, ...]:
            return tuple(read_item(each.data, most) for each in records)

        small = sum(len(each.data) for each in records) <= INLINE and len(records) <= 200
        return Batch(read() if small else await asyncio.to_thread(read), cursor)


async def _in_bites(reader: EventReader, piece: bytes) -> list[Event]:
    found = reader.feed(piece[:BITE])
    for at in range(BITE, len(piece), BITE):
        await asyncio.sleep(0)
        found += reader.feed(piece[at : at + BITE])
    return found


def asking(cursor: str) -> dict[str, str]:
    """The headers of a call for the stream behind a cursor."""
    return {"Accept": "text/event-stream", "Cache-Control": "no-store", "Last-Event-ID": cursor}
