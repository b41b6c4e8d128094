"""The search index against the words that it indexes."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from sayso_client.errors import LedgerError
from sayso_client.ledger import connection, faults
from sayso_client.ledger.checkup.finding import Finding, Topic

MOST_S = 3.0
"""Seconds that the check may hold the write lock, which SQLite wants for it; other writers wait for 5."""

_STEPS = 10_000
"""Between two looks at the clock."""


def search(path: Path, most_s: float = MOST_S) -> Iterator[Finding]:
    """Have SQLite compare them. Nothing is written: the transaction is taken back.

    Args:
        path: The ledger, of our version.
        most_s: Seconds after which it is given up.
    """
    try:
        with faults.explaining(path):
            writer = connection.open_writer(path)
    except LedgerError as error:
        yield Finding(Topic.SEARCH, f"The search index was not compared with the words. {error}", wrong=False)
        return
    try:
        found = _compare(writer, most_s)
    finally:
        writer.close()
    if found:
        yield found


def _compare(writer: sqlite3.Connection, most_s: float) -> Finding | None:
    until = time.monotonic() + most_s
    writer.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
    try:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return _told(error)
    finally:
        writer.set_progress_handler(None, 0)
        if writer.in_transaction:
            writer.execute("ROLLBACK")
    return None


def _told(error: sqlite3.Error) -> Finding:
    code = faults.code(error)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CORRUPT_VTAB & 0xFF):
        return Finding(
            Topic.SEARCH,
            "The search index does not agree with the decisions, so a search may miss some of them. The records are "
            "untouched; make it anew with: sayso doctor --rebuild",
            command="sayso doctor --rebuild",
        )
    if code == sqlite3.SQLITE_INTERRUPT:
        why = "that takes longer than others should wait for their turn to write"
    else:
        why = "another program is writing" if faults.is_busy(error) else str(error)
    return Finding(
        Topic.SEARCH,
        f"The search index was not compared with the words: {why}. If a search misses something, make it anew with: "
        "sayso doctor --rebuild",
        wrong=False,
    )
