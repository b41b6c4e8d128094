"""Records of all local stores in the order in which they came in, each with a number that is never used again."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso_client.ledger import stamps
from sayso_client.stores.contract import Held
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Rules


@dataclass(frozen=True, slots=True)
class Arrival:
    """One record on its arrival."""

    ref: Ref
    held: Held
    """`held.seq` is its number; it grows over all stores."""


def arrivals(
    db: sqlite3.Connection, rules: "Mapping[str, Rules]", after: int, limit: int, store: str | None
) -> tuple[Arrival, ...]:
    """Up to `limit` records that came in after the one of that number, of one store or of all."""
    condition, more = ("AND name = ?", (store,)) if store is not None else ("", ())
    found = db.execute(
        "SELECT name, kind, key, seq, raw, received, door FROM own_record JOIN store ON store.num = own_record.store "
        f"WHERE seq > ? AND key IS NOT NULL {condition} ORDER BY seq LIMIT ?",
        (after, *more, limit),
    ).fetchall()
    return tuple(
        Arrival(Ref(name, key), _held(rules[kind], seq, raw, received, door))
        for name, kind, key, seq, raw, received, door in found
    )


def _held(rules: "Rules", seq: int, raw: bytes, received: str, door: str) -> Held:
    entry = rules.read(raw)
    return Held(raw, entry.value, entry.problems, stamps.received(received), door, seq)


def last(db: sqlite3.Connection) -> int:
    """The number of the newest record; 0 when there was never one."""
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM own_record").fetchone()[0])
