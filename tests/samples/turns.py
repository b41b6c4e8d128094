"""How long a loop is busy between two of its turns, of its own work."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LOOKS = 0.002
"""Seconds between two looks: by so much at most a turn seems longer than it is, and a loop at rest stays at rest."""


class Turns:
    """The longest of them, in seconds of this thread's own processor time: other programs do not count."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._looked = time.thread_time()

    def look(self) -> None:
        """What was done since the last look may have been one turn."""
        now = time.thread_time()
        self.longest, self._looked = max(self.longest, now - self._looked), now

    async def watch(self) -> None:
        """Look again and again, for ever."""
        while True:
            await asyncio.sleep(LOOKS)
            self.look()


@asynccontextmanager
async def watched() -> AsyncIterator[Turns]:
    """Inside, the loop is looked at, and nothing of the tests before is searched for garbage.

    The program leaves out of that search what is there at its start; what a hundred tests left behind would be
    searched in the turn that is measured.
    """
    gc.collect()
    gc.freeze()
    turns = Turns()
    task = asyncio.create_task(turns.watch())
    await asyncio.sleep(0)
    try:
        yield turns
    finally:
        task.cancel()
        turns.look()
