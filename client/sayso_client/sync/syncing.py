"""All stores elsewhere side by side: none waits for another, and what fails in one stays there."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from datetime import datetime
from typing import NamedTuple

from sayso_client.errors import LedgerError
from sayso_client.ledger import healths, outbox, wishes
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Wire
from sayso_client.stores.health import Condition
from sayso_client.sync.engine import Engine
from sayso_client.sync.hearing import SILENCE_S
from sayso_client.sync.pace import Pace, RealPace
from sayso_client.text import one_line

_LIVE = (Condition.LIVE, Condition.POLLING, Condition.READ_ONLY)
_TROUBLE = (Condition.FAILING, Condition.STALE)
_LOOK_S = 0.2
TRIES = 3
"""After so many failures in a row one look at a store gives up."""


class Synced(NamedTuple):
    """What came of one look at a store."""

    store: str
    up_to_date: bool
    """All that it holds has been read."""
    waiting: int
    """So much of what I said is not recorded there: on its way, or waiting for me."""
    why: str = ""
    """What stood in the way; a sentence, or nothing."""
    partly: bool = False
    """It was reached, and some of it cannot be read until somebody mends something."""


class Syncing:
    """The engines of one process."""

    def __init__(
        self,
        ledger: Ledger,
        wires: Sequence[Callable[[], Wire]],
        *,
        clock: Callable[[], datetime],
        pace: Pace | None = None,
        silence_s: float = SILENCE_S,
    ) -> None:
        """Bind them. Nothing is opened before `run` or `once`.

        Args:
            ledger: Open.
            wires: Each opens the wire of one store.
            clock: Aware time.
            pace: Time and chance; None for the machine's.
            silence_s: See `hearing.SILENCE_S`.
        """
        self._ledger = ledger
        self._wires = tuple(wires)
        self._clock = clock
        self._pace = pace or RealPace()
        self._silence_s = silence_s
        self.engines: tuple[Engine, ...] = ()
        self._tasks: dict[Engine, asyncio.Future[None]] = {}
        self._wishes: dict[str, int | None] = {}
        """Looks that are wanted of other processes, by store; None as long as they were not asked."""

    def _open(self) -> tuple[Engine, ...]:
        return tuple(
            Engine(self._ledger, wire(), pace=self._pace, clock=self._clock, silence_s=self._silence_s)
            for wire in self._wires
        )

    async def run(self) -> None:
        """Keep in touch with every store until cancelled."""
        self.engines = self._open()
        self._tasks = {each: asyncio.ensure_future(each.run()) for each in self.engines}
        tasks = self._tasks.values()
        bell = asyncio.ensure_future(self._listen())
        try:
            # A fault that nobody foresaw in one engine does not end the others; it is raised when all have ended.
            await asyncio.gather(*tasks, return_exceptions=True)
            for each in tasks:
                each.result()
        finally:
            for each in (bell, *tasks):
                each.cancel()
            await asyncio.gather(bell, *tasks, return_exceptions=True)
            self.engines, self._tasks = (), {}

    async def _listen(self) -> None:
        """Wake the engines with every commit: what was said in another process is sent from here."""
        with suppress(LedgerError):
            async with aclosing(self._ledger.commits()) as commits:
                async for _ in commits:
                    for each in self.engines:
                        each.look()

    async def ask_again(self, engine: Engine, patience_s: float) -> Synced:
        """Try once more at once; what came of it as soon as that attempt has ended, or when patience ends."""
        before = engine.attempts
        engine.try_again()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while not self._is_answered(engine, before):
                    engine.progressed.clear()
                    # What was sent rings only with its commit, which may come before the attempt counts as ended.
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_S):
                            await engine.progressed.wait()
        return self._told(engine, patience_s)

    def _is_answered(self, engine: Engine, before: int) -> bool:
        if engine.progress.elsewhere or engine.attempts > before:
            return True
        return engine.connected and not engine.sending.is_waiting()

    async def once(self, patience_s: float, *, anew: bool = True) -> tuple[Synced, ...]:
        """Read and send what there is, and stop: when all is done, out of reach, or when patience ends.

        Args:
            patience_s: Seconds.
            anew: Where another process keeps in touch, it is asked for a look that begins now; else what it knows
                counts.

        A fault that nobody foresaw is raised as soon as the other stores are done.
        """
        running = asyncio.ensure_future(self.run())
        await asyncio.sleep(0)
        engines, tasks = self.engines, self._tasks
        self._wishes = dict.fromkeys((each.name for each in engines), None) if anew else {}
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await asyncio.gather(*(self._until_done(each, tasks[each], anew) for each in engines))
            for each in tasks.values():
                if each.done():
                    each.result()
            return tuple(self._told(each, patience_s) for each in engines)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _until_done(self, engine: Engine, task: "asyncio.Future[None]", anew: bool) -> None:
        """Until it is done, or has given up; a fault ends it, too."""
        done = asyncio.ensure_future(self._done(engine, anew))
        try:
            await asyncio.wait((done, task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            done.cancel()

    async def _done(self, engine: Engine, anew: bool) -> None:
        while True:
            engine.progressed.clear()
            found = engine.progress
            if found.elsewhere:
                if engine.is_forsaken:
                    return
                if anew and not await self._wished(engine.name):
                    return
            settled = found.up_to_date or (found.elsewhere and self._is_seen_to(engine.name))
            refused = found.failed and not found.failures and found.up_to_date
            failures = max(found.failures, engine.sending.failed_starts)
            given_up = found.parked or failures >= TRIES or refused
            if given_up or (settled and not self._ledger.look(lambda db: outbox.unmet(db, engine.name))):
                return
            await engine.progressed.wait()

    async def _wished(self, store: str) -> bool:
        """Ask the other process for a look, once; False when that cannot be written now."""
        if self._wishes.get(store) is None:
            try:
                self._wishes[store] = await self._ledger.write(lambda writing: wishes.wish(writing, store))
            except LedgerError:
                return False
        return True

    def _is_seen_to(self, store: str) -> bool:
        """Whether the other process has had the look that it is asked for, if it is."""
        number = self._wishes.get(store, 0)
        return number is not None and self._ledger.look(lambda db: wishes.looked(db, store)) >= number

    def _told(self, engine: Engine, patience_s: float) -> Synced:
        waiting = len(self._ledger.look(lambda db: outbox.under_way(db, engine.name)))
        progress = engine.progress
        why = progress.failed or ""
        up_to_date = progress.up_to_date
        partly = up_to_date and bool(progress.partly)
        if progress.elsewhere:
            up_to_date, why, partly = self._told_of_another(engine, patience_s)
        elif partly:
            up_to_date, why = False, f"{progress.partly} {why}".strip()
        elif progress.asks:
            name = one_line(engine.name, 40)
            why = f"The key of {name} ({progress.asks}) did not come in {patience_s:g} seconds; {name} was not asked."
        elif not why and not up_to_date:
            why = f"{one_line(engine.name, 40)} did not answer, or did not come to an end, in {patience_s:g} seconds."
        return Synced(engine.name, up_to_date, waiting, why, partly)

    def _told_of_another(self, engine: Engine, patience_s: float) -> tuple[bool, str, bool]:
        """Of a store with which another process keeps in touch: `up_to_date`, `why` and `partly` of `Synced`."""
        name, sign = one_line(engine.name, 40), engine.sign
        another = f"Another sayso (process {sign.process})" if sign else "Another sayso"
        if sign is not None and engine.is_forsaken:
            why = (
                f"{another} holds {name} and has told nothing since {sign.told.astimezone():%H:%M}: it may be stopped. "
                f"Have it go on (fg in its shell, or kill -CONT {sign.process}), or end it."
            )
            return False, why, False
        found, _ = self._ledger.look(lambda db: healths.read(db, engine.name, self._clock()))
        if found is not None and found.condition in _TROUBLE and found.why:
            return False, found.why, False
        if not self._is_seen_to(engine.name):
            late = f"{another} keeps in touch with {name} and had no look at it in {patience_s:g} seconds."
            return False, late, False
        if found is not None and found.is_partly:
            return False, found.why, True
        return found is not None and found.condition in _LIVE, f"{another} keeps in touch with it.", False
