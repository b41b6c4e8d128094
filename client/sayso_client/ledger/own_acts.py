"""My acts, as the book of own acts and the records know them."""

import sqlite3
from collections.abc import Iterator
from heapq import merge
from typing import NamedTuple

from sayso_client import verdict_text
from sayso_client.ledger import votes
from sayso_client.ledger.query import storable
from sayso_client.unreadable import Unreadable
from sayso_client.verdict import Answer, Retraction, Verdict
from sayso_client.vocabulary import Ref

_PAGE = 50
_MINE = "JOIN own_act ON own_act.store = own_record.store AND own_act.digest = own_record.digest"


class Written(NamedTuple):
    """A record that an act of mine wrote."""

    ref: Ref
    raw: bytes
    kind: str
    """Of its store."""
    waits: Answer | Retraction | None = None
    """What I said and waits here for others, who have to say the same; then `raw` is empty."""


def latest(db: sqlite3.Connection) -> Iterator[Written]:
    """What inboxes of mine wrote into this ledger and said to stores elsewhere, the last first, a few at a time.

    What waits for others is among it.
    """
    all_of_it = merge(_here(db), _elsewhere(db), _waiting(db), key=lambda dated: dated[0], reverse=True)
    return (each for _, each in all_of_it)


def _here(db: sqlite3.Connection) -> Iterator[tuple[str, Written]]:
    before: int | None = None
    while True:
        rows = db.execute(
            f"SELECT seq, store.name, key, raw, kind, received FROM own_record INDEXED BY own_record_of_inbox {_MINE} "
            "JOIN store ON store.num = own_record.store "
            "WHERE door = 'inbox' AND key IS NOT NULL AND seq < ? ORDER BY seq DESC LIMIT ?",
            (before if before is not None else 2**63 - 1, _PAGE),
        ).fetchall()
        for _, store, key, raw, kind, received in rows:
            yield received, Written(Ref(store, key), raw, kind)
        if len(rows) < _PAGE:
            return
        before = rows[-1][0]


def _elsewhere(db: sqlite3.Connection) -> Iterator[tuple[str, Written]]:
    """From the outbox, which also is the book of what was recorded elsewhere."""
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'outbox'").fetchone() is None:
        return
    before = 2**63 - 1
    while True:
        rows = db.execute(
            "SELECT outbox.num, outbox.store, key, payload, kind, queued, verdict FROM outbox "
            "JOIN store ON store.name = outbox.store WHERE verdict <> '' AND outbox.num < ? "
            "ORDER BY outbox.num DESC LIMIT ?",
            (before, _PAGE),
        ).fetchall()
        for _, store, key, payload, kind, queued, verdict in rows:
            if _said_in_an_inbox(verdict):
                yield queued, Written(Ref(store, key), payload, kind)
        if len(rows) < _PAGE:
            return
        before = rows[-1][0]


def _waiting(db: sqlite3.Connection) -> Iterator[tuple[str, Written]]:
    """From the vote book: what stands there alone; there are never many of these."""
    if not votes.there(db):
        return
    rows = db.execute(
        "SELECT vote.store, key, kind, at, verdict FROM vote JOIN store ON store.name = vote.store "
        f"WHERE {votes.WAITS} ORDER BY at DESC, vote.num DESC"
    ).fetchall()
    for store, key, kind, at, text in rows:
        verdict = _readable(text)
        if isinstance(verdict, Answer | Retraction) and verdict.via.kind == "inbox":
            yield at, Written(Ref(store, key), b"", kind, verdict)


def _said_in_an_inbox(text: str) -> bool:
    verdict = _readable(text)
    return verdict is not None and verdict.via.kind == "inbox"


def _readable(text: str) -> Verdict | None:
    """What was said; None for what another sayso kept in words that we cannot read."""
    try:
        return verdict_text.read(text)
    except Unreadable:
        return None


def written(db: sqlite3.Connection, ref: Ref, record_id: str) -> Iterator[Written]:
    """Records of that id in that decision that acts of mine wrote, by whichever door."""
    tables = ["own_record"]
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'replica_record'").fetchone() is not None:
        tables.append("replica_record")
    for table in tables:
        rows = db.execute(
            f"SELECT raw, kind FROM {table} JOIN own_act ON own_act.store = {table}.store "
            f"AND own_act.digest = {table}.digest JOIN store ON store.num = {table}.store "
            f"WHERE store.name = ? AND key = ? AND {table}.id = ? ORDER BY seq",
            (storable(ref.store), storable(ref.key), storable(record_id)),
        ).fetchall()
        for raw, kind in rows:
            yield Written(ref, raw, kind)
