"""From the wire into the ledger, in transactions so short that a verdict waits for one of them at most."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress

from sayso_client.errors import LedgerError
from sayso_client.ledger import copies, elsewhere, still_there, swapping, taking, taking_out
from sayso_client.ledger.copies import Subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.merging import merging_by_hand
from sayso_client.stores.contract import Append, Batch, Change, Gone, Hello, Replace, Reset
from sayso_client.sync.turn_size import Clock, TurnSize

MOST = 1_000
"""Changes in one transaction, however fast they are."""
MOST_BYTES = 1 << 18
"""Of all the changes in one transaction; a larger one comes alone."""
_PIECES = 4
"""In so many pieces a transaction takes in what it has; after each of them it looks at the clock."""
_LIVE = 50
"""Of so few changes the search index is not tended meanwhile: somebody is waiting to see them."""
_LOG = 500
"""Pages of the write-ahead log after which it is folded into the file, before a word of mine has to do it, at 1,000."""


class Filling:
    """What comes from one store. Not for several batches at once."""

    def __init__(
        self,
        ledger: Ledger,
        name: str,
        kind: str,
        *,
        clock: Clock = time.perf_counter,
        worked: Clock = time.thread_time,
    ) -> None:
        """Bind it.

        Args:
            ledger: Open.
            name: The store's label.
            kind: Its kind.
            clock: Seconds that pass, for the length of transactions.
            worked: Seconds of them that the processor took, of the thread that asks.
        """
        self._ledger = ledger
        self._name = name
        self._kind = kind
        self._size = TurnSize(50, MOST, clock=clock, worked=worked)
        self._swept = TurnSize(20, taking_out.MOST_SWEPT, clock=clock, worked=worked)
        self._turns = 0
        self._fold_at = 4
        self._met = ""

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
        aside = self._ledger.look(lambda db: copies.subscription(db, self._name, "aside"))
        return aside or self._ledger.look(lambda db: copies.subscription(db, self._name))

    async def take(self, batch: Batch, copy: Subscription, hello: Hello) -> Subscription:
        """Keep a batch. What is held already changes nothing, so one that is cut short comes again as a whole.

        Returns:
            The copy that the next batch belongs to.

        Raises:
            LedgerError: the rest of the batch was not written, and its cursor was not.
        """
        changes: Sequence[Change] = self._differing(copy.store, batch.changes) if batch.whole else batch.changes
        if changes and isinstance(changes[0], Reset):
            await self._ledger.write(lambda writing: elsewhere.begin(writing, self._name, self._kind, hello, self._met))
            copy, changes = self._present(copy), changes[1:]
        if changes:
            await self._in_slices(copy.store, changes, batch.cursor)
        elif batch.cursor != copy.cursor:
            await self._ledger.write(lambda writing: elsewhere.go_on(writing, copy.store, batch.cursor))
        if batch.whole:
            await self._look_for_written(copy.store)
        copy = copy._replace(cursor=batch.cursor)
        return await self._shown(batch, copy)

    async def _look_for_written(self, store: int) -> None:
        """All that there is was read, so that what was written before is in it, or was taken out again."""
        began = self._met
        if self._ledger.look(lambda db: still_there.written_before(db, store, self._name, began)):
            await self._ledger.write(lambda writing: still_there.look_for_written(writing, store, began))

    async def _shown(self, batch: Batch, copy: Subscription) -> Subscription:
        """Show the copy as soon as that may be."""
        whole = batch.filling is None
        if copy.place == "aside" and (whole or batch.shows):
            await self._ledger.write(lambda writing: swapping.swap(writing, self._name, copy.store, whole=whole))
        elif whole and copy.is_partly_shown:
            await self._ledger.write(lambda writing: swapping.complete(writing, self._name))
        else:
            return copy
        return self._present(copy)

    def _differing(self, store: int, every: Sequence[Change]) -> Sequence[Change]:
        """Of all objects that there are, those that are held otherwise; and that others are gone."""
        held = self._ledger.look(lambda db: copies.versions(db, store))
        named = {each.key: each for each in every if isinstance(each, Replace)}
        gone = [Gone(key) for key in held.keys() - named.keys()]
        return [*(each for key, each in named.items() if held.get(key) != each.version), *gone]

    def _present(self, before: Subscription) -> Subscription:
        return self.known() or before

    async def _in_slices(self, store: int, changes: Sequence[Change], cursor: str) -> None:
        done = 0
        while done < len(changes):
            done += await asyncio.shield(
                asyncio.to_thread(self._slice, store, changes[done : done + MOST], cursor, len(changes) - done)
            )

    def _slice(self, store: int, changes: Sequence[Change], cursor: str, left: int) -> int:
        """Read a few changes, which holds up nobody; then write them, until the time of a transaction is over.

        Args:
            store: The number of the copy.
            changes: Of them as many are taken as there is time for.
            cursor: Where to go on behind the last one of the batch.
            left: So many changes of the batch are not taken yet.

        Returns:
            How many were taken.
        """
        rules, now, done = self._ledger.rules[self._kind], self._ledger.now(), 0
        pieces = [(part, taking.read(part, rules.read, rules.keepable, now)) for part in self._pieces(changes)]
        with self._ledger.writing(background=True) as writing:
            self._size.begin()
            with merging_by_hand(writing.db, self._size.over) if left > _LIVE else nullcontext():
                for part, taken in pieces:
                    done += len(part)
                    taking.take(writing, store, taken, cursor if done == left else None)
                    if self._size.over():
                        break
        self._size.end(done)
        self._fold()
        return done

    def _pieces(self, changes: Sequence[Change]) -> Iterator[Sequence[Change]]:
        """What the next transaction takes at most, a few at a time."""
        few = max(1, self._size.now // _PIECES)
        fitting = changes[: _fitting(changes, self._size.now)]
        for at in range(0, len(fitting), few):
            yield fitting[at : at + few]

    def _fold(self) -> None:
        """Fold the write-ahead log, as often as it becomes long."""
        self._turns += 1
        if self._turns >= self._fold_at:
            with suppress(LedgerError):
                pages = self._ledger.fold_log()
                self._fold_at = max(1, min(2 * self._turns, self._turns * _LOG // max(1, pages)))
                self._turns = 0

    async def sweep(self) -> bool:
        """Take out a little of copies that were replaced; whether there may be more."""

        def step() -> bool:
            many = self._swept.now
            with self._ledger.writing(background=True) as writing:
                self._swept.begin()
                with merging_by_hand(writing.db, self._swept.over):
                    more = taking_out.sweep(writing, many)
            self._swept.end(many)
            self._fold()
            return more

        return await asyncio.shield(asyncio.to_thread(step))


def _fitting(changes: Sequence[Change], most: int) -> int:
    """How many of the first changes are not too many bytes for one transaction; at least one."""
    bytes_ = 0
    for count, each in enumerate(changes[:most]):
        bytes_ += len(each.raw) if isinstance(each, Append | Replace) else 0
        if bytes_ > MOST_BYTES:
            return max(1, count)
    return most
