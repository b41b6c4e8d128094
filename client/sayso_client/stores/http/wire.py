"""A store that answers over HTTP, as the sync sees it. What comes is read by the ledger's own strict door, not here."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from datetime import UTC, datetime

from sayso_client.errors import Denied, Unreachable
from sayso_client.stores.contract import Batch, Hello, Parcel
from sayso_client.stores.http import receipts
from sayso_client.stores.http.bounds import USUAL, Bounds
from sayso_client.stores.http.door import Door, Means, StartOver
from sayso_client.stores.http.etag import etag
from sayso_client.stores.http.following import Following, asking
from sayso_client.stores.http.greeting import Greeting, greeting
from sayso_client.stores.http.unpacking import TooLong
from sayso_client.verdict import Receipt
from sayso_config.model import StoreSetting


def open_wire(setting: StoreSetting, environ: Mapping[str, str] | None = None) -> "HttpWire":
    """The wire of a configured store. Nothing is sent or read yet.

    Args:
        setting: Of kind http.
        environ: The variables that a key may be kept in; None for those of this process.
    """
    return HttpWire(setting, os.environ if environ is None else environ)


class HttpWire:
    """One store elsewhere, followed by its stream and written to by POST."""

    def __init__(
        self,
        setting: StoreSetting,
        environ: Mapping[str, str],
        *,
        bounds: Bounds = USUAL,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Bind it.

        Args:
            setting: Of kind http, with a url or a socket.
            environ: The variables that a key may be kept in.
            bounds: Of time and size.
            clock: Seconds that never go back, for silence and for the size of pages.
            now: Aware, for dates in headers.
        """
        self._name = setting.name
        self._door = Door(setting, Means(environ, bounds, clock, now))
        self.total: int | None = None
        """Records in the store when it was last asked; None before."""

    @property
    def name(self) -> str:
        """The store's label."""
        return self._name

    @property
    def kind(self) -> str:
        """Always "http"."""
        return "http"

    @property
    def repeatable(self) -> bool:
        """The same record sent twice is written once."""
        return True

    @property
    def key_from(self) -> str:
        """Who is asked for the key; see the contract."""
        return self._door.keeper.asks

    async def get_key(self) -> None:
        """Have it, and call nobody; see the contract. Raises StoreError."""
        await self._door.open()

    async def hello(self) -> Hello:
        """Who is there, and what it lets us do. Raises StoreError."""
        return (await self.greeting()).hello

    async def greeting(self) -> Greeting:
        """As `hello`, with all that the server says about itself. Raises StoreError."""
        voice = self._door.voice
        try:
            answer = await self._door.get("/v1/health", {})
        except (StartOver, TooLong):
            raise voice.unreadable("it does not say which store it is") from None
        found = greeting(answer, voice)
        self.total = found.total
        return found

    async def changes(self, cursor: str | None) -> AsyncGenerator[Batch, None]:
        """Everything after the cursor, page by page, and then what comes, until it is cancelled or cut.

        Raises:
            StoreError: it was cut.
        """
        async with aclosing(Following(self._door, self.total).batches(cursor)) as batches:
            async for batch in batches:
                yield batch

    async def send(self, parcel: Parcel) -> Receipt:
        """Hand it in; see the contract."""
        headers = {"If-Match": etag(parcel.seen)} if parcel.seen else {}
        answer = await self._door.post("/v1/records", parcel.payload, headers)
        try:
            return receipts.receipt(answer, parcel, self._door.voice, self._door.means.now())
        except Denied:
            await self._door.close()
            raise

    async def resolve(self, parcel: Parcel) -> Receipt | None:
        """What became of a parcel, by reading the records of its decision; None when it is not among them.

        Raises:
            StoreError: they cannot be read.
        """
        voice = self._door.voice
        cursor: str | None = None
        while True:
            try:
                page = await self._door.page(cursor, key=parcel.ref.key)
            except StartOver:
                raise Unreachable(f"{voice.both} changed while it was read. sayso tries again by itself.") from None
            found = await asyncio.to_thread(receipts.found_in, parcel, page.changes, voice)
            if found is not None or not page.more:
                return found
            cursor = page.cursor

    async def sample(self) -> AsyncGenerator[str, None]:
        """Reads a little, and ends: "reads" once a page came, "follows" once the stream said something.

        Raises:
            StoreError: the next of the two did not come.
        """
        try:
            page = await self._door.page(None)
            yield "reads"
            async with self._door.stream("/v1/records/stream", asking(page.cursor)) as pieces:
                async for _ in pieces:
                    yield "follows"
                    return
        except StartOver:
            raise Unreachable(f"{self._door.voice.both} changed while it was read; try again.") from None
        raise Unreachable(f"{self._door.voice.both} opens a stream of news and ends it at once.")

    def late(self, seconds: float) -> Unreachable:
        """That it did not answer within so many seconds."""
        return Unreachable(f"{self._door.voice.both} did not answer within {seconds:g} seconds.")

    async def another_key(self) -> bool:
        """Whether another key is kept now than the one that was used last; see the contract."""
        return await self._door.keeper.another()

    async def close(self) -> None:
        """Let go of what is held open. The next call opens it again, and reads the key anew. Never raises."""
        await self._door.close()
