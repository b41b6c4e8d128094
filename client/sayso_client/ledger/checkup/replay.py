"""What is derived of each decision, against a reading of all its records. One decision in memory at a time."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import fields, replace

from sayso_client.decision import Decision
from sayso_client.ledger import sent
from sayso_client.ledger.body import read
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic
from sayso_client.ledger.checkup.views import one_view
from sayso_client.ledger.derive import VIEWS, Derived, derive
from sayso_client.ledger.said_alone import LEFT_ALONE
from sayso_client.ledger.writing import Writing
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import Ref

_PAGE = 200
"""Decisions compared on one view of the ledger. A longer view would hold up whoever folds the write-ahead log."""

_NOT_OLD = "store NOT IN (SELECT store FROM subscription WHERE place = 'old')"
"""A copy that was replaced is on its way out, and shown to nobody."""
_EACH = (
    "SELECT DISTINCT store, key FROM {} WHERE key IS NOT NULL AND (store, key) > (?1, ?2) "
    f"AND {_NOT_OLD} ORDER BY store, key LIMIT ?3"
)
_KEYS = (
    f"SELECT * FROM ({_EACH.format('own_record')}) UNION ALL SELECT * FROM ({_EACH.format('replica_record')}) "
    "ORDER BY 1, 2 LIMIT ?3"
)
_COLUMNS = tuple(each.name for each in fields(Derived) if each.name not in ("views", "body"))
_ROW = (
    f"SELECT body.decision, personal, {', '.join((*_COLUMNS, *(view.column for view in VIEWS)))} "
    "FROM decision LEFT JOIN body USING (num) WHERE store = ? AND key = ?"
)
_LEFT_OVER = (
    f"SELECT store, key FROM decision WHERE {_NOT_OLD} AND "
    "NOT EXISTS (SELECT 1 FROM own_record AS held WHERE held.store = decision.store AND held.key = decision.key) AND "
    "NOT EXISTS (SELECT 1 FROM replica_record AS held WHERE held.store = decision.store AND held.key = decision.key) "
    "AND NOT EXISTS (SELECT 1 FROM outbox JOIN store ON store.name = outbox.store "
    f"WHERE store.num = decision.store AND outbox.key = decision.key AND {LEFT_ALONE})"
)


def differing(db: sqlite3.Connection, replay: Writing, told: Callable[[int, int], None]) -> Iterator[Finding]:
    """Which decisions the screen shows otherwise than their records say.

    Args:
        db: The reading connection.
        replay: Over the same connection; nothing is written with it.
        told: Called with how many were compared and how many there are.
    """
    stores = {num for (num,) in db.execute("SELECT num FROM store")}
    refs: list[Ref] = []
    count = 0
    for store, key in (*_wrong(db, replay, told), *db.execute(_LEFT_OVER).fetchall()):
        count += 1
        if len(refs) < MOST:
            refs.append(Ref(replay.keeping.of(store).label if store in stores else "?", key))
    if count:
        decisions = "1 decision is" if count == 1 else f"{count:,} decisions are"
        yield Finding(
            Topic.DERIVED,
            f"{decisions} shown otherwise than the records say. The records are untouched; "
            "derive everything from them again with: sayso doctor --rebuild",
            command="sayso doctor --rebuild",
            decisions=tuple(refs),
        )


def _wrong(db: sqlite3.Connection, replay: Writing, told: Callable[[int, int], None]) -> Iterator[tuple[int, str]]:
    (total,) = db.execute("SELECT count(*) FROM decision").fetchone()
    after, done = (0, ""), 0
    while True:
        with one_view(db):
            page = db.execute(_KEYS, (*after, _PAGE)).fetchall()
            for store, key in page:
                decision, personal = replay.replay(store, key)
                under_way = sent.of(db, replay.keeping.of(store).label, key)
                if not _same(db.execute(_ROW, (store, key)).fetchone(), decision, under_way, personal):
                    yield store, key
        if not page:
            return
        after, done = page[-1], done + len(page)
        told(done, max(done, total))


def _same(row: tuple[object, ...] | None, decision: Decision, under_way: sent.Sent, personal: bool) -> bool:
    if row is None:
        return False
    new = derive(decision, under_way)
    body, depends, *kept = row
    if kept != [*(getattr(new, name) for name in _COLUMNS), *map(int, new.views)]:
        return False
    # That a row may depend on who reads it is said too often rather than too rarely.
    return (bool(depends) or not personal) and (body == new.body or _reads_as(str(body), decision))


def _reads_as(body: str, decision: Decision) -> bool:
    """Whether other text means the same.

    The name that its store had then is not looked at: whoever reads the row puts the present one in its place.
    """
    try:
        held = read(body)
    except Unreadable:
        return False
    held = replace(held, ref=decision.ref, history=tuple(held.history))
    return held == replace(decision, history=tuple(decision.history))
