"""Decisions about which a program may still write that nobody waits for: nothing is sent about them until it ended."""

import asyncio
import time
from collections.abc import Callable
from datetime import datetime

from sayso_client.stores.contract import ByProgram
from sayso_client.stores.run_mark import RunMark
from sayso_client.sync.run_lock import RunLock

_LOOK_S = 0.25


class HeldUp:
    """Those of one store."""

    def __init__(self, woken: Callable[[], None]) -> None:
        """None yet.

        Args:
            woken: Called when there may be something to do about one of them.
        """
        self._woken = woken
        self._waits: dict[str, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()

    def __contains__(self, key: str) -> bool:
        return key in self._waits

    def add(self, key: str, lock: RunLock, by: ByProgram) -> None:
        """Look for the end of the program that has this lock.

        Args:
            key: Of the decision.
            lock: Not taken.
            by: Who started it.
        """
        if key not in self._waits:
            self._waits[key] = asyncio.get_running_loop().create_task(self._wait(key, lock, by))

    def changed(self) -> None:
        """Something changed in the store: what is said may be in there by now."""
        self._changed.set()
        self._changed = asyncio.Event()

    def end(self) -> None:
        """Wait for nothing any more."""
        for each in self._waits.values():
            each.cancel()

    async def _wait(self, key: str, lock: RunLock, by: ByProgram) -> None:
        changed, late = self._changed, is_late(lock.running(), by)
        try:
            while not changed.is_set() and lock.is_held() and is_late(lock.running(), by) is late:  # noqa: ASYNC110 - another process
                await asyncio.sleep(_LOOK_S)
        finally:
            del self._waits[key]
            self._woken()


def is_late(mark: RunMark | None, by: ByProgram) -> bool:
    """Whether a program runs for longer than it is given."""
    return mark is not None and time.time() - mark.wall > by.limit_s


def why(mark: RunMark | None, by: ByProgram) -> str:
    """What is waited for, and what can be done; sentences.

    Args:
        mark: The program, as far as it is known.
        by: Who started it.
    """
    name = by.program
    which = f" (process {mark.leader}, since {_clock(mark.since)})" if mark else ""
    if mark is None or not is_late(mark, by):
        return (
            f"{name} still runs for it{which}. Nothing is told to it a second time; once it has ended, the record says "
            "what it wrote."
        )
    return (
        f"{name} has run for it for more than {by.limit_s:g} seconds{which}, and who started it is gone. No second one "
        f"is started beside it. See what it waits for, or end it: kill -- -{mark.leader}. Then the record is read."
    )


def _clock(moment: datetime) -> str:
    return f"{moment.astimezone():%H:%M}"
