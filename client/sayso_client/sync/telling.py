"""Writing down how a store is doing, for every process to read; seldom, since each word of it is a commit."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sayso_client.ledger import healths
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.health import Health

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

EVERY = timedelta(seconds=60)
"""That it was heard is written so often while nothing else changes."""
STEP = 5
"""While filling, so many percent more are worth a word."""


class Telling:
    """What is known of one store, and what of it was written down."""

    def __init__(self, ledger: Ledger, store: str, clock: Callable[[], datetime]) -> None:
        self._ledger = ledger
        self._store = store
        self._clock = clock
        self._told: Health | None = None
        self._written: datetime | None = None
        self.heard: datetime | None = ledger.look(lambda db: healths.read(db, store, clock())[1])
        """When the store was last heard."""

    async def hear(self) -> None:
        """It gave a sign of life just now."""
        self.heard = self._clock()
        if self._told is not None and (self._written is None or self.heard - self._written >= EVERY):
            await self._write(self._told)

    async def tell(self, health: Health) -> None:
        """This is how it is doing."""
        if self._told is None or _differs(self._told, health):
            self._told = health
            await self._write(health)

    async def last_word(self) -> None:
        """Nobody keeps in touch from here on: from now on its news is as old as what was last heard."""
        if self._told is not None and self.heard is not None and self.heard != self._written:
            await self._write(self._told)

    async def _write(self, health: Health) -> None:
        self._written = self.heard

        def write(writing: "Writing") -> None:
            writing.refuse_former(self._store)
            healths.write(writing.db, self._store, health, self.heard)

        await self._ledger.write(write)


def _differs(old: Health, new: Health) -> bool:
    if old._replace(percent=None, since=None) != new._replace(percent=None, since=None):
        return True
    return (old.percent is None) != (new.percent is None) or abs((old.percent or 0) - (new.percent or 0)) >= STEP
