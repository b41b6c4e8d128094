"""How the ledger keeps each store: its records are its own, or they are a copy of what stands elsewhere."""

import sqlite3
from typing import NamedTuple

HIDDEN = "\x1f"
"""Stands in the name of what is not shown: a copy that is being filled, or one that was replaced. No label holds it."""

_ONE = (
    "SELECT store.num, coalesce(subscription.name, store.name), kind, place, you FROM store "
    "LEFT JOIN subscription ON subscription.store = store.num WHERE store.num = ?"
)
_SHOWN = "SELECT store FROM subscription WHERE name = ? AND place = 'shown'"


class Kept(NamedTuple):
    """One store, or one copy of it."""

    num: int
    label: str
    """The store's name, also of a copy that is not shown."""
    kind: str
    table: str
    """Where its records stand."""
    book: int
    """Under which number its own acts are written down."""
    shown: bool
    you: str | None
    """Who I am there, as the store itself says."""


class Keeping:
    """The stores, looked up once in a transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: dict[int, Kept] = {}

    def of(self, num: int) -> Kept:
        """The store of that number."""
        if num not in self._known:
            self._known[num] = self._look_up(num)
        return self._known[num]

    def forget(self) -> None:
        """Look them up again: something about one of them is another."""
        self._known.clear()

    def _look_up(self, num: int) -> Kept:
        found = self._db.execute(_ONE, (num,)).fetchone()
        _, label, kind, place, you = found
        if place is None:
            return Kept(num, label, kind, "own_record", num, True, None)
        shown = self._db.execute(_SHOWN, (label,)).fetchone()
        return Kept(num, label, kind, "replica_record", shown[0] if shown else num, place == "shown", you)


def hidden(db: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of copies that no list shows."""
    return tuple(num for (num,) in db.execute("SELECT store FROM subscription WHERE place <> 'shown'"))
