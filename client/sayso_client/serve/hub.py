"""Who follows the stream, and who is woken when somebody commits: this process, or another one on the same ledger."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sayso_client.ledger import chain
from sayso_client.serve.problems import Refusal

if TYPE_CHECKING:
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.serve.reading import Reading

BEHIND = 1_000
"""A follower who was up to date and is further behind than this is cut; its cursor brings it back."""

MOST_FOLLOWERS = 500


class Follower:
    """One reader of the stream."""

    def __init__(self, place: int) -> None:
        self.place = place
        """How many records it has been given."""
        self.live = False
        """Whether it has ever been up to date: until then it reads as fast as it can, and is never cut."""
        self.woken = asyncio.Event()
        self.over = asyncio.Event()
        """Set when the stream has to end: cut, or the server stops."""


class Hub:
    """Looks after each commit, once for all followers. A follower holds no records, so a slow one costs no memory."""

    def __init__(self, ledger: "Ledger", reading: "Reading", store: int) -> None:
        self._ledger = ledger
        self._reading = reading
        self._store = store
        self._followers: set[Follower] = set()
        self._stopped = False

    async def run(self) -> None:
        """Follow the ledger until cancelled.

        Raises:
            LedgerError: it cannot be read any more, or another file lies in its place.
        """
        async for _ in self._ledger.commits():
            head = (await self._reading.look(lambda db: chain.last(db, self._store))).n
            for each in self._followers:
                if each.live and head - each.place > BEHIND:
                    each.over.set()
                each.woken.set()

    @contextmanager
    def following(self, place: int) -> Iterator[Follower]:
        """Join, and leave at the end.

        Raises:
            Refusal: there are too many, or the server stops (503).
        """
        if self._stopped or len(self._followers) >= MOST_FOLLOWERS:
            code, why = ("stopping", "The server stops.") if self._stopped else ("busy", "Too many follow already.")
            raise Refusal(503, code, f"{why} Try again in a moment.", headers={"Retry-After": "5"})
        follower = Follower(place)
        self._followers.add(follower)
        try:
            yield follower
        finally:
            self._followers.discard(follower)

    def stop(self) -> None:
        """End every stream, and let nobody join any more."""
        self._stopped = True
        for each in self._followers:
            each.over.set()
            each.woken.set()


async def woken(follower: Follower, within_s: float) -> bool:
    """Wait until something may have happened; False when nothing did for so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(within_s):
            await follower.woken.wait()
            return True
    return False
