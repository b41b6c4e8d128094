"""One store elsewhere: what it holds comes in, what I said goes out, while this process is the one to do it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from sayso_client.errors import LedgerError, StoreError, Unreachable
from sayso_client.ledger import moves, outbox
from sayso_client.ledger.copies import Subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Batch, Hello, Near, Wire
from sayso_client.stores.health import Condition, Health
from sayso_client.sync.cut import Cut, cut_by
from sayso_client.sync.filling import Filling
from sayso_client.sync.hearing import SILENCE_S, Hearing, LookAgain, ended
from sayso_client.sync.lock import StoreLock
from sayso_client.sync.own_key import OwnKey
from sayso_client.sync.pace import MOST_ASKED_S, Backoff, Pace
from sayso_client.sync.progress import Board, Progress
from sayso_client.sync.sending import Sending
from sayso_client.sync.sign import EVERY_S, Sign
from sayso_client.sync.telling import Telling
from sayso_client.sync.well import health_of
from sayso_client.sync.wished import Wished
from sayso_client.text import one_line

LOCK_S = 1.0
"""So often it is tried whether the process that keeps in touch has ended."""
STEADY_S = 5.0
"""After so long without a cut the way counts as good again."""
_SWEEP_S = 0.05


class Engine:
    """Keeps in touch with one store."""

    def __init__(
        self,
        ledger: Ledger,
        wire: Wire,
        *,
        pace: Pace,
        clock: Callable[[], datetime],
        silence_s: float = SILENCE_S,
    ) -> None:
        """Bind the parts together.

        Args:
            ledger: Open.
            wire: Of the store; the engine closes it.
            pace: Time and chance, for waiting.
            clock: Aware time, for what is told.
            silence_s: See `hearing.SILENCE_S`.
        """
        self._ledger = ledger
        self._wire = wire
        self._pace = pace
        self._clock = clock
        self._lock = StoreLock(ledger.path, wire.name)
        self._backoff = Backoff(pace)
        self._telling = Telling(ledger, wire.name, clock)
        self._board = Board()
        self._key = OwnKey(wire, self._telling, self._board, pace)
        self._wished = Wished(ledger, wire.name)
        self._hearing = Hearing(wire.name, self._wished, silence_s)
        self._again = asyncio.Event()
        self._old_copies = asyncio.Event()
        self._uuid: str | None = None
        self._stranger: str | None = None
        self._unseen = 0
        self._ended = 0
        self.filling = Filling(ledger, wire.name, wire.kind)
        self.sending = Sending(ledger, wire, pace, self._key.refused)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return self._board.now

    @property
    def progressed(self) -> asyncio.Event:
        """Set with each change of `progress`, and with everything that was sent."""
        return self._board.bell

    @property
    def name(self) -> str:
        """The store's label."""
        return self._wire.name

    @property
    def attempts(self) -> int:
        """How many attempts to read or to send have come to an end, well or not."""
        return self._ended + self.sending.ended

    @property
    def connected(self) -> bool:
        """Whether the store answers, and lets us write as far as is known."""
        return self._uuid is not None and self._key.denied is None

    def look(self) -> None:
        """Somebody committed: perhaps there is something to send."""
        if self.progress.mine:
            self.sending.look()
            self._look_for_wishes()
            if self._stranger is not None and self._is_ours(self._stranger):
                self._again.set()
        self.progressed.set()

    def _look_for_wishes(self) -> None:
        if self._wished.listen():
            self._again.set()

    @property
    def sign(self) -> Sign | None:
        """The last sign of life of the process that keeps in touch; None where it gives none."""
        return self._lock.sign()

    @property
    def is_forsaken(self) -> bool:
        """Whether another process holds the store and gives no sign of life any more."""
        found = self.sign
        return self.progress.elsewhere and found is not None and found.is_silent()

    def _is_ours(self, uuid: str) -> bool:
        """Whether it was accepted meanwhile as the store of this name."""
        with suppress(LedgerError):
            known = self.filling.known()
            return known is not None and known.uuid == uuid
        return False

    def try_again(self) -> None:
        """Try once more now, whatever failed before."""
        self._again.set()
        self.sending.try_again()
        self._send_again()

    def _send_again(self) -> None:
        """What was not let in is sent once more, if the store is there."""
        if self._key.denied is not None and self._uuid is not None:
            self._key.denied = None
            self.sending.go(self._uuid)

    async def run(self) -> None:
        """Keep in touch until cancelled; while another process does, wait for its end."""
        try:
            while not self._lock.take():
                self._board.put(elsewhere=True)
                await self._pace.sleep(LOCK_S)
            self._board.put(mine=True, elsewhere=False)
            with suppress(LedgerError):
                self._wished.begin()
            self._look_for_wishes()
            await self._patiently_recover()
            async with asyncio.TaskGroup() as group:
                group.create_task(self.sending.run())
                group.create_task(self._sweep())
                group.create_task(self._give_signs())
                group.create_task(self._follow())
        except Exception:
            await self._tell_of_a_fault()
            raise
        finally:
            with suppress(LedgerError):
                await self._telling.last_word()
            await self._wire.close()
            self._lock.release()
            self._board.put(mine=False, up_to_date=False)

    async def _tell_of_a_fault(self) -> None:
        """Nobody foresaw it, so nobody knows what to try again: until the next start this store rests, and says so."""
        name = one_line(self.name, 40)
        why = f"A fault in sayso ended the connection; what is here is kept. Start sayso again to read {name} on"
        with suppress(LedgerError):
            await self._telling.tell(Health(Condition.FAILING, None, why))

    async def _give_signs(self) -> None:
        while True:
            self._lock.give_sign()
            await asyncio.sleep(EVERY_S)

    async def _patiently_recover(self) -> None:
        while True:
            try:
                return await self.sending.recover()
            except LedgerError:
                await self._pace.sleep(LOCK_S)

    async def _follow(self) -> None:
        while True:
            self._wished.look()
            try:
                await self._connected()
                raise Unreachable(f"{one_line(self.name, 40)} ended the connection.")
            except LookAgain:
                self._board.put(up_to_date=False)
            except (StoreError, LedgerError) as error:
                await self._rest_after(cut_by(error))

    async def _rest_after(self, cut: Cut) -> None:
        """Tell why it ended, and wait until it is worth another try."""
        self.sending.hold()
        self._uuid = None
        with suppress(LedgerError):
            await self._telling.tell(cut.health(self._telling.heard))
            await self._tried_in_vain(cut.why)
            await self._wished.answer()
        self._ended += 1
        failures = self.progress.failures + 1
        self._board.put(up_to_date=False, failed=cut.why, parked=cut.wait != 0.0, failures=failures)
        if cut.wait is None:
            await self._key.until_another(self._wait)
        else:
            await self._wait(min(cut.wait or self._backoff.next(cut.asked), self._longest))

    @property
    def _longest(self) -> float:
        return self._wire.again_s if isinstance(self._wire, Near) else MOST_ASKED_S

    async def _tried_in_vain(self, why: str) -> None:
        """What waits to be sent is told that it was tried; where nothing does, nothing is written."""
        if self._ledger.look(lambda db: outbox.queued(db, self.name)):
            await self._ledger.write(lambda writing: moves.tried_in_vain(writing, self.name, why))

    async def _wait(self, seconds: float) -> bool:
        """So long, or until somebody says "try again"; whether somebody did."""
        self._again.clear()
        if self._stranger is not None and self._is_ours(self._stranger):
            return True
        if self._wished.waits:
            return True
        waits = [asyncio.ensure_future(self._again.wait()), asyncio.ensure_future(self._pace.sleep(seconds))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            return self._again.is_set()
        finally:
            for each in waits:
                each.cancel()

    async def _connected(self) -> None:
        """One connection, from the greeting to the cut."""
        self._key.denied = None
        await self._key.have()
        hello = await self._hearing.in_time(self._wire.hello())
        self._key.was_good, self._stranger = True, hello.uuid
        copy = await self.filling.meet(hello)
        self._stranger = None
        self._count_unseen()
        await self._telling.hear()
        began = self._pace.monotonic()
        self._uuid = hello.uuid
        self.sending.go(hello.uuid)
        async with ended(self._wire.changes(copy.cursor)) as stream:
            while (batch := await self._hearing.next(stream, self.progress.up_to_date)) is not None:
                await self._telling.hear()
                copy = await self._take(batch, copy, hello)
                if batch.changes and self.progress.up_to_date:
                    self.sending.changed()
                if batch.changes or self._pace.monotonic() - began > STEADY_S:
                    self._backoff.reset()
                hello = self._as_now(hello, batch)
                await self._heard(hello, batch)

    async def _take(self, batch: Batch, copy: Subscription, hello: Hello) -> Subscription:
        """Keep what came; the copy that it went to."""
        if not (batch.changes or batch.whole or batch.cursor != copy.cursor or copy.place == "aside"):
            return copy
        after = await self.filling.take(batch, copy, hello)
        if after.store != copy.store or after.place != copy.place:
            self._old_copies.set()
            self._count_unseen()
        return after

    def _as_now(self, hello: Hello, batch: Batch) -> Hello:
        """What the store says of itself since: where it takes verdicts now, what was not let in is sent again."""
        if batch.now is None:
            return hello
        if batch.now.can_write and not hello.can_write:
            self._send_again()
        return batch.now

    async def _heard(self, hello: Hello, batch: Batch) -> None:
        """Tell how the store is doing, and how far we are with it."""
        denied = self._key.denied
        told = health_of(hello, batch, store=self.name, now=self._clock(), denied=denied, unseen=self._unseen)
        await self._telling.tell(told)
        self._ended += 1
        self._board.put(up_to_date=batch.filling is None, failed=self._key.denied, parked=False, failures=0)
        if batch.filling is None:
            self._board.put(partly=batch.why if Health(Condition.LIVE, why=batch.why).is_partly else "")
            await self._wished.answer()
        if await self._key.is_another():
            self._send_again()

    async def _sweep(self) -> None:
        """Take out copies that were replaced, a little at a time."""
        while True:
            with suppress(LedgerError):
                while await self.filling.sweep():
                    await self._pace.sleep(_SWEEP_S)
            await self._old_copies.wait()
            self._old_copies.clear()

    def _count_unseen(self) -> None:
        self._unseen = self._ledger.look(lambda db: outbox.unseen(db, self.name))
