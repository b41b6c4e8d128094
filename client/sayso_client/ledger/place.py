"""The place in the file system where a ledger lies: making it, and what cannot be one."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from sayso_client.errors import LedgerReadOnly, LedgerUnusable


def prepare(path: Path) -> None:
    """Make an empty file, 0600 in a 0700 folder, where there is none.

    Raises:
        LedgerUnusable: there is no place for one.
        LedgerReadOnly: the folder cannot be written.
    """
    try:
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


def unwritable(path: Path) -> str | None:
    """A sentence when this user may not write the ledger or beside it, else None."""
    for each in (path, path.parent):
        if not os.access(each, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return f"{each} cannot be written to, so nothing can be recorded; what is there is shown."
    return None


Which = tuple[int, int] | None
"""Which file lies at a path: device and inode; None when there is none."""


def which(path: Path) -> Which:
    """Which file lies there now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def refuse_another_file(path: Path, opened: Which) -> None:
    """Raise LedgerUnusable when the file at `path` is not the one that was opened: what is written would be lost."""
    if which(path) != opened:
        raise LedgerUnusable(
            f"The ledger {path} was deleted, moved or replaced while sayso was open. Nothing was written since. "
            "If you were typing, copy it first; then start sayso again."
        )


def refuse_what_is_no_file(path: Path) -> None:
    """Raise LedgerUnusable unless there is a file. It is not opened: see `connection`."""
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        raise LedgerUnusable(f"The ledger {path} cannot be read: {error.strerror}. Nothing was changed.") from error
    if not regular:
        raise LedgerUnusable(f"{path} is not a file. Nothing was changed; move it away or set SAYSO_HOME.")


def refuse_half_a_ledger(path: Path) -> None:
    """The newest records may stand in the write-ahead log alone; without them the rest would tell less than is true."""
    log = path.with_name(path.name + "-wal")
    with suppress(FileNotFoundError):
        if log.stat().st_size:
            raise LedgerUnusable(
                f"A part of the ledger lies in {log}, and to read it sayso must make a file beside it. That needs the "
                "right to write in its folder, and room on its disk. Nothing was changed; see to both, or copy the "
                "folder."
            )
