"""How stores elsewhere are doing, as whoever keeps in touch with them wrote it down for all processes."""

import sqlite3
from collections.abc import Callable
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


def heard(db: sqlite3.Connection, store: str, stamp: str) -> None:
    """It was heard just now, in the same transaction as what it said."""
    db.execute("UPDATE health SET heard = ? WHERE store = ?", (stamp, store))


def read(
    db: sqlite3.Connection, store: str, now: datetime, in_touch: Callable[[], bool] = lambda: True
) -> tuple[Health | None, datetime | None]:
    """How it is doing, and when it was last heard. Nobody in touch any more means: no news since then.

    Args:
        db: The ledger.
        store: The label.
        now: Aware.
        in_touch: Whether some process keeps in touch with it; asked only where it matters. Where none can tell, a word
            of the last 90 seconds counts.
    """
    found = db.execute("SELECT condition, since, why, percent, heard FROM health WHERE store = ?", (store,)).fetchone()
    if found is None:
        return None, None
    condition, since, why, percent, heard = found
    last = stamps.told(heard)
    health = Health(Condition(condition), stamps.told(since), why, percent)
    silent = health.condition in _NEWS and (last is None or now - last > SILENT)
    if silent or (health.condition in _NEWS and not in_touch()):
        health = Health(Condition.STALE, last, health.why, health.percent)
    elif health.asks and not in_touch():
        health = Health(Condition.STALE, last, "" if last else "not reached yet")
    return health, last
