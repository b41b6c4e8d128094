"""A copy of the ledger, made while it is in use."""

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from sayso_client.errors import LedgerFull, LedgerUnusable, RefusedByRule
from sayso_client.ledger import connection, faults
from sayso_client.text import one_line

_FULL = "There is no room for the backup {to}. Nothing of it was kept; make room, or name a place with more."


def backup(ledger: Path, to: Path) -> int:
    """Write all of the ledger, as it is at one moment, into one new file (0600) that is on the disk when this returns.

    The file appears under its name only when it is whole, and never in the place of another.

    Returns:
        Its size in bytes.

    Raises:
        RefusedByRule: there is something of that name already.
        LedgerFull: there is no room.
        LedgerError: the ledger cannot be read, or it is damaged.
    """
    if os.path.lexists(to):
        raise RefusedByRule(f"There is something at {to} already. Nothing was written; name another file.")
    with closing(connection.open_reader(ledger)) as db:
        with faults.explaining(ledger):
            connection.refuse_unreadable(db, ledger)
        partial = _begin(to)
        try:
            with faults.explaining(ledger):
                _copy(db, partial, to)
            _take_its_place(partial, to)
        finally:
            with suppress(FileNotFoundError):
                partial.unlink()
    return to.stat().st_size


def _begin(to: Path) -> Path:
    """An empty file (0600) beside it, under a name that nobody else has."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name[:100]}.", suffix=".partial", dir=to.parent)
    except OSError as error:
        raise LedgerUnusable(
            f"No backup can be written in {to.parent}: {error.strerror}. Nothing was written."
        ) from error
    os.close(handle)
    return Path(name)


def _copy(db: sqlite3.Connection, partial: Path, to: Path) -> None:
    try:
        db.execute("VACUUM INTO ?", (str(partial),))
        with closing(sqlite3.connect(partial)) as copy:
            (told,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        if faults.code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise LedgerFull(_FULL.format(to=to)) from error
        raise
    if told != "ok":
        raise LedgerUnusable(f"The backup would be damaged ({one_line(str(told), 200)}). Nothing of it was kept.")


def _take_its_place(partial: Path, to: Path) -> None:
    try:
        _to_the_disk(partial)
        try:
            os.link(partial, to)  # which, unlike renaming, never replaces what came there meanwhile
        except FileExistsError:
            raise
        except OSError:  # no links there
            os.close(os.open(to, os.O_CREAT | os.O_EXCL, 0o600))
            partial.replace(to)
        _to_the_disk(to.parent)
    except FileExistsError as error:
        raise RefusedByRule(f"Something came to {to} meanwhile. Nothing was written; name another file.") from error
    except OSError as error:
        raise LedgerFull(_FULL.format(to=to)) from error


def _to_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
