"""Records of stores elsewhere in the order in which they came into their copies here.

Their numbers are of their own, apart from those of local stores. A copy that takes the place of another one, at the
first filling or after a reset, holds what was there before: none of that is news, so whoever follows begins behind it.
"""

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sayso_client.ledger import stamps
from sayso_client.ledger.arrivals import Arrival
from sayso_client.stores.contract import Held
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Rules

_SHOWN = "replica_record JOIN subscription USING (store) JOIN store ON store.num = subscription.store"


def arrivals(
    db: sqlite3.Connection, rules: "Mapping[str, Rules]", after: int, limit: int, store: str | None
) -> tuple[Arrival, ...]:
    """Up to `limit` records that came in after the one of that number, of one store elsewhere or of all."""
    condition, more = ("AND subscription.name = ?", (store,)) if store is not None else ("", ())
    found = db.execute(
        f"SELECT subscription.name, kind, key, seq, raw, received, door FROM {_SHOWN} "
        f"WHERE place = 'shown' AND seq > ? AND key IS NOT NULL {condition} ORDER BY seq LIMIT ?",
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
    """The number of the newest record of any copy; 0 when there was never one."""
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM replica_record").fetchone()[0])


def copies(db: sqlite3.Connection) -> frozenset[int]:
    """The copies that are shown. When these change, what they hold is no news."""
    return frozenset(num for (num,) in db.execute("SELECT store FROM subscription WHERE place = 'shown'"))
