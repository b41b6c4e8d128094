"""From the wire into the ledger, in transactions so short that a verdict waits for one of them at most."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from sayso_client.errors import LedgerError
from sayso_client.ledger import elsewhere, taking
from sayso_client.ledger.elsewhere import Subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Batch, Change, Hello, Reset

TURN_S = 0.010
"""Seconds that one transaction is to take, the commit with it; the longest are to stay below 0.02."""
_FOLDED = 16
"""After so many transactions the write-ahead log is folded into the file."""
_BUSY = 2.0
"""Time beyond so many times the work is other programs' doing."""
MOST = 1_000
"""Changes in one transaction, however fast they are."""


class Filling:
    """What comes from one store. Not for several batches at once."""

    def __init__(self, ledger: Ledger, name: str, kind: str) -> None:
        self._ledger = ledger
        self._name = name
        self._kind = kind
        self._size = 50
        self._turns = 0
        self._met = ""
        self.longest = 0.0
        """Seconds that the longest transaction took."""

    async def meet(self, hello: Hello) -> Subscription:
        """Learn who answers; the copy that what comes next belongs to.

        Raises:
            WrongServer: it is another store than the one that is known.
            LedgerError: nothing was written.
        """
        self._met = self._ledger.now().isoformat()
        known = self.known()
        told = (hello.uuid, hello.you, hello.origins, hello.prefix)
        if known is not None and (known.uuid, known.you, known.origins, known.prefix) == told:
            return known
        return await self._ledger.write(lambda writing: elsewhere.meet(writing, self._name, self._kind, hello))

    def known(self) -> Subscription | None:
        """The copy that is filled aside, else the one that is shown."""
        aside = self._ledger.look(lambda db: elsewhere.subscription(db, self._name, "aside"))
        return aside or self._ledger.look(lambda db: elsewhere.subscription(db, self._name))

    async def take(self, batch: Batch, copy: Subscription, hello: Hello) -> Subscription:
        """Keep a batch. What is held already changes nothing, so one that is cut short comes again as a whole.

        Returns:
            The copy that the next batch belongs to.

        Raises:
            LedgerError: the rest of the batch was not written, and its cursor was not.
        """
        changes: Sequence[Change] = batch.changes
        if changes and isinstance(changes[0], Reset):
            await self._ledger.write(lambda writing: elsewhere.begin(writing, self._name, self._kind, hello, self._met))
            copy, changes = self._present(copy), changes[1:]
        if changes:
            await self._in_slices(copy.store, changes, batch.cursor)
        elif batch.cursor != copy.cursor:
            await self._ledger.write(lambda writing: elsewhere.go_on(writing, copy.store, batch.cursor))
        copy = copy._replace(cursor=batch.cursor)
        if batch.filling is None and copy.place == "aside":
            await self._ledger.write(lambda writing: elsewhere.swap(writing, self._name, copy.store))
            copy = self._present(copy)
        return copy

    def _present(self, before: Subscription) -> Subscription:
        return self.known() or before

    async def _in_slices(self, store: int, changes: Sequence[Change], cursor: str) -> None:
        done = 0
        while done < len(changes):
            part = changes[done : done + self._size]
            done += len(part)
            last = done >= len(changes)
            await asyncio.shield(asyncio.to_thread(self._slice, store, part, cursor if last else None))

    def _slice(self, store: int, part: Sequence[Change], cursor: str | None) -> None:
        """Read a few changes, which holds up nobody; then write them."""
        rules = self._ledger.rules[self._kind]
        taken = taking.read(part, rules.read, rules.keepable, self._ledger.now())
        began = worked = 0.0
        with self._ledger.writing(background=True) as writing:
            began, worked = time.perf_counter(), time.thread_time()
            taking.take(writing, store, taken, cursor)
        passed, worked = time.perf_counter() - began, time.thread_time() - worked
        self._turns += 1
        if self._turns % _FOLDED == 0:
            with suppress(LedgerError):
                self._ledger.fold_log()
        # On a machine that is busy with other things smaller ones would be no shorter.
        self.longest = max(self.longest, passed)
        self._learn(min(passed, _BUSY * worked), len(part))

    def _learn(self, took: float, count: int) -> None:
        """Choose the size of the next transaction by how long this one took; smaller at once, larger with care."""
        fits = count * TURN_S / max(took, 0.000_1)
        if fits < self._size:
            self._size = max(1, int(fits))
        elif count == self._size:
            self._size = min(MOST, int(min(fits, self._size * 1.25)) + 1)

    async def sweep(self) -> bool:
        """Take out a little of copies that were replaced; whether there may be more."""

        def step() -> bool:
            with self._ledger.writing(background=True) as writing:
                return elsewhere.sweep(writing)

        return await asyncio.shield(asyncio.to_thread(step))
