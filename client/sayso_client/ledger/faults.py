"""What SQLite's refusals mean to a person: what happened, what was kept, what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sayso_client.errors import LedgerBusy, LedgerError, LedgerFull, LedgerReadOnly, LedgerUnusable
from sayso_client.unreadable import Unreadable

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_LOCKING = {
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMLOCK,
    sqlite3.SQLITE_IOERR_SHMMAP,
}
_PRIMARY = 0xFF
"""SQLite keeps the primary result code in the lowest byte of an extended one."""


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 when the error is not SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process is in the way, so that trying again may help."""
    return code(error) in _BUSY


def no_locks(error: sqlite3.Error) -> bool:
    """Whether the file system grants no locks, or no memory that programs share."""
    return getattr(error, "sqlite_errorcode", 0) in _LOCKING


def explained(error: sqlite3.Error, path: Path) -> LedgerError:
    """The error as a sentence."""
    name = path.name
    if is_busy(error):
        return LedgerBusy(
            f"Another program is writing to the ledger {name} and does not come to an end. "
            "Nothing was written; what you typed is kept. Try again in a moment."
        )
    if code(error) in _READ_ONLY:
        return LedgerReadOnly(
            f"The ledger {name} can be read but not written. Nothing was written; see who owns it and its folder."
        )
    if code(error) == sqlite3.SQLITE_FULL:
        return LedgerFull(
            f"The disk that holds the ledger {name} is full. Nothing was written; make room, then do it again."
        )
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        # Most often it is the room that is missing, and seldom the memory that programs share.
        return LedgerFull(
            f"There is no room beside the ledger {name} for the file over which programs share it. "
            "Nothing was written; make room, then do it again. On a network folder set SAYSO_HOME to a disk of this "
            "machine."
        )
    if no_locks(error):
        return LedgerReadOnly(
            f"The file system that holds the ledger {name} lets no program lock it ({error.sqlite_errorname}), as some "
            "network folders do. Nothing was written; set SAYSO_HOME to a folder on a disk of this machine."
        )
    if code(error) == sqlite3.SQLITE_IOERR:
        return LedgerFull(
            f"The disk did not take the write to the ledger {name} ({error.sqlite_errorname}). "
            "Nothing was written; see that there is room and that the disk is well, then do it again."
        )
    if code(error) in _DAMAGED:
        return damaged(path)
    return LedgerUnusable(f"The ledger {name} cannot be used ({error}). Nothing was changed.")


def damaged(path: Path) -> LedgerUnusable:
    """What there is to say of a file that holds what SQLite never wrote."""
    return LedgerUnusable(
        f"{path.name} is not a ledger of sayso, or it is damaged. It was left as it is. "
        "Name another place with SAYSO_HOME, or put a good copy there."
    )


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turn SQLite's errors, and what cannot be read back, into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from error
    except UnicodeDecodeError as error:
        # SQLite's own message quotes the damaged bytes, and then Python raises this one in the place of its error.
        raise damaged(path) from error
    except Unreadable as error:
        raise LedgerUnusable(
            f"The ledger {path.name} holds something that this version of sayso cannot read. "
            "Nothing was changed; a newer sayso may be able to."
        ) from error
