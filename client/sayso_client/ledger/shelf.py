"""Reading the records of a store outside of any transaction, of its own or copied ones."""

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sayso_client.errors import Conflict
from sayso_client.ledger.query import storable
from sayso_client.ledger.records import held
from sayso_client.stores.contract import Held

if TYPE_CHECKING:
    from sayso_client.ledger.ledger import Ledger

_PAGE = 500
"""Records read at a time."""


def of_decision(ledger: "Ledger", store: str, key: str, record_id: str | None) -> tuple[Held, ...]:
    """See `Ledger.records`."""
    if record_id is None:
        return _held(ledger, store, "AND key = ? ORDER BY seq", (storable(key),))
    return _held(ledger, store, "AND key = ? AND id = ? ORDER BY seq", (storable(key), storable(record_id)))


def of_store(ledger: "Ledger", store: str) -> Iterator[Held]:
    """See `Ledger.every_record`."""
    after, first = 0, _store(ledger, store)
    while True:
        page = _held(ledger, store, "AND seq > ? ORDER BY seq LIMIT ?", (after, _PAGE))
        if _store(ledger, store) != first:
            raise Conflict(f"{store} was read anew meanwhile, so this is not all of it. Nothing is lost; try again.")
        if not page:
            return
        yield from page
        after = page[-1].seq


def _store(ledger: "Ledger", name: str) -> tuple[int, str] | None:
    """Its number and kind."""
    sql = "SELECT num, kind FROM store WHERE name = ?"
    found: tuple[int, str] | None = ledger.look(lambda db: db.execute(sql, (storable(name),)).fetchone())
    return found


def _held(ledger: "Ledger", store: str, condition: str, parameters: tuple[str | int | None, ...]) -> tuple[Held, ...]:
    found = _store(ledger, store)
    if found is None:
        return ()
    num, kind = found
    rows = ledger.look(
        lambda db: db.execute(
            f"SELECT seq, raw, received, door, NULL FROM {_table(db, num)} WHERE store = ? {condition}",
            (num, *parameters),
        ).fetchall()
    )
    return tuple(held(rows, ledger.rules[kind].read))


def _table(db: sqlite3.Connection, store: int) -> str:
    """Where the records of a store stand; an older ledger that is only read has but one such place."""
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'subscription'").fetchone() is None:
        return "own_record"
    found = db.execute("SELECT 1 FROM subscription WHERE store = ?", (store,)).fetchone()
    return "replica_record" if found else "own_record"
