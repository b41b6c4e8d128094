"""How the ledger keeps each store: its records are its own, or they are a copy of what stands elsewhere."""

import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sayso_client.ledger.from_before import Before

HIDDEN = "\x1f"
"""Stands in the name of what is not shown: a copy that is being filled, or one that was replaced. No label holds it."""

_ONE = "SELECT name, kind FROM store WHERE num = ?"
# All columns: an older ledger that is only read has fewer.
_COPY = "SELECT * FROM subscription WHERE store = ?"
_COLUMNS = 10
_SHOWN = "SELECT * FROM subscription WHERE name = ? AND place = 'shown'"


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
    before: "Before | None" = None
    """What was there before it was first read; None for a local one."""


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
        name, kind = self._db.execute(_ONE, (num,)).fetchone()
        copy = self._db.execute(_COPY, (num,)).fetchone()
        if copy is None:
            return Kept(num, name, kind, "own_record", num, True, None)
        label, place, you = copy[1], copy[2], copy[5]
        shown = self._db.execute(_SHOWN, (label,)).fetchone()
        book = shown[0] if shown else num
        return Kept(num, label, kind, "replica_record", book, place == "shown", you, _before(copy, shown))


def _before(copy: tuple[Any, ...], shown: tuple[Any, ...] | None) -> "Before | None":
    """From rows of `subscription`; None in a ledger of an older sayso."""
    if len(copy) < _COLUMNS:
        return None
    # Imported here: the first frame needs none of it.
    from sayso_client.ledger.from_before import Before

    num, _, place, uuid, *_, upto = copy
    if place != "aside" or shown is None or shown[3] != uuid:
        return Before(num, upto)
    former, *_, prefix, former_upto = shown
    return Before(num, upto, former, former_upto, prefix or "")


def hidden(db: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of copies that no list shows."""
    return tuple(num for (num,) in db.execute("SELECT store FROM subscription WHERE place <> 'shown'"))
