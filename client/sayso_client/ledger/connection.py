"""Opening the ledger's file.

One connection reads, on the thread of the screen; in WAL mode it never waits for a writer. Another one writes, one
thread at a time. Both are in autocommit mode: a transaction begins and ends where this module says so.

Nothing but SQLite may open the file: closing it anew would drop this process's locks on it (sqlite.org/howtocorrupt,
section 2.2), and another process would then take the write-ahead log away from under us.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sayso_client.errors import LedgerReadOnly, LedgerUnusable
from sayso_client.ledger import faults, mounts, place, schema

BUSY_MS = 5_000
"""How long a write waits for another process's transaction, in milliseconds."""

_RETRY_S = 0.005
_LOOK_S = 0.001
_EAGER_S = 0.25
"""So long we look every millisecond for the write lock, then every five."""

_LAST_RESORT = 4_000
"""Pages of the write-ahead log at which a commit folds it all the same. SQLite's own choice is 1,000."""

_OUT_OF_REACH = (
    "The write-ahead log of the ledger {path} cannot be opened: its file system is not made for one, or its folder may "
    "not be written. Nothing was written; what is there can be read. Move the ledger to a disk of this machine, and "
    "name that folder with SAYSO_HOME."
)


def _connect(path: Path, options: str, vfs: str | None, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    uri = f"file:{quote(str(path.absolute()))}?{options}{f'&vfs={vfs}' if vfs else ''}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=busy_ms / 1000)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def open_reader(path: Path, vfs: str | None = None) -> sqlite3.Connection:
    """The connection that reads. A folder that cannot be written is no hindrance.

    Raises:
        LedgerUnusable: there is no file, no database, or one of which a part cannot be read.
    """
    place.refuse_what_is_no_file(path)
    with faults.explaining(path):
        try:
            return _trying(_connect(path, "mode=ro", vfs))
        except sqlite3.OperationalError as error:
            unwritable = faults.code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not unwritable and not faults.no_locks(error):
                raise
            place.refuse_half_a_ledger(path)
            return _trying(_connect(path, "mode=ro&immutable=1", vfs))


def _trying(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, after a first read; closed when that fails."""
    with closing_on_error(connection):
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return connection


def open_writer(
    path: Path, busy_ms: int = BUSY_MS, known: schema.Known = schema.CURRENT, vfs: str | None = None
) -> sqlite3.Connection:
    """The connection that writes; every commit is on the disk when it returns (synchronous FULL).

    It keeps a write-ahead log wherever all processes share their memory. On a network file system, and where SQLite
    finds that it cannot, a new ledger gets a rollback journal: slower, and readers wait while somebody commits.

    Raises:
        LedgerError: any of its kinds.
    """
    with faults.explaining(path), closing_on_error(_connect(path, "mode=rw", vfs, busy_ms)) as connection:
        _refuse_log_out_of_reach(connection, path)
        refuse_foreign(connection, path)
        connection.execute("PRAGMA synchronous = FULL")
        if not mounts.network(path):
            _use_wal(connection, busy_ms)
        if version(connection) < known.version:
            with transaction(connection):
                refuse_foreign(connection, path)
                _migrate(connection, known)
        return connection


def _refuse_log_out_of_reach(connection: sqlite3.Connection, path: Path) -> None:
    """Raise LedgerReadOnly when there is a write-ahead log that cannot be opened; the first read tells."""
    try:
        version(connection)
    except sqlite3.OperationalError as error:
        if faults.code(error) == sqlite3.SQLITE_CANTOPEN:
            raise LedgerReadOnly(_OUT_OF_REACH.format(path=path)) from error
        raise


def _use_wal(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Switch to WAL, where it can be had. SQLite does not wait by itself while another process does the same."""
    patience = time.monotonic() + busy_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not faults.is_busy(error) or time.monotonic() > patience:
                raise
            time.sleep(_RETRY_S)


def _migrate(connection: sqlite3.Connection, known: schema.Known) -> None:
    """Bring an older ledger to our version, inside a transaction; `executescript` would commit it."""
    from sayso_client.ledger.migrations import MIGRATIONS

    scripts = (*MIGRATIONS, *known.later)
    for number in range(version(connection), known.version):
        for statement in scripts[number].split(";\n"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number + 1}")


def version(connection: sqlite3.Connection) -> int:
    """The schema's version; 0 for a database that has none yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    """Raise LedgerUnusable unless the database is ours or empty."""
    blank = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] and not version(connection)
    # Looked at last: another process may make the ledger between these looks.
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if mark != schema.APPLICATION_ID and not (blank and mark == 0):
        raise LedgerUnusable(
            f"{path} is a database of another program. It was left as it is; move it away or set SAYSO_HOME."
        )


def refuse_unreadable(connection: sqlite3.Connection, path: Path) -> None:
    """Raise LedgerUnusable unless the database is a ledger that we can read."""
    refuse_foreign(connection, path)
    try:
        connection.execute("SELECT 1 FROM pulse").fetchone()
    except sqlite3.OperationalError as error:
        if faults.code(error) != sqlite3.SQLITE_ERROR:
            raise
        raise LedgerUnusable(
            f"{path} is not a ledger that this version of sayso can read. It was left as it is."
        ) from error


@contextmanager
def closing_on_error(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection that turned out to be of no use."""
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """One write transaction: all of it, or nothing."""
    _begin(connection)
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled it back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def unhurried(connection: sqlite3.Connection, wanted: bool) -> Iterator[None]:
    """Commits inside do not wait for the disk, where that is wanted. They stay whole, and in their order.

    Nor do they fold the write-ahead log into the file, which takes longer than they do: see `fold_log`. As long as that
    is called in time, no other commit of this connection has to do it either.
    """
    if not wanted:
        yield
        return
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    try:
        yield
    finally:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LAST_RESORT}")


def fold_log(path: Path, vfs: str | None = None) -> int:
    """Fold the write-ahead log into the file, as far as it goes; nobody waits meanwhile. How many pages it had."""
    connection = _connect(path, "mode=rw", vfs)
    try:
        return max(0, int(connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]))
    finally:
        connection.close()


def _begin(connection: sqlite3.Connection) -> None:
    """Take the write lock as soon as it is free.

    SQLite itself looks ever more rarely, up to ten times a second, and could miss every gap between the short
    transactions of a process that fills its ledger.
    """
    patience = int(connection.execute("PRAGMA busy_timeout").fetchone()[0])
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        began = time.monotonic()
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - began
                if not faults.is_busy(error) or waited > patience / 1000:
                    raise
                time.sleep(_RETRY_S if waited > _EAGER_S else _LOOK_S)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")


def newer(connection: sqlite3.Connection, known: schema.Known = schema.CURRENT) -> str | None:
    """A sentence when a newer sayso has changed the ledger under us, else None."""
    found = version(connection)
    if found > known.version:
        return (
            f"A newer sayso has changed this ledger (version {found}; this one knows {known.version}). "
            "It is read-only here; update sayso to write."
        )
    return None
