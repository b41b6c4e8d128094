"""The vote book: answers of single people to questions that several have to answer alike.

Some stores keep no votes: they take one answer with the names of all who gave it. Until there are enough, each person's
word stands here, pinned to what was on the screen. A question that changed since is another question: what was said of
it counts no more, and is shown as such. Nothing is ever deleted, so a verdict that is said twice counts once.
"""

import sqlite3
from collections.abc import Callable, Sequence

from sayso_client.ledger import stamps
from sayso_client.ledger.names import Names
from sayso_client.ledger.one_vote import GONE, OVERTAKEN, Cast, Stands
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

_NAMED = 5
"""So many are named in a sentence."""
_WHY = {"lost": GONE, "conflict": OVERTAKEN}
_COLUMNS = "num, id, state, person, who, what, retracts, seen, verdict, at, void, parcel"
_HERE = "uuid = coalesce((SELECT uuid FROM subscription WHERE name = :store AND place = 'shown'), '')"
_AWAY = "EXISTS (SELECT 1 FROM outbox WHERE outbox.num = vote.parcel AND outbox.state <> 'recorded')"
_SETTLED = (
    "SELECT settled FROM decision WHERE decision.key = vote.key "
    "AND decision.store = (SELECT num FROM store WHERE name = vote.store)"
)
_OF_THIS = (
    "vote.uuid = coalesce((SELECT here.uuid FROM subscription AS here "
    "WHERE here.name = vote.store AND here.place = 'shown'), vote.uuid)"
)
WAITS = f"{_OF_THIS} AND state = 'stands' AND retracts = coalesce(({_SETTLED}), retracts)"
"""In SQL, of `vote`: an answer waits while there is none, and a wish to take one back while there is one. What was said
to another store, which had the name before, waits for nobody until that one is back."""
_OVER = (
    "state = 'beside' AND NOT EXISTS "
    "(SELECT 1 FROM outbox WHERE outbox.num = vote.parcel AND outbox.state NOT IN ('recorded', 'lost'))"
)
SINCE = (
    "EXISTS (SELECT 1 FROM vote AS later WHERE later.num > vote.num AND later.state <> 'takes back' "
    "AND (later.store, later.key, later.uuid, later.person) = (vote.store, vote.key, vote.uuid, vote.person))"
)
"""In SQL, of `vote`: whether the same person said something newer, whatever became of that."""
_STUCK = (
    "CASE WHEN state IN ('sent', 'beside') THEN "
    "(SELECT state FROM outbox WHERE outbox.num = vote.parcel AND outbox.state IN ('lost', 'conflict')) END"
)
_LAST = "parcel = (SELECT max(parcel) FROM vote AS each WHERE each.store = vote.store AND each.key = vote.key)"


def there(db: sqlite3.Connection) -> bool:
    """Whether there is a vote book; an older ledger that is only read has none."""
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'vote'").fetchone() is not None


def of(db: sqlite3.Connection, ref: Ref) -> tuple[Cast, ...]:
    """What was said of a decision and is shown: what waits for others, what is on its way, and what did not prevail."""
    kept = f"state IN ('stands', 'beside') AND {_HERE}"
    condition = f"store = :store AND key = :key AND ({kept} OR parcel IS NOT NULL AND {_AWAY})"
    return _read(db, condition, {"store": ref.store, "key": ref.key})


def by_id(db: sqlite3.Connection, ref: Ref, verdict_id: str) -> Cast | None:
    """What was said under that id, whatever became of it."""
    condition = "store = :store AND key = :key AND id = :id"
    return next(iter(_read(db, condition, {"store": ref.store, "key": ref.key, "id": verdict_id})), None)


def keys(db: sqlite3.Connection, store: str) -> frozenset[str]:
    """The decisions of a store of which something said here waits, or went out and is not recorded yet."""
    if not there(db):
        return frozenset()
    found = db.execute(
        f"SELECT DISTINCT key FROM vote WHERE store = ? AND (state = 'stands' OR parcel IS NOT NULL AND {_AWAY})",
        (store,),
    )
    return frozenset(key for (key,) in found)


def waiting(db: sqlite3.Connection, store: str) -> tuple[tuple[str, str, str], ...]:
    """(decision, who, option) of all that was said to a store and waits for others, oldest first."""
    if not there(db):
        return ()
    sql = f"SELECT key, who, what FROM vote WHERE store = ? AND {WAITS} ORDER BY num"
    return tuple((key, who, what) for key, who, what in db.execute(sql, (store,)))


def stores(db: sqlite3.Connection) -> tuple[str, ...]:
    """The stores to which something was said that waits for others."""
    sql = f"SELECT DISTINCT store FROM vote WHERE {WAITS} ORDER BY store"
    return tuple(name for (name,) in db.execute(sql)) if there(db) else ()


def in_words(several: Sequence[tuple[str, str, str]], store: str) -> str:
    """What `waiting` found, as a sentence."""
    many = "1 answer of a person stands" if len(several) == 1 else f"{len(several):,} answers of people stand"
    named = [f"{one_line(who, 40)} on {one_line(key, 80)}" for key, who, _ in several[:_NAMED]]
    more = [f"{len(several) - _NAMED:,} more"] if len(several) > _NAMED else []
    return f"{many} here alone and waits for others, not recorded in {one_line(store, 40)}: {'; '.join(named + more)}."


def sent_with(db: sqlite3.Connection, parcel: int) -> bool:
    """Whether what several people said went out by that number in the outbox."""
    return there(db) and db.execute("SELECT 1 FROM vote WHERE parcel = ? LIMIT 1", (parcel,)).fetchone() is not None


def spoke_with(db: sqlite3.Connection, parcel: int, person: str) -> bool:
    """Whether that person's word is among those that went out by that number in the outbox."""
    sql = "SELECT 1 FROM vote WHERE parcel = ? AND person = ? AND state = 'sent' LIMIT 1"
    return db.execute(sql, (parcel, person)).fetchone() is not None


def is_mine(db: sqlite3.Connection, store: str) -> Callable[[str], bool]:
    """Tells whether a name is the reader's, who may have another one in that store."""
    kept = Names.kept(db)
    found = db.execute("SELECT you FROM subscription WHERE name = ? AND place = 'shown'", (store,)).fetchone()
    return Names((*kept.own, found[0]), kept.assistants).mine if found and found[0] else kept.mine


def _read(db: sqlite3.Connection, condition: str, values: dict[str, object]) -> tuple[Cast, ...]:
    sql = (
        f"SELECT {_COLUMNS}, {_OVER}, coalesce({_LAST}, 0), {_STUCK}, {SINCE} FROM vote WHERE {condition} ORDER BY num"
    )
    return tuple(_cast(*row) for row in db.execute(sql, values).fetchall())


def _cast(
    num: int,
    name: str,
    state: str,
    person: str,
    who: str,
    what: str,
    retracts: int,
    seen: str,
    verdict: str,
    at: str,
    why: str,
    parcel: int | None,
    over: int,
    last: int,
    stuck: str | None,
    since: int,
) -> Cast:
    """One row, in the order of the columns."""
    said = (person, who, what, bool(retracts), seen, verdict, stamps.received(at))
    void = why or (_WHY[stuck] if stuck else "")
    return Cast(num, name, Stands(state), *said, void, parcel, bool(over), bool(last), bool(stuck), bool(since))
