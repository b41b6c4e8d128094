"""Which copies of stores elsewhere there are: what each is of, where it stands, and how far it was read."""

import sqlite3
from typing import NamedTuple

from sayso_client.ledger.from_before import EVERY


class Subscription(NamedTuple):
    """One copy of a store."""

    store: int
    """Its number in the ledger."""
    place: str
    """shown, aside, or old."""
    uuid: str
    """What the store is known by."""
    cursor: str | None
    """Where to go on; None for the beginning."""
    you: str | None
    """Who I am there."""
    origins: frozenset[str]
    """The sides that I may write for there."""
    began: str
    """When the store was met whose content this is, RFC 3339. What was sent later is not missed in it."""
    prefix: str | None
    """What the keys begin with that are read; None where an earlier sayso did not write it down."""
    before: int = 0
    """The last record that was there when the store was first read from here; 0 where that is told record by record."""

    @property
    def is_partly_shown(self) -> bool:
        """What waits in it is shown, and the rest is still being read."""
        return self.place == "shown" and self.before == EVERY


def subscription(db: sqlite3.Connection, name: str, place: str = "shown") -> Subscription | None:
    """The copy of that store that is shown, or the one that is filled aside."""
    # All columns: an older ledger that is only read has fewer.
    found = db.execute("SELECT * FROM subscription WHERE name = ? AND place = ?", (name, place)).fetchone()
    if found is None:
        return None
    store, _, where, uuid, cursor, you, origins, began, *more = found
    return Subscription(store, where, uuid, cursor, you, frozenset(origins.split()), began, *(more or (None,)))


def versions(db: sqlite3.Connection, store: int) -> dict[str, str]:
    """Which objects a copy holds, and in which version."""
    sql = "SELECT object, version FROM replica_record WHERE store = ? AND object IS NOT NULL"
    return dict(db.execute(sql, (store,)).fetchall())


def replaced(db: sqlite3.Connection, name: str) -> bool:
    """Whether another store was accepted in the place of the one that is shown, and is being filled."""
    shown, aside = subscription(db, name), subscription(db, name, "aside")
    return shown is not None and aside is not None and shown.uuid != aside.uuid
