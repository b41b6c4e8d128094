"""From the outbox onto the wire: each thing once, however often the way is cut.

Before anything goes out it is marked as being sent, on the disk. So a process that ends at any point leaves either what
was surely not sent, or what is sent again under the same id, or read back where a store would write it twice.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

from sayso_client.errors import Denied, LedgerError, OutcomeUnknown, StoreError, Unreachable, WrongServer
from sayso_client.ledger import moves, outbox
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.stores.contract import ByProgram, Parcel, Wire
from sayso_client.sync import held_up
from sayso_client.sync.held_up import HeldUp
from sayso_client.sync.pace import Pace
from sayso_client.sync.receipts import Receipts
from sayso_client.sync.rest import Rest, tried_again
from sayso_client.sync.run_lock import RunLock
from sayso_client.verdict import Receipt
from sayso_client.vocabulary import Ref

T = TypeVar("T")

AT_ONCE = 4
"""Decisions about which something is sent at the same time; one that is slow holds up no other."""
PATIENCE_S = 120.0
"""After so many seconds without an answer nobody knows what became of it, whatever the wire thinks."""

_NEVER = datetime.min.replace(tzinfo=UTC)


class Sending:
    """What goes out to one store."""

    def __init__(self, ledger: Ledger, wire: Wire, pace: Pace, told: Callable[[Denied | WrongServer], None]) -> None:
        """Bind it.

        Args:
            ledger: Open.
            wire: Of the store.
            pace: Time and chance.
            told: Called when the store does not let us in: then nothing is sent until `go`.
        """
        self._ledger = ledger
        self._wire = wire
        self._pace = pace
        self._told = told
        self._program = wire if isinstance(wire, ByProgram) else None
        self._uuid: str | None = None
        self._wake = asyncio.Event()
        self._rest = Rest(pace, self._wake.set, by_program=self._program is not None)
        self._receipts = Receipts(ledger, self._rest)
        self._held_up = HeldUp(self._wake.set)
        self._running: set[str] = set()
        self.ended = 0
        """How many attempts to send have come to an end, well or not."""

    async def recover(self) -> None:
        """Whatever was being sent when the last process ended: nobody knows what became of it.

        What a program may still be writing is being sent for as long as that lives.
        """
        for each in self._ledger.look(lambda db: outbox.under_way(db, self._wire.name)):
            if each.stage is Stage.SENDING and not (self._program and self._lock(each).is_held()):
                await self._move(each.num, {Stage.SENDING}, Stage.UNKNOWN)

    def go(self, uuid: str) -> None:
        """The store of that uuid answers: send to it."""
        self._uuid = uuid
        self._wake.set()

    def try_again(self) -> None:
        """Somebody asks for it: whatever rests is tried now."""
        self._rest.try_again()
        self._held_up.changed()

    def changed(self) -> None:
        """Something changed in the store."""
        self._rest.changed()
        self._held_up.changed()

    @property
    def failed_starts(self) -> int:
        """How often in a row a program was started in vain; 0 where sending takes none."""
        return self._rest.failures if self._program else 0

    def hold(self) -> None:
        """It does not answer."""
        self._uuid = None

    def look(self) -> None:
        """There may be something new in the outbox."""
        self._wake.set()

    def is_waiting(self) -> bool:
        """Whether there is anything to send."""
        name, uuid = self._wire.name, self._uuid
        return bool(self._ledger.look(lambda db: outbox.keys_to_send(db, name, uuid or "")))

    async def run(self) -> None:
        """Send what there is to send, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    await self._wake.wait()
                    self._wake.clear()
                    for key in self._due():
                        self._running.add(key)
                        group.create_task(self._carry(key))
        finally:
            self._held_up.end()

    def _due(self) -> list[str]:
        """The decisions to begin with now; those that were tried last come last, so that none waits behind others."""
        uuid = self._uuid
        if uuid is None:
            return []
        found = self._ledger.look(lambda db: outbox.keys_to_send(db, self._wire.name, uuid))
        free = [key for key in found if key not in self._running and key not in self._held_up]
        keys = sorted(free, key=lambda key: found[key] or _NEVER)
        return keys[: max(0, (1 if self._rest.probes else AT_ONCE) - len(self._running))]

    async def _carry(self, key: str) -> None:
        """Send what there is about one decision, in the order in which it was said."""
        try:
            await self._rest.end()
            uuid = self._uuid
            if uuid is None:
                return
            for each in self._ledger.look(lambda db: outbox.to_send(db, Ref(self._wire.name, key), uuid)):
                if not await self._send(each):
                    return
        except LedgerError:
            self._rest.begin(None)  # what went out is marked as being sent, so it is asked for again
        finally:
            self._running.discard(key)
            self.ended += 1
            self._wake.set()

    async def _send(self, one: Outgoing) -> bool:
        """Send one thing; whether to go on with the next."""
        if self._program is None:
            return await self._hand_in(one, self._wire.send)
        lock = self._lock(one)
        try:
            if not lock.take():
                return await self._wait_for(one, lock, self._program)
        except Unreachable as error:
            await self._back(one, one.stage, tried_again(str(error), self._rest.begin(None)))
            return False
        by, recorded = self._program, False
        try:
            done = await self._hand_in(one, lambda parcel: by.send_by(parcel, lock.file))
            now = self._ledger.look(lambda db: outbox.one(db, one.num))
            recorded = now is not None and now.stage in outbox.DONE
            return done
        finally:
            lock.release(recorded=recorded)

    def _lock(self, one: Outgoing) -> RunLock:
        return RunLock(self._ledger.path, one.uuid, one.ref.key)

    async def _wait_for(self, one: Outgoing, lock: RunLock, by: ByProgram) -> bool:
        """A program that was started for it, or for what was said before it, still runs."""
        if one.stage is not Stage.QUEUED:
            with suppress(StoreError):
                found = await self._within(self._wire.resolve(one.parcel))
                if found is not None and found.recorded:
                    return await self._receipts.settle(one, found)
        stage, why = Stage.QUEUED if one.stage is Stage.QUEUED else Stage.SENDING, held_up.why(lock.running(), by)
        if (one.stage, one.why) != (stage, why):
            await self._move(one.num, {one.stage}, stage, why)
        self._held_up.add(one.ref.key, lock, by)
        return False

    async def _hand_in(self, one: Outgoing, send: Callable[[Parcel], Coroutine[object, object, Receipt]]) -> bool:
        """Send one thing that nobody else sends; whether to go on with the next."""
        unsure, again = one.stage is not Stage.QUEUED, self._rest.asked
        try:
            if unsure and not self._wire.repeatable:
                found = await self._within(self._wire.resolve(one.parcel))
                if found is not None:
                    return await self._receipts.settle(one, found)
            if not await self._move(one.num, {one.stage}, Stage.SENDING, tried=True):
                return True  # it was dropped, or met in the store
            found = await self._within(send(one.parcel))
        except Unreachable as error:
            when = self._rest.begin(error.retry_after, again)
            await self._back(one, Stage.UNKNOWN if unsure else Stage.QUEUED, tried_again(str(error), when))
        except OutcomeUnknown as error:
            self._rest.begin(None, again)
            await self._back(one, Stage.UNKNOWN, str(error))
        except (Denied, WrongServer) as error:
            await self._back(one, Stage.UNKNOWN if unsure else Stage.QUEUED, str(error))
            self.hold()
            self._told(error)
        else:
            return await self._receipts.settle(one, found)
        return False

    @staticmethod
    async def _within(work: Coroutine[object, object, T]) -> T:
        """The answer, if it comes before everybody's patience ends."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await work
        except TimeoutError:
            raise OutcomeUnknown("There was no answer within two minutes; it is asked again.") from None

    async def _back(self, one: Outgoing, stage: Stage, why: str) -> None:
        await self._move(one.num, {Stage.SENDING, one.stage}, stage, why)

    async def _move(self, num: int, before: set[Stage], after: Stage, why: str = "", *, tried: bool = False) -> bool:
        return await self._ledger.write(lambda writing: moves.move(writing, num, before, after, why, tried=tried))
