"""What a copy of a store says of things in the outbox: it holds them, lacks them, or is of another store."""

import sqlite3
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from sayso_client.ledger.moves import show
from sayso_client.ledger.outbox import Stage
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing


def pin(db: sqlite3.Connection, store: str, uuid: str) -> None:
    """What was said to a store before it was ever reached is for the one that answers first."""
    db.execute("UPDATE outbox SET uuid = ? WHERE store = ? AND uuid = ''", (uuid, store))


def arrived(writing: "Writing", store: str, digests: Iterable[bytes], keys: Collection[str]) -> None:
    """This was met in the store: whatever the outbox thought, it is recorded there.

    Args:
        writing: The open transaction.
        store: The label.
        digests: Of records that came.
        keys: Decisions of which objects came in a new version; what was written there shows in them.
    """
    db = writing.db
    waiting = db.execute(
        "SELECT digest, num, key, state FROM outbox WHERE store = ? AND state <> 'recorded'", (store,)
    ).fetchall()
    if not waiting:
        return
    met = set(digests)
    for digest, num, key, state in waiting:
        if digest in met or (state == Stage.WRITTEN and key in keys):
            db.execute("UPDATE outbox SET state = 'recorded', why = '' WHERE num = ?", (num,))
            show(writing, Ref(store, key))


_HELD = (
    "EXISTS (SELECT 1 FROM replica_record WHERE replica_record.store = :copy AND object IS NULL "
    "AND replica_record.digest = outbox.digest)"
)
_OF_OBJECTS = "EXISTS (SELECT 1 FROM replica_record WHERE replica_record.store = :copy AND object IS NOT NULL)"
"""Whether the copy holds objects, in which what was said is not found again by its digest."""
_WITHIN = "substr(key, 1, length(:prefix)) = :prefix"


def miss(writing: "Writing", copy: int, store: str, began: str, prefix: str) -> None:
    """A fresh copy of the store is whole: what was recorded before it was begun and is not in it is lost there.

    Of what stands outside `prefix`, which is all that we may read now, only that is known.
    """
    writing.db.execute(
        f"UPDATE outbox SET state = CASE WHEN {_WITHIN} THEN 'lost' ELSE 'unseen' END, why = '' "
        "WHERE store = :store AND state IN ('recorded', 'written', 'unseen') AND tried < :began "
        "AND uuid = (SELECT uuid FROM subscription WHERE subscription.store = :copy) "
        f"AND NOT {_HELD} AND NOT {_OF_OBJECTS}",
        {"store": store, "began": began, "copy": copy, "prefix": prefix},
    )


def hand_over(writing: "Writing", copy: int, store: str, old: str, prefix: str) -> None:
    """Another store has taken the place of the one of uuid `old`: what was said to that one is about this one now.

    What this one holds is recorded. Of everything else nothing is sent by itself: it waits for the person.
    """
    name = one_line(store, 40)
    why = f"It was said to the store that was {name} before, and the one that is {name} now does not hold it."
    writing.db.execute(
        "UPDATE outbox SET uuid = (SELECT uuid FROM subscription WHERE subscription.store = :copy), "
        f"state = CASE WHEN {_HELD} THEN 'recorded' WHEN state IN ('conflict', 'refused') THEN state "
        f"WHEN state IN ('recorded', 'written', 'unseen') AND {_OF_OBJECTS} THEN state "
        f"WHEN state IN ('recorded', 'written', 'unseen') AND NOT {_WITHIN} THEN 'unseen' ELSE 'lost' END, "
        f"why = CASE WHEN {_HELD} THEN '' WHEN state IN ('conflict', 'refused') THEN why ELSE :why END "
        "WHERE store = :store AND uuid = :old",
        {"store": store, "old": old, "copy": copy, "prefix": prefix, "why": why},
    )
