"""The ledger: one SQLite file with the local stores, drafts, and everything that is derived from them."""

import asyncio
import json
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sayso_client.errors import LedgerError, LedgerReadOnly
from sayso_client.ledger import connection, faults, place, schema
from sayso_client.ledger.query import Windows, storable
from sayso_client.ledger.watch import commits

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Rules, Writing
    from sayso_client.stores.contract import Held

T = TypeVar("T")

_TOLD = "sayso was told to read only."

_NAMES = "names"
"""The mark under which the reader's names are kept, as JSON."""


class Ledger:
    """An open ledger. Reading is synchronous and short; writing waits for the disk, so `write` runs in a thread."""

    def __init__(
        self,
        path: Path,
        *,
        rules: "Mapping[str, Rules]",
        clock: Callable[[], datetime],
        mint: Callable[[], str],
        read_only: bool | str = False,
        busy_ms: int = connection.BUSY_MS,
    ) -> None:
        """Open the ledger at `path`, making it where there is none.

        Args:
            path: The database file; its folder is made with mode 0700, the file with 0600.
            rules: Store kind → how its records are read and projected.
            clock: Aware time, for the arrival stamps.
            mint: A fresh uuid for each store that is made.
            read_only: Never write, not even to make the file; or the sentence that says why.
            busy_ms: How long a write waits for another process, in milliseconds.

        Raises:
            LedgerError: it cannot even be read.
        """
        self.path = path
        self._rules = rules
        self._clock = clock
        self._mint = mint
        self._busy_ms = busy_ms
        self._lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self.read_only: str | None = read_only if isinstance(read_only, str) else _TOLD if read_only else None
        self._closed = False
        self._reader = self._open()
        self._which = place.which(path)
        self.windows = Windows(self._reader)
        self._derive_again_if_older()

    def _open(self) -> sqlite3.Connection:
        """The reading connection, once there is a ledger of our version to read; `read_only` says why not to write."""
        if not self.read_only:
            try:
                place.prepare(self.path)
            except LedgerReadOnly as error:
                if not os.path.exists(self.path):  # noqa: PTH110 - unlike Path.exists it never raises
                    raise
                self.read_only = str(error)
            self.read_only = self.read_only or place.unwritable(self.path)
        reader = connection.open_reader(self.path)
        with faults.explaining(self.path), connection.closing_on_error(reader):
            if not self.read_only and connection.version(reader) < schema.VERSION:
                self._writer = connection.open_writer(self.path, self._busy_ms)
            connection.refuse_unreadable(reader, self.path)
            self.read_only = self.read_only or connection.newer(reader)
            return reader

    def _derive_again_if_older(self) -> None:
        """Derive everything again when rows of another version are held. Put off while it cannot be written."""
        with faults.explaining(self.path):
            found = self._reader.execute("SELECT value FROM mark WHERE name = 'fold'").fetchone()
        if self.read_only or (found and found[0] == schema.FOLD):
            return
        from sayso_client.ledger import rebuild

        with suppress(LedgerError), self.writing() as writing:
            rebuild.everything(writing)

    @contextmanager
    def writing(self) -> "Iterator[Writing]":
        """One write transaction, from any thread. Blocks while another one, here or elsewhere, is under way.

        Raises:
            LedgerError: nothing of it was written.
        """
        if self.read_only:
            raise LedgerReadOnly(f"{self.read_only} Nothing was written.")
        # Imported with the first write, as below: reading needs none of it.
        from sayso_client.ledger.writing import Writing

        with self._lock, faults.explaining(self.path):
            try:
                if self._writer is None:
                    self._writer = connection.open_writer(self.path, self._busy_ms)
                with connection.transaction(self._writer) as db:
                    self._refuse_newer(db)
                    place.refuse_another_file(self.path, self._which)
                    writing = Writing(db, self._rules, self._mine(db), self._clock(), self._mint)
                    yield writing
                    writing.finish()
            finally:
                if self._closed:
                    self._close_writer()

    def _refuse_newer(self, db: sqlite3.Connection) -> None:
        if why := connection.newer(db):
            self.read_only = why
            raise LedgerReadOnly(f"{why} Nothing was written.")

    async def write(self, act: "Callable[[Writing], T]") -> T:
        """Run `act` in a write transaction off the event loop. It is finished even when the caller is cancelled."""

        def run() -> T:
            with self.writing() as writing:
                return act(writing)

        return await asyncio.shield(asyncio.to_thread(run))

    def read(self, act: Callable[[Windows], T]) -> T:
        """Read, with SQLite's errors explained."""
        with faults.explaining(self.path):
            return act(self.windows)

    def commits(self, *, inotify: bool = True) -> AsyncIterator[None]:
        """Yields after each commit of another connection, be it ours or another process's. See `watch.commits`."""
        return commits(self._reader, self.path, self._which, inotify=inotify)

    def i_am(self, names: tuple[str, ...]) -> None:
        """Say under which names the reader is addressed; decisions to somebody are derived again when that is news.

        What cannot be written now is left for the next time that the ledger is opened: reading goes on.
        """
        told = json.dumps(sorted(set(names)))
        with faults.explaining(self.path):
            known = self._names(self._reader)
        if self.read_only or known == told:
            return
        from sayso_client.ledger import rebuild

        with suppress(LedgerError), self.writing() as writing:
            writing.mark(_NAMES, told)
            writing.read_as(self._mine(writing.db))
            rebuild.personal(writing)

    @staticmethod
    def _names(db: sqlite3.Connection) -> str:
        found = db.execute("SELECT value FROM mark WHERE name = ?", (_NAMES,)).fetchone()
        return str(found[0]) if found else "[]"

    def _mine(self, db: sqlite3.Connection) -> Callable[[str], bool]:
        names = json.loads(self._names(db))
        from sayso_client.text import matches_name

        return lambda who: any(matches_name(who, name) for name in names)

    def records(self, store: str, key: str, record_id: str | None = None) -> "tuple[Held, ...]":
        """The records of one decision of a local store, in order of arrival: all, or those of one id."""
        if record_id is None:
            return tuple(self._held(store, "AND key = ? ORDER BY seq", (storable(key),)))
        return tuple(self._held(store, "AND key = ? AND id = ? ORDER BY seq", (storable(key), storable(record_id))))

    def every_record(self, store: str) -> "Iterator[Held]":
        """Every record of a local store, in order of arrival, a few at a time."""
        after = 0
        while page := tuple(self._held(store, "AND seq > ? ORDER BY seq LIMIT 500", (after,))):
            yield from page
            after = page[-1].seq

    def _held(self, store: str, condition: str, parameters: tuple[str | int | None, ...]) -> "Iterator[Held]":
        from sayso_client.ledger.writing import held

        with faults.explaining(self.path):
            found = self._reader.execute("SELECT num, kind FROM store WHERE name = ?", (storable(store),)).fetchone()
            if found is None:
                return
            rows = self._reader.execute(
                f"SELECT seq, raw, received, door FROM own_record WHERE store = ? {condition}", (found[0], *parameters)
            ).fetchall()
        yield from held(rows, self._rules[found[1]].read)

    def look(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Read what is no part of the windows, with SQLite's errors explained. For the drafts only."""
        with faults.explaining(self.path):
            return act(self._reader)

    def close(self) -> None:
        """Close both connections, waiting for a write that is under way. One that still waits its turn is done, too."""
        with self._lock:
            self._closed = True
            # The last to close folds the write-ahead log into the file; the reader may not.
            self._reader.close()
            self._close_writer()

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
