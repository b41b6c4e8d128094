"""The ledger: one SQLite file with the local stores, drafts, and everything that is derived from them."""

import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sayso_client.errors import LedgerError, LedgerReadOnly
from sayso_client.ledger import connection, faults, place, renaming, schema
from sayso_client.ledger.listing import Listing
from sayso_client.ledger.names import Names
from sayso_client.ledger.query import Windows
from sayso_client.ledger.turns import Turns

if TYPE_CHECKING:
    from sayso_client.ledger.rules import Rules
    from sayso_client.ledger.writing import Writing
    from sayso_client.stores.contract import Held

T = TypeVar("T")

TURN_S = 0.1
"""Seconds that one transaction takes about while much is derived again."""

_TOLD = "sayso was told to read only."


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
        catch_up: bool = True,
        turn_s: float = TURN_S,
        known: schema.Known = schema.CURRENT,
        vfs: str | None = None,
        loop: bool = True,
    ) -> None:
        """Open the ledger at `path`, making it where there is none.

        Args:
            path: The database file; its folder is made with mode 0700, the file with 0600.
            rules: Store kind → how its records are read and projected.
            clock: Aware time, for the arrival stamps.
            mint: A fresh uuid for each store that is made.
            read_only: Never write, not even to make the file; or the sentence that says why.
            busy_ms: How long a write waits for another process, in milliseconds.
            catch_up: Bring derived rows of another version up to ours before anything is read. Else they are read as
                they are, `behind` says how far we are, and whoever opened the ledger calls `catch_up`.
            turn_s: How long one transaction of that may take, in seconds; others wait no longer for their turn.
            known: The versions that this program knows.
            vfs: SQLite's name for a way to the file system; None for the usual one.
            loop: Whether an event loop goes on while something is written. Without one `write` waits for nothing.

        Raises:
            LedgerError: it cannot even be read.
        """
        self.path = path
        self.rules = rules
        """Store kind → how its records are read and projected."""
        self._clock = clock
        self._mint = mint
        self._busy_ms = busy_ms
        self._known = known
        self._turn_s = turn_s
        self._vfs = vfs
        self._loop = loop
        self._turns = Turns()
        self._writer: sqlite3.Connection | None = None
        self.read_only: str | None = read_only if isinstance(read_only, str) else _TOLD if read_only else None
        self._closed = False
        self._reader = self._open()
        self._which = place.which(path)
        with faults.explaining(path):
            self._names_changed: int | None = renaming.count(self._reader)
        self.windows = Listing(self._reader, clock)
        self.behind: int | None = self._behind()
        """How much of the derived rows is of our version, in percent, while we bring them up to it; else None."""
        if catch_up or self.windows.is_empty():
            with suppress(LedgerError):
                self.catch_up()

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
        reader = connection.open_reader(self.path, self._vfs)
        with faults.explaining(self.path), connection.closing_on_error(reader):
            if not self.read_only and connection.version(reader) < self._known.version:
                self._writer = self._open_writer()
            connection.refuse_unreadable(reader, self.path)
            self.read_only = self.read_only or connection.newer(reader, self._known)
            return reader

    def _open_writer(self) -> sqlite3.Connection:
        return connection.open_writer(self.path, self._busy_ms, self._known, self._vfs)

    def _behind(self) -> int | None:
        """0 when rows of another version are held; None also while it cannot be written, which puts it off."""
        with faults.explaining(self.path):
            found = self._reader.execute("SELECT value FROM mark WHERE name = 'fold'").fetchone()
        return None if self.read_only or (found and found[0] == self._known.fold) else 0

    def catch_up(self, told: Callable[[int], None] | None = None) -> None:
        """Bring the derived rows up to our version, in short transactions, until `behind` is None.

        Raises:
            LedgerError: it cannot be written; what is done stays done.
        """
        while self.behind is not None:
            self.catch_up_a_little()
            if told and self.behind is not None:
                told(self.behind)

    def catch_up_a_little(self) -> None:
        """One transaction of it. From any thread.

        Raises:
            LedgerError: nothing of it was written.
        """
        from sayso_client.ledger.catching_up import step

        with self.writing() as writing:
            done = step(writing, self._known.fold, self._turn_s)
        self.behind = done

    def rebuild(self, told: Callable[[int, int], None]) -> None:
        """Derive everything anew from the records, in one transaction; readers see the old rows until it is done.

        Args:
            told: Called for each decision, with how many are done and how many there are.

        Raises:
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import rebuild

        with self.writing() as writing:
            rebuild.everything(writing, self._known.fold, told)
        self.behind = None

    @contextmanager
    def writing(self, *, background: bool = False) -> "Iterator[Writing]":
        """One write transaction, from any thread. Blocks while another one, here or elsewhere, is under way.

        Args:
            background: It takes in what can be had again, in short turns: everybody else in this process goes first,
                and the disk is not waited for. After a power cut it may be missing, as a whole and with its cursor.

        Raises:
            LedgerError: nothing of it was written.
        """
        if self.read_only:
            raise LedgerReadOnly(f"{self.read_only} Nothing was written.")
        # Imported with the first write, as below: reading needs none of it.
        from sayso_client.ledger.writing import Writing

        with self._turns.turn(background=background), faults.explaining(self.path):
            try:
                if self._writer is None:
                    self._writer = self._open_writer()
                with connection.unhurried(self._writer, background), connection.transaction(self._writer) as db:
                    self._refuse_newer(db)
                    place.refuse_another_file(self.path, self._which)
                    writing = Writing(db, self.rules, Names.kept(db), self._clock(), self._mint)
                    writing.names_changed = self._names_changed
                    yield writing
                    writing.finish()
                self._names_changed = writing.names_changed
            finally:
                if self._closed:
                    self._close_writer()

    def fold_log(self) -> int:
        """After many `background` turns: fold what they wrote into the file. From any thread; nobody waits for it.

        Returns:
            How many pages the log had.

        Raises:
            LedgerError: it was not possible now; nothing is lost by that.
        """
        with faults.explaining(self.path):
            return connection.fold_log(self.path, self._vfs)

    def _refuse_newer(self, db: sqlite3.Connection) -> None:
        if why := connection.newer(db, self._known):
            self.read_only = why
            raise LedgerReadOnly(f"{why} Nothing was written.")

    async def write(self, act: "Callable[[Writing], T]") -> T:
        """Run `act` in a write transaction off the event loop. It is finished even when the caller is cancelled.

        Where there is no loop (see `loop`) it is `write_now`.
        """
        if not self._loop:
            return self.write_now(act)
        import asyncio

        return await asyncio.shield(asyncio.to_thread(self.write_now, act))

    def write_now(self, act: "Callable[[Writing], T]") -> T:
        """Run `act` in a write transaction on this thread.

        Raises:
            LedgerError: nothing was written.
        """
        with self.writing() as writing:
            return act(writing)

    def read(self, act: Callable[[Windows], T]) -> T:
        """Read, with SQLite's errors explained."""
        with faults.explaining(self.path):
            return act(self.windows)

    def commits(self, *, inotify: bool = True) -> AsyncGenerator[None]:
        """Yields after each commit of another connection, be it ours or another process's. See `watch.commits`."""
        from sayso_client.ledger.watch import commits

        return commits(self._reader, self.path, self._which, inotify=inotify)

    def i_am(self, names: tuple[str, ...], assistants: tuple[str, ...] = ()) -> None:
        """Say under which names the reader is addressed; what depends on that is derived again when it is news.

        What cannot be written now is left for the next time that the ledger is opened: reading goes on.
        """
        told = Names.given(names, assistants)
        with faults.explaining(self.path):
            known = Names.kept(self._reader)
        if self.read_only or known == told:
            return
        from sayso_client.ledger import rebuild

        with suppress(LedgerError), self.writing() as writing:
            for mark, value in told.marks:
                writing.mark(mark, value)
            writing.read_as(told)
            rebuild.personal(writing)

    def records(self, store: str, key: str, record_id: str | None = None) -> "tuple[Held, ...]":
        """The records of one decision of a store, in order of arrival: all, or those of one id."""
        from sayso_client.ledger import shelf

        return shelf.of_decision(self, store, key, record_id)

    def every_record(self, store: str) -> "Iterator[Held]":
        """Every record of a store, in order of arrival, a few at a time.

        Raises:
            Conflict: what is a copy was exchanged for another one in between.
        """
        from sayso_client.ledger import shelf

        return shelf.of_store(self, store)

    def now(self) -> datetime:
        """The time by the ledger's clock."""
        return self._clock()

    def look(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Read what is no part of the windows, with SQLite's errors explained. For the drafts only."""
        with faults.explaining(self.path):
            return act(self._reader)

    def close(self) -> None:
        """Close both connections, waiting for a write that is under way. One that still waits its turn is done, too."""
        with self._turns.turn():
            self._closed = True
            # The last to close folds the write-ahead log into the file; the reader may not.
            self._reader.close()
            self._close_writer()

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
