"""Looks at a store that other processes ask for: which of them is under way, and which have been seen to."""

import asyncio
from contextlib import suppress

from sayso_client.errors import LedgerError
from sayso_client.ledger import wishes
from sayso_client.ledger.ledger import Ledger


class Wished:
    """Of one store, as the process sees it that keeps in touch with it. Looks are known by number."""

    def __init__(self, ledger: Ledger, store: str) -> None:
        """Bind it; nothing is read yet."""
        self._ledger = ledger
        self._store = store
        self._last = self._under_way = self._answered = 0
        self.bell = asyncio.Event()
        """Set while a look is asked for that has not begun."""

    def begin(self) -> None:
        """This process keeps in touch from here on: go on behind what another one answered.

        Raises:
            LedgerError: it cannot be read, and nothing counts as answered.
        """
        self._under_way = self._answered = self._ledger.look(lambda db: wishes.looked(db, self._store))

    def listen(self) -> bool:
        """Read what is asked for, and ring; whether a look is waited for. What cannot be read is read next time."""
        with suppress(LedgerError):
            self._last = self._ledger.look(lambda db: wishes.wished(db, self._store))
        if self.waits:
            self.bell.set()
        return self.waits

    @property
    def waits(self) -> bool:
        """Whether a look is asked for that has not begun."""
        return self._last > self._under_way

    def look(self) -> None:
        """A look begins: it is the one that was asked for."""
        self._under_way = self._last
        self.bell.clear()

    async def answer(self) -> None:
        """What was asked for before this look began has been seen to, well or not.

        Raises:
            LedgerError: nobody was told; it counts as answered all the same.
        """
        if self._under_way > self._answered:
            self._answered = number = self._under_way
            await self._ledger.write(lambda writing: wishes.answer(writing, self._store, number))
