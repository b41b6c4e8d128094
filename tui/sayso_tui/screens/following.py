"""What goes on beside the reader once the first decision is on the screen: commits, the clock, and getting ready."""

import asyncio
import math
from collections import deque
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError, SaysoError

if TYPE_CHECKING:
    from sayso_tui.screens.reading import ReadingScreen

FRAME = 0.05
"""Seconds a repaint for changes from outside, over a while of many."""
AT_ONCE = 2
"""So many after a pause paint at once: what SQLite does beside a commit may look like another one just before it."""
AGES = 30.0
"""Seconds between two looks at the clock, for ages and due times."""
IDLE = 0.3
"""Seconds after the first frame until what is not needed yet is imported."""


def begin(screen: "ReadingScreen") -> None:
    """Start all of it, until the screen is left."""
    screen.run_worker(_follow(screen), group="watch", exit_on_error=False)
    if screen.desk.inbox.behind is not None:
        screen.run_worker(_catch_up(screen), group="catch-up", exit_on_error=False)
    screen.set_interval(AGES, screen.refresh_live)
    screen.run_worker(_prepare(), group="prepare", exit_on_error=False)


async def _follow(screen: "ReadingScreen") -> None:
    """Repaint after each commit of anybody: the first ones at once, then at most 20 times a second."""
    now = asyncio.get_running_loop().time
    painted = deque([-math.inf] * AT_ONCE, AT_ONCE)
    try:
        commits = screen.desk.inbox.watch()
        # What came while the first decision was painted, which is long where sayso was stopped meanwhile.
        screen.refresh_live()
        async for _ in commits:
            await asyncio.sleep(max(0.0, painted[0] + AT_ONCE * FRAME - now()))
            painted.append(now())
            screen.refresh_live()
    except SaysoError as error:
        screen.say(str(error))


async def _catch_up(screen: "ReadingScreen") -> None:
    """Have what an earlier sayso derived derived again; the top line tells how far it is."""
    try:
        await screen.desk.inbox.catch_up()
    except LedgerError as error:
        screen.say(str(error))
    screen.refresh_live()


async def _prepare() -> None:
    """Import the rest of sayso once nothing else is to be done; see `sayso_tui.ahead`."""
    await asyncio.sleep(IDLE)
    from sayso_tui.ahead import import_rest

    await asyncio.to_thread(import_rest)
