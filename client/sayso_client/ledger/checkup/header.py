"""The file as SQLite sees it: whether it is whole, whose it is, and of which version."""

import sqlite3
from collections.abc import Iterator

from sayso_client.ledger import connection, schema
from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.ledger.faults import code

_FAULTS = 20


def wholeness(db: sqlite3.Connection) -> Iterator[Finding]:
    """Every page, row and index looked at. The quick check would pass over indexes, and the list is read along them."""
    faults = _faults(db)
    if faults == ["ok"]:
        return
    many = (
        f"{_FAULTS} faults or more"
        if len(faults) >= _FAULTS
        else f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
    )
    yield Finding(
        Topic.FILE,
        f"The file is damaged ({many}; the first: {faults[0]}), so records may be lost or wrong. Copy the whole folder "
        "away now, then put a backup in its place, or save what can be read with: sayso export",
    )


def _faults(db: sqlite3.Connection) -> list[str]:
    found: list[str] = []
    try:
        found += (str(text) for (text,) in db.execute(f"PRAGMA integrity_check({_FAULTS})"))
    except sqlite3.DatabaseError as error:
        if code(error) != sqlite3.SQLITE_CORRUPT:
            raise
        found.append(str(error))
    return found


def versions(db: sqlite3.Connection, known: schema.Known) -> Iterator[Finding]:
    """Whether this program and the ledger are of one version."""
    found, fold = connection.version(db), mark(db, "fold")
    if why := connection.newer(db, known):
        yield Finding(Topic.VERSION, f"{why} What is derived was not compared.")
    elif found < known.version or fold != known.fold:
        yield Finding(
            Topic.VERSION,
            f"The ledger is of an earlier version of sayso ({found}, rows {fold or 'of none'}; this one writes "
            f"{known.version}, rows {known.fold}). It is brought up to date when it is opened for writing; until then "
            "what is derived is not compared.",
            wrong=False,
        )


def mark(db: sqlite3.Connection, name: str) -> str | None:
    """One of the ledger's own settings."""
    found = db.execute("SELECT value FROM mark WHERE name = ?", (name,)).fetchone()
    return found[0] if found else None
