"""What a ledger is, in numbers."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sayso_client.ledger import connection, mounts
from sayso_client.ledger.checkup.header import mark
from sayso_client.ledger.checkup.room import free_bytes, journal
from sayso_client.ledger.rebuild import FOLD_MARK, REBUILT_MARK
from sayso_config.paths import Places


@dataclass(frozen=True, slots=True)
class Facts:
    """Sizes in bytes, times in RFC 3339; None where there is nothing to tell."""

    version: int
    rows: str | None
    """The version of the derived rows."""
    sqlite: str
    journal: str
    file_system: str | None
    free: int | None
    size: int
    write_ahead_log: int
    log: int
    stores: int
    records: int
    """Of the stores that live here."""
    copied: int
    """Records of stores elsewhere, of which this is a copy."""
    decisions: int
    drafts: int
    pulse: int
    """Grows with every transaction that changes a decision."""
    last_import: str | None
    last_rebuild: str | None


def facts(db: sqlite3.Connection, places: Places) -> Facts:
    """Look them up. Costs a walk over the records' index."""
    ledger, logs = places.ledger, places.log_dir
    return Facts(
        version=connection.version(db),
        rows=mark(db, FOLD_MARK),
        sqlite=sqlite3.sqlite_version,
        journal=journal(db),
        file_system=mounts.file_system(ledger),
        free=free_bytes(ledger),
        size=_size(ledger),
        write_ahead_log=_size(ledger.with_name(ledger.name + "-wal")),
        log=sum(_size(each) for each in logs.iterdir()) if os.path.isdir(logs) else 0,  # noqa: PTH112 - it never raises
        stores=_count(db, "store"),
        records=_count(db, "own_record"),
        copied=_count(db, "replica_record"),
        decisions=_count(db, "decision"),
        drafts=_count(db, "draft"),
        pulse=int(db.execute("SELECT revision FROM pulse").fetchone()[0]),
        last_import=_last_import(db),
        last_rebuild=mark(db, REBUILT_MARK),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _count(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _last_import(db: sqlite3.Connection) -> str | None:
    imported = "door IN ('import', 'import-unattended')"
    found = db.execute(f"SELECT received FROM own_record WHERE {imported} ORDER BY seq DESC LIMIT 1").fetchone()
    return found[0] if found else None
