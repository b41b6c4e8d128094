"""Reading the ledger on a thread and a connection of its own, so that no disk holds the server up."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sayso_client.ledger import connection, faults

T = TypeVar("T")


class Reading:
    """One connection. What is asked for is read one after the other, each from one view of the ledger."""

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            LedgerError: it cannot be read.
        """
        self._path = path
        self._db = connection.open_reader(path)
        self._thread = ThreadPoolExecutor(1, "sayso-reading")

    async def look(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """What `act` reads.

        Raises:
            LedgerError: it cannot be read.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._look, act)

    def _look(self, act: Callable[[sqlite3.Connection], T]) -> T:
        with faults.explaining(self._path):
            self._db.execute("BEGIN")
            try:
                return act(self._db)
            finally:
                self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Close it, after what is being read."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._db.close()
