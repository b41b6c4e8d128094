"""One store elsewhere: what it holds comes in, what I said goes out, while this process is the one to do it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple, TypeVar

from sayso_client.errors import Denied, LedgerError, StoreError, Unreachable, WrongServer
from sayso_client.ledger import outbox
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Batch, Hello, Keyed, Near, Wire
from sayso_client.stores.health import ASKS, Condition, Health
from sayso_client.sync.filling import Filling
from sayso_client.sync.lock import StoreLock
from sayso_client.sync.pace import MOST_ASKED_S, Backoff, Pace
from sayso_client.sync.sending import Sending
from sayso_client.sync.sign import EVERY_S, Sign
from sayso_client.sync.telling import Telling
from sayso_client.sync.wished import Wished
from sayso_client.text import one_line
from sayso_client.whole import in_a_row

T = TypeVar("T")

SILENCE_S = 30.0
"""A store that gives no sign of life for so long is out of reach."""
LOCK_S = 1.0
"""So often it is tried whether the process that keeps in touch has ended."""
STEADY_S = 5.0
"""After so long without a cut the way counts as good again."""
WRONG_S = 300.0
"""So often it is looked whether our store answers again where something else did: a login page, an old certificate."""
KEY_S = 300.0
"""So long after a key was refused it is looked whether there is another one; each time twice as long, up to an hour."""
_KEY_LONGEST_S = 3_600.0
KEY_SOON_S = 0.5
"""A key that comes later is told as waited for."""
_SWEEP_S = 0.05


class _LookAgain(Exception):
    """Somebody wants to know what the store holds from now on: the connection begins anew."""


class Progress(NamedTuple):
    """How far an engine has come."""

    mine: bool = False
    """This process keeps in touch with the store."""
    elsewhere: bool = False
    """Another process does."""
    up_to_date: bool = False
    failed: str | None = None
    """Why it is out of reach now; a sentence."""
    parked: bool = False
    """Trying again is of no use until somebody changes something."""
    failures: int = 0
    """In a row."""
    asks: str = ""
    """Who is asked for the key at this moment, when that takes a while."""
    partly: str = ""
    """Why some of what was reached cannot be read; sentences, or nothing."""


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
            silence_s: See SILENCE_S.
        """
        self._ledger = ledger
        self._wire = wire
        self._pace = pace
        self._silence_s = silence_s
        self._lock = StoreLock(ledger.path, wire.name)
        self._backoff = Backoff(pace)
        self._telling = Telling(ledger, wire.name, clock)
        self._clock = clock
        self._again = asyncio.Event()
        self._denied: str | None = None
        self._uuid: str | None = None
        self._stranger: str | None = None
        self._was_in = False
        self._unseen = 0
        self._key_looked_for = 0.0
        self._ended = 0
        self._old_copies = asyncio.Event()
        self._wished = Wished(ledger, wire.name)
        self.filling = Filling(ledger, wire.name, wire.kind)
        self.sending = Sending(ledger, wire, pace, self._refused)
        self.progress = Progress()
        self.progressed = asyncio.Event()
        """Set with each change of `progress`, and with everything that was sent."""

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
        return self._uuid is not None and self._denied is None

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
        if self._denied is not None and self._uuid is not None:
            self._denied = None
            self.sending.go(self._uuid)

    async def run(self) -> None:
        """Keep in touch until cancelled; while another process does, wait for its end."""
        try:
            while not self._lock.take():
                self._is(elsewhere=True)
                await self._pace.sleep(LOCK_S)
            self._is(mine=True, elsewhere=False)
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
            self._is(mine=False, up_to_date=False)

    async def _tell_of_a_fault(self) -> None:
        """Nobody foresaw it, so nobody knows what to try again: until the next start this store rests, and says so."""
        why = f"A fault in sayso ended the connection; what is here is kept. Start sayso again to read {self._label} on"
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
            asked: float | None = None
            wait: float | None = 0.0
            self._wished.look()
            try:
                await self._connected()
                raise Unreachable(f"{self._label} ended the connection.")
            except _LookAgain:
                self._is(up_to_date=False)
                continue
            except Denied as error:
                # What is refused stays refused until there is another key.
                wait, why, condition = None, str(error), Condition.FAILING
            except WrongServer as error:
                wait, why, condition = WRONG_S, str(error), Condition.FAILING
            except Unreachable as error:
                asked, why, condition = error.retry_after, str(error), Condition.STALE
            except (StoreError, LedgerError) as error:
                why, condition = str(error), Condition.FAILING
            self.sending.hold()
            self._uuid = None
            heard = self._telling.heard
            if condition is Condition.STALE and heard is None:
                condition = Condition.FAILING
            with suppress(LedgerError):
                await self._telling.tell(Health(condition, heard if condition is Condition.STALE else None, why))
                await self._tried_in_vain(why)
                await self._wished.answer()
            self._ended += 1
            self._is(up_to_date=False, failed=why, parked=wait != 0.0, failures=self.progress.failures + 1)
            if wait is None:
                await self._another_key()
            else:
                await self._wait(min(wait or self._backoff.next(asked), self._longest))

    @property
    def _longest(self) -> float:
        return self._wire.again_s if isinstance(self._wire, Near) else MOST_ASKED_S

    async def _tried_in_vain(self, why: str) -> None:
        """What waits to be sent is told that it was tried; where nothing does, nothing is written."""
        if self._ledger.look(lambda db: outbox.queued(db, self.name)):
            await self._ledger.write(lambda writing: outbox.tried_in_vain(writing, self.name, why))

    async def _another_key(self) -> None:
        """Wait until there is another key than the one that was refused, or somebody says "try again".

        One that was good until now may have been exchanged already, so it is looked at once.
        """
        wait, at_once, self._was_in = KEY_S, self._was_in, False
        while not (at_once and await self._wire.another_key()):
            at_once = True
            if await self._wait(wait):
                return
            wait = min(2 * wait, _KEY_LONGEST_S)

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
        self._denied = None
        await self._have_key()
        hello = await self._in_time(self._wire.hello())
        self._was_in, self._stranger = True, hello.uuid
        copy = await self.filling.meet(hello)
        self._stranger = None
        self._count_unseen()
        await self._telling.hear()
        began = self._pace.monotonic()
        self._uuid = hello.uuid
        self.sending.go(hello.uuid)
        stream = self._wire.changes(copy.cursor)
        try:
            while (batch := await self._next(stream)) is not None:
                await self._telling.hear()
                if batch.changes or batch.whole or batch.cursor != copy.cursor or copy.place == "aside":
                    before, copy = copy, await self.filling.take(batch, copy, hello)
                    if copy.store != before.store or copy.place != before.place:
                        self._old_copies.set()
                        self._count_unseen()
                if batch.changes and self.progress.up_to_date:
                    self.sending.changed()
                if batch.changes or self._pace.monotonic() - began > STEADY_S:
                    self._backoff.reset()
                if batch.now is not None:
                    could, hello = hello.can_write, batch.now
                    if hello.can_write and not could:
                        self._send_again()
                await self._telling.tell(self._health(hello, batch))
                self._ended += 1
                self._is(up_to_date=batch.filling is None, failed=self._denied, parked=False, failures=0)
                if batch.filling is None:
                    self._is(partly=batch.why if Health(Condition.LIVE, why=batch.why).is_partly else "")
                    await self._wished.answer()
                await self._look_for_another_key()
        finally:
            if (close := getattr(stream, "aclose", None)) is not None:
                await close()

    async def _have_key(self) -> None:
        """Wait for whoever keeps the key; that is no silence of the store, and is told by its own name."""
        wire = self._wire
        if not isinstance(wire, Keyed) or not wire.key_from:
            return
        getting = asyncio.ensure_future(wire.get_key())
        try:
            if not (await asyncio.wait([getting], timeout=KEY_SOON_S))[0]:
                self._is(asks=wire.key_from)
                why = f"{ASKS} ({wire.key_from})"
                await self._telling.tell(Health(Condition.STALE, self._telling.heard, why))
            await getting
        finally:
            getting.cancel()
            await asyncio.gather(getting, return_exceptions=True)
            self._is(asks="")

    async def _next(self, stream: AsyncIterator[Batch]) -> Batch | None:
        """The next batch; None at the end.

        Raises:
            _LookAgain: all that there was has been read, and somebody asks for a look that begins now.
        """
        if not self.progress.up_to_date:
            return await self._coming(stream)
        coming, wished = asyncio.ensure_future(self._coming(stream)), asyncio.ensure_future(self._wished.bell.wait())
        try:
            await asyncio.wait((coming, wished), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                raise _LookAgain
            return coming.result()
        finally:
            coming.cancel()
            wished.cancel()
            await asyncio.gather(coming, wished, return_exceptions=True)

    async def _coming(self, stream: AsyncIterator[Batch]) -> Batch | None:
        try:
            return await self._in_time(anext(stream))
        except StopAsyncIteration:
            return None

    async def _in_time(self, work: Awaitable[T]) -> T:
        """What comes, unless nothing does for too long."""
        try:
            async with asyncio.timeout(self._silence_s):
                return await work
        except TimeoutError:
            seconds = f"{self._silence_s:g} seconds"
            raise Unreachable(f"{self._label} has said nothing for {seconds}; it is tried again.") from None

    async def _look_for_another_key(self) -> None:
        """While the store lets us read and not write: now and then, whether there is another key."""
        if self._denied is None or self._pace.monotonic() < self._key_looked_for:
            return
        self._key_looked_for = self._pace.monotonic() + KEY_S
        if await self._wire.another_key():
            self._send_again()

    def _refused(self, error: Denied | WrongServer) -> None:
        """The store let us read and does not let us write: tell it, and try it anew with the next connection."""
        self._denied = str(error)
        self._key_looked_for = self._pace.monotonic() + KEY_S
        self._is(failed=self._denied)

    async def _sweep(self) -> None:
        """Take out copies that were replaced, a little at a time."""
        while True:
            with suppress(LedgerError):
                while await self.filling.sweep():
                    await self._pace.sleep(_SWEEP_S)
            await self._old_copies.wait()
            self._old_copies.clear()

    @property
    def _label(self) -> str:
        return one_line(self._wire.name, 40)

    def _is(self, **said: object) -> None:
        self.progress = self.progress._replace(**said)  # type: ignore[arg-type]
        self.progressed.set()

    def _health(self, hello: Hello, batch: Batch) -> Health:
        """What is told of a store that was just heard."""
        now = self._clock()
        if batch.filling is not None:
            return Health(Condition.FILLING, percent=batch.filling)
        if self._denied is not None and (hello.can_write or hello.why_not is None):
            return Health(Condition.FAILING, now, self._denied)
        if not hello.can_write:
            why = hello.why_not or f"{self._label} takes no verdicts from you; your key is not one of a principal"
            return Health(Condition.READ_ONLY, now, in_a_row(batch.why, why))
        condition = Condition.POLLING if hello.polls else Condition.LIVE
        return Health(condition, now, in_a_row(batch.why, self._out_of_sight()))

    def _count_unseen(self) -> None:
        self._unseen = self._ledger.look(lambda db: outbox.unseen(db, self.name))

    def _out_of_sight(self) -> str:
        """What is to be said of what I said there, and may not see any more; short, for the top line."""
        return f"{self._unseen:,} of yours hidden from this token" if self._unseen else ""
