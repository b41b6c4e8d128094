"""Knowing when somebody committed: this process, or another one.

SQLite's `PRAGMA data_version` of the reading connection changes with every commit that another connection made. Where
the system has inotify, a change of the -wal file tells when to look; since a commit writes that file a moment before
readers can see it (the disk has to take it first), we look again for half a second, ever more rarely. Elsewhere we look
every 50 ms. In any case once a second.
"""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.ledger import faults, place

if TYPE_CHECKING:
    from asyncinotify import Inotify

SAFETY_S = 1.0
"""The longest time between two looks, in seconds."""

POLL_S = 0.05
"""The time between two looks where there is no inotify, in seconds."""

_AGAIN_S = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256)
"""The times between those looks, in seconds."""

_REST_S = 0.005
"""After a commit nobody listens for so long, in seconds: a store that is filled commits a hundred times a second."""


def commits(
    connection: sqlite3.Connection, path: Path, opened: place.Which, *, inotify: bool = True
) -> AsyncGenerator[None]:
    """Yields after each commit that follows this call, or once for several; never before the first.

    Args:
        connection: The reading one; commits of all others are told.
        path: The ledger.
        opened: Which file that was when it was opened.
        inotify: False looks every 50 ms even where the system could tell.

    Raises:
        LedgerError: it cannot be read any more, or another file lies in its place.
    """
    return _commits(connection, path, opened, _version(connection, path), inotify)


async def _commits(
    connection: sqlite3.Connection, path: Path, opened: place.Which, seen: int, inotify: bool
) -> AsyncGenerator[None]:
    notices = _notices(path) if inotify else None
    usual = POLL_S if notices is None else SAFETY_S
    looks: Iterator[float] = iter(())
    try:
        while True:
            place.refuse_another_file(path, opened)
            version = _version(connection, path)
            if version != seen:
                seen = version
                yield
                if notices is not None:
                    await asyncio.sleep(_REST_S)
            elif await _told(notices, path, next(looks, usual)):
                looks = iter(_AGAIN_S)
    finally:
        if notices is not None:
            notices.close()


def _version(connection: sqlite3.Connection, path: Path) -> int:
    with faults.explaining(path):
        return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _notices(path: Path) -> "Inotify | None":
    """A watch on the ledger's folder, or None where the system has none to give."""
    if sys.platform != "linux":
        return None
    from asyncinotify import Inotify, Mask

    try:
        notices = Inotify()
    except OSError:
        return None
    try:
        notices.add_watch(path.parent, Mask.MODIFY | Mask.CREATE)
    except OSError:
        # The user's watches are used up: a watch that tells nothing is worse than none.
        notices.close()
        return None
    return notices


async def _told(notices: "Inotify | None", path: Path, wait: float) -> bool:
    """Wait for word of a write to the ledger, so many seconds at most; False when there was none.

    Word is read only where nothing can be cancelled: a wait that ends in the moment in which it comes leaves it for
    the next one.
    """
    if notices is None:
        await asyncio.sleep(wait)
        return False
    mine = {path.name, path.name + "-wal"}
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(notices.fd, ready.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while not _name_one_of(mine, notices):
                    ready.clear()
                    await ready.wait()
                return True
        return False
    finally:
        loop.remove_reader(notices.fd)


def _name_one_of(mine: set[str], notices: "Inotify") -> bool:
    """Whether all that was told by now names such a file. Each page that is written is told: many for one commit."""
    found = False
    notices.sync_timeout = 0
    while (event := notices.sync_get()) is not None:
        found = found or event.name is None or str(event.name) in mine
    return found
