"""Where the ledger lies, and how much room there is."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sayso_client.ledger import mounts
from sayso_client.ledger.checkup.finding import Finding, Topic

LEAST = 50_000_000
"""Bytes below which a disk counts as nearly full."""


def room(ledger: Path, least: int = LEAST) -> Iterator[Finding]:
    """Whether the disk has room for what is written next."""
    free = free_bytes(ledger)
    if free is not None and free < least:
        yield Finding(
            Topic.ROOM,
            f"The disk that holds the ledger is nearly full ({free // 1_000_000} MB free). When it is full nothing "
            "more can be recorded; make room.",
        )


def free_bytes(path: Path) -> int | None:
    """Bytes that this user may still write there; None when there is no such place."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return None


def place(db: sqlite3.Connection, ledger: Path, network: str | None) -> Iterator[Finding]:
    """Whether several machines may have the file open.

    Args:
        db: The reading connection.
        ledger: For the sentence.
        network: What `mounts.network` says of it.
    """
    if network is None:
        return
    if journal(db) == "wal":
        yield Finding(
            Topic.PLACE,
            f"The ledger {ledger} lies on a network file system ({network}) and keeps a write-ahead log, which two "
            "machines tear apart. Use it from one machine only, and move it: sayso doctor --backup writes a copy to a "
            "local disk, SAYSO_HOME names the new place.",
        )
    else:
        yield Finding(Topic.PLACE, mounts.told(ledger, network), wrong=False)


def journal(db: sqlite3.Connection) -> str:
    """How SQLite keeps a transaction whole: "wal" or "delete"."""
    return str(db.execute("PRAGMA journal_mode").fetchone()[0])
