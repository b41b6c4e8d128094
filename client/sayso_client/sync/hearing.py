"""Listening to one store: what it says in time, unless somebody asks for a look that begins now."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

from sayso_client.errors import Unreachable
from sayso_client.stores.contract import Batch
from sayso_client.sync.wished import Wished
from sayso_client.text import one_line

T = TypeVar("T")

SILENCE_S = 30.0
"""A store that gives no sign of life for so long is out of reach."""


class LookAgain(Exception):
    """Somebody wants to know what the store holds from now on: the connection begins anew."""


@asynccontextmanager
async def ended(stream: AsyncIterator[Batch]) -> AsyncIterator[AsyncIterator[Batch]]:
    """A stream that is ended behind whoever listens to it, where it knows how."""
    try:
        yield stream
    finally:
        if (close := getattr(stream, "aclose", None)) is not None:
            await close()


class Hearing:
    """Of one store."""

    def __init__(self, store: str, wished: Wished, silence_s: float) -> None:
        """Bind it.

        Args:
            store: Its label.
            wished: The looks that other processes ask for.
            silence_s: See SILENCE_S.
        """
        self._store = store
        self._wished = wished
        self._silence_s = silence_s

    async def in_time(self, work: Awaitable[T]) -> T:
        """What comes, unless nothing does for too long.

        Raises:
            Unreachable: nothing did.
        """
        try:
            async with asyncio.timeout(self._silence_s):
                return await work
        except TimeoutError:
            silence = f"has said nothing for {self._silence_s:g} seconds; it is tried again."
            raise Unreachable(f"{one_line(self._store, 40)} {silence}") from None

    async def next(self, stream: AsyncIterator[Batch], up_to_date: bool) -> Batch | None:
        """The next batch; None at the end.

        Args:
            stream: Of the store's changes.
            up_to_date: Whether all that there was has been read. Before that nobody's wish ends the reading.

        Raises:
            LookAgain: somebody asks for a look that begins now.
            Unreachable: nothing came for too long.
        """
        if not up_to_date:
            return await self._coming(stream)
        coming, wished = asyncio.ensure_future(self._coming(stream)), asyncio.ensure_future(self._wished.bell.wait())
        try:
            await asyncio.wait((coming, wished), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                raise LookAgain
            return coming.result()
        finally:
            coming.cancel()
            wished.cancel()
            await asyncio.gather(coming, wished, return_exceptions=True)

    async def _coming(self, stream: AsyncIterator[Batch]) -> Batch | None:
        try:
            return await self.in_time(anext(stream))
        except StopAsyncIteration:
            return None
