"""How stores elsewhere are doing, as whoever keeps in touch with them wrote it down for all processes."""

import sqlite3
from datetime import datetime, timedelta

from sayso_client.ledger import stamps
from sayso_client.stores.health import Condition, Health

SILENT = timedelta(seconds=90)
"""Whoever is in touch says so once a minute; after that the word of before is old news."""

_NEWS = frozenset({Condition.LIVE, Condition.POLLING, Condition.FILLING})


def write(db: sqlite3.Connection, store: str, health: Health, heard: datetime | None) -> None:
    """Keep it.

    Args:
        db: The ledger, inside a transaction.
        store: The label.
        health: As it is now.
        heard: When the store was last heard; None keeps what is known.
    """
    db.execute(
        "INSERT INTO health (store, condition, since, why, percent, heard) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (store) DO UPDATE SET condition = excluded.condition, since = excluded.since, why = excluded.why, "
        "percent = excluded.percent, heard = coalesce(excluded.heard, heard)",
        (
            store,
            str(health.condition),
            health.since.isoformat() if health.since else None,
            health.why,
            health.percent,
            heard.isoformat() if heard else None,
        ),
    )


def read(db: sqlite3.Connection, store: str, now: datetime) -> tuple[Health | None, datetime | None]:
    """How it is doing, and when it was last heard. Nobody in touch any more means: no news since then."""
    found = db.execute("SELECT condition, since, why, percent, heard FROM health WHERE store = ?", (store,)).fetchone()
    if found is None:
        return None, None
    condition, since, why, percent, heard = found
    last = stamps.told(heard)
    health = Health(Condition(condition), stamps.told(since), why, percent)
    if health.condition in _NEWS and (last is None or now - last > SILENT):
        health = Health(Condition.STALE, last, health.why)
    return health, last
