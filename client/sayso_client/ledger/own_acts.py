"""My acts, as the book of own acts and the records know them."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from sayso_client.ledger.query import storable
from sayso_client.vocabulary import Ref

_PAGE = 50
_MINE = "JOIN own_act ON own_act.store = own_record.store AND own_act.digest = own_record.digest"


class Written(NamedTuple):
    """A record that an act of mine wrote."""

    ref: Ref
    raw: bytes
    kind: str
    """Of its store."""


def latest(db: sqlite3.Connection) -> Iterator[Written]:
    """What inboxes of mine wrote into this ledger, the last first, a few at a time."""
    before: int | None = None
    while True:
        rows = db.execute(
            f"SELECT seq, store.name, key, raw, kind FROM own_record INDEXED BY own_record_of_inbox {_MINE} "
            "JOIN store ON store.num = own_record.store "
            "WHERE door = 'inbox' AND key IS NOT NULL AND seq < ? ORDER BY seq DESC LIMIT ?",
            (before if before is not None else 2**63 - 1, _PAGE),
        ).fetchall()
        for _, store, key, raw, kind in rows:
            yield Written(Ref(store, key), raw, kind)
        if len(rows) < _PAGE:
            return
        before = rows[-1][0]


def written(db: sqlite3.Connection, ref: Ref, record_id: str) -> Iterator[Written]:
    """Records of that id in that decision that acts of mine wrote, by whichever door."""
    rows = db.execute(
        f"SELECT raw, kind FROM own_record {_MINE} JOIN store ON store.num = own_record.store "
        "WHERE store.name = ? AND key = ? AND own_record.id = ? ORDER BY seq",
        (storable(ref.store), storable(ref.key), storable(record_id)),
    ).fetchall()
    for raw, kind in rows:
        yield Written(ref, raw, kind)
