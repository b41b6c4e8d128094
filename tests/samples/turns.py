"""How long a loop is busy between two of its turns, of its own work."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """The longest of them, in seconds of this thread's own processor time: other programs do not count."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        """Look at every turn, for ever."""
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            self.longest = max(self.longest, time.thread_time() - before)


@asynccontextmanager
async def watched() -> AsyncIterator[Turns]:
    """Inside, every turn is looked at, and nothing of the tests before is searched for garbage.

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
