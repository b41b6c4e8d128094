"""Records of all stores in the order in which they came in, each with a number that is never used again."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso_client.ledger import stamps
from sayso_client.stores.contract import Held
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.rules import Rules


@dataclass(frozen=True, slots=True)
class Arrival:
    """One record on its arrival."""

    ref: Ref
    held: Held
    """`held.seq` is its number; it grows over all stores."""


_ONE = (
    "SELECT name, kind, key, seq, raw, received, door FROM {table} AS held JOIN store ON store.num = held.store "
    "WHERE seq > ? AND key IS NOT NULL {more} ORDER BY seq LIMIT ?"
)
_OWN = _ONE.format(table="own_record", more="{}")
_NEWS = (
    "AND held.store IN (SELECT store FROM subscription WHERE place = 'shown') AND seq > "
    "coalesce((SELECT CAST(value AS INTEGER) FROM mark WHERE mark.name = 'whole ' || held.store), 0)"
)
_COPIED = _ONE.format(table="replica_record", more=f"{_NEWS} {{}}")
"""What was there when a copy was filled is no news when that copy is shown."""


def arrivals(
    db: sqlite3.Connection, rules: "Mapping[str, Rules]", after: int, limit: int, store: str | None
) -> tuple[Arrival, ...]:
    """Up to `limit` records that came in after the one of that number, of one store or of all."""
    condition, more = ("AND name = ?", (store,)) if store is not None else ("", ())
    sources = (_OWN, _COPIED) if _elsewhere(db) else (_OWN,)
    found = [row for sql in sources for row in db.execute(sql.format(condition), (after, *more, limit))]
    return tuple(
        Arrival(Ref(name, key), _held(rules[kind], seq, raw, received, door))
        for name, kind, key, seq, raw, received, door in sorted(found, key=lambda row: int(row[3]))[:limit]
    )


def _elsewhere(db: sqlite3.Connection) -> bool:
    """Whether the ledger knows stores elsewhere; an older one that is only read does not."""
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'subscription'").fetchone() is not None


def _held(rules: "Rules", seq: int, raw: bytes, received: str, door: str) -> Held:
    entry = rules.read(raw)
    return Held(raw, entry.value, entry.problems, stamps.received(received), door, seq)


def last(db: sqlite3.Connection) -> int:
    """The number of the newest record; 0 when there was never one."""
    tables = ("own_record", "replica_record") if _elsewhere(db) else ("own_record",)
    return max(int(db.execute(f"SELECT coalesce(max(seq), 0) FROM {table}").fetchone()[0]) for table in tables)
