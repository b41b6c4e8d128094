"""Opening the ledger's file, and what SQLite's refusals mean to a person.

One connection reads, on the thread of the screen; in WAL mode it never waits for a writer. Another one writes, one
thread at a time. Both are in autocommit mode: a transaction begins and ends where this module says so.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sayso_client import codec
from sayso_client.errors import LedgerBusy, LedgerError, LedgerFull, LedgerReadOnly, LedgerUnusable
from sayso_client.ledger import schema

BUSY_MS = 5_000
"""How long a write waits for another process's transaction, in milliseconds."""

_HEADER = b"SQLite format 3\x00"
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_PRIMARY = 0xFF
"""SQLite keeps the primary result code in the lowest byte of an extended one."""


def explained(error: sqlite3.Error, path: Path) -> LedgerError:
    """The error as a sentence: what happened, what was kept, what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    name = path.name
    if code in _BUSY:
        return LedgerBusy(
            f"Another program is writing to the ledger {name} and does not come to an end. "
            "Nothing was written; what you typed is kept. Try again in a moment."
        )
    if code in _READ_ONLY:
        return LedgerReadOnly(
            f"The ledger {name} can be read but not written. Nothing was written; see who owns it and its folder."
        )
    if code == sqlite3.SQLITE_FULL:
        return LedgerFull(
            f"The disk that holds the ledger {name} is full. Nothing was written; make room, then do it again."
        )
    if code == sqlite3.SQLITE_IOERR:
        return LedgerFull(
            f"The disk did not take the write to the ledger {name} ({error.sqlite_errorname}). "
            "Nothing was written; see that there is room and that the disk is well, then do it again."
        )
    if code in _DAMAGED:
        return LedgerUnusable(
            f"{name} is not a ledger of sayso, or it is damaged. It was left as it is. "
            "Name another place with SAYSO_HOME, or put a good copy there."
        )
    return LedgerUnusable(f"The ledger {name} cannot be opened ({error}). Nothing was changed.")


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turn SQLite's errors, and what cannot be read back, into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from error
    except codec.Unreadable as error:
        raise LedgerUnusable(
            f"The ledger {path.name} holds something that this version of sayso cannot read. "
            "Nothing was changed; a newer sayso may be able to."
        ) from error


def _uri(path: Path, options: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{options}"


def _connect(path: Path, options: str, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    connection = sqlite3.connect(
        _uri(path, options), uri=True, isolation_level=None, check_same_thread=False, timeout=busy_ms / 1000
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """See that there can be a ledger at `path`; make an empty file, 0600 in a 0700 folder, where there is none.

    Raises:
        LedgerUnusable: something else is there.
        LedgerReadOnly: the folder cannot be written.
    """
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except PermissionError as error:
        raise LedgerReadOnly(
            f"sayso may not write in {path.parent}. Nothing was written; give yourself the right, or set SAYSO_HOME."
        ) from error
    except OSError as error:
        raise LedgerUnusable(
            f"There is no place for a ledger at {path}: {error.strerror}. Nothing was written; set SAYSO_HOME."
        ) from error
    refuse_other_files(path)


def refuse_other_files(path: Path) -> None:
    """Raise LedgerUnusable unless `path` is an empty file or an SQLite database."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise LedgerUnusable(f"{path} is not a file. Nothing was changed; move it away or set SAYSO_HOME.")
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
    except OSError as error:
        raise LedgerUnusable(f"The ledger {path} cannot be read: {error.strerror}. Nothing was changed.") from error
    if start and start != _HEADER:
        raise LedgerUnusable(f"{path} is not a ledger of sayso. It was left as it is; move it away or set SAYSO_HOME.")


def open_writer(path: Path, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    """The connection that writes: WAL, and every commit is on the disk when it returns (synchronous FULL).

    Raises:
        LedgerError: any of its kinds.
    """
    with explaining(path):
        connection = _connect(path, "mode=rw", busy_ms)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_mode = WAL")
            _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an older ledger to our version, in one transaction a step; a foreign database is left alone."""
    if _version(connection) >= schema.VERSION:
        return
    with transaction(connection):
        version = _version(connection)
        if version == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise LedgerUnusable(
                f"{path} is a database of another program. It was left as it is; move it away or set SAYSO_HOME."
            )
        for number in range(version, schema.VERSION):
            for statement in _statements(schema.MIGRATIONS[number]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def _statements(script: str) -> Iterator[str]:
    """`executescript` would commit first; a migration must be one transaction."""
    return (each for each in script.split(";\n") if each.strip())


def open_reader(path: Path) -> sqlite3.Connection:
    """The connection that reads. A folder that cannot be written is no hindrance.

    Raises:
        LedgerError: it is not there, not ours, or of a version that we cannot read.
    """
    refuse_other_files(path)
    last: sqlite3.Error | None = None
    for options in ("mode=ro", "mode=ro&immutable=1"):
        try:
            with closing_on_error(_connect(path, options)) as connection:
                connection.execute("SELECT 1 FROM pulse").fetchone()
                return connection
        except sqlite3.OperationalError as error:
            last = error
            if (error.sqlite_errorcode & _PRIMARY) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                break
        except sqlite3.Error as error:
            last = error
            break
    assert last is not None
    if (getattr(last, "sqlite_errorcode", 0) & _PRIMARY) == sqlite3.SQLITE_ERROR:
        raise LedgerUnusable(
            f"{path} is a database, but not a ledger that this version of sayso can read. It was left as it is."
        ) from last
    raise explained(last, path) from last


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
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled it back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def newer(connection: sqlite3.Connection) -> str | None:
    """A sentence when a newer sayso has changed the ledger under us, else None."""
    version = _version(connection)
    if version > schema.VERSION:
        return (
            f"A newer sayso has changed this ledger (version {version}; this one knows {schema.VERSION}). "
            "It is read-only here; update sayso to write."
        )
    return None


def outdated(path: Path) -> bool:
    """Whether the ledger must be brought to our version before it is read."""
    with explaining(path), closing(_connect(path, "mode=ro")) as connection:
        return _version(connection) < schema.VERSION
