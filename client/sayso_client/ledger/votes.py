"""The vote book: answers of single people to questions that several have to answer alike.

Some stores keep no votes: they take one answer with the names of all who gave it. Until there are enough, each person's
word stands here, pinned to what was on the screen. A question that changed since is another question: what was said of
it counts no more, and is shown as such. Nothing is ever deleted, so a verdict that is said twice counts once.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.around import Vote
from sayso_client.ledger import stamps
from sayso_client.ledger.names import Names
from sayso_client.text import one_line
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.writing import Writing

_NAMED = 5
"""So many are named in a sentence."""
MOVED = "it was given before the question or what stands of it changed"
OUTVOTED = "it did not prevail and is kept here alone"
GONE = "it was recorded with those of others, and the store does not hold that any more"
NOT_NEEDED = "it was not needed and is kept here alone"


class Stands(StrEnum):
    """What became of what somebody said."""

    STANDS = "stands"
    REPLACED = "replaced"
    """The same person said something else since."""
    TAKEN_BACK = "taken back"
    TAKES_BACK = "takes back"
    """It took another one back, and is done with."""
    SENT = "sent"
    """It went out with the others who said the same."""
    BESIDE = "beside"
    """Others who agreed went out; it did not."""


class Cast(NamedTuple):
    """What one person said."""

    num: int
    id: str
    """Of the verdict."""
    state: Stands
    person: str
    """By what people are told apart."""
    who: str
    """As the name was spelled first."""
    what: str
    """The id of the option; "" for taking the answer back."""
    retracts: bool
    seen: str
    """The token of the decision that it was said upon."""
    verdict: str
    """As text (`verdict_text`)."""
    at: datetime
    void: str
    """Why it does not count whatever the question is, without a full stop; empty while it may."""
    parcel: int | None
    """The number in the outbox that it went out with, or stood beside."""
    over: bool = False
    """What it stood beside is recorded."""
    last: bool = False
    """Of those that stood beside something, it belongs to the newest."""

    def beside(self, decision: "Decision") -> bool:
        """Whether that was settled without it. Worked out when it is shown: a record may be set back."""
        settled = decision.settlement is not None
        return self.over or (self.state is Stands.STANDS and self.retracts is not settled)

    def counts_for(self, seen: str) -> bool:
        """Whether it counts for the decision as it stands."""
        return self.state is Stands.STANDS and self.seen == seen and not self.void

    def vote(self, decision: "Decision", *, mine: bool) -> Vote:
        """For the reader, upon the decision as it stands."""
        void = self.void or (MOVED if self.state is Stands.STANDS and self.seen != decision.seen else "")
        beside = self.beside(decision)
        if beside:
            void = OUTVOTED if self.outvoted(decision) else NOT_NEEDED
        return Vote(self.who, self.what, mine, self.at, self.id, void or None, self.retracts, self.note, beside)

    def outvoted(self, decision: "Decision") -> bool:
        """Whether another answer than this one was recorded."""
        settled = decision.settlement
        return self.over or (settled is not None and settled.option != self.what)

    @property
    def note(self) -> str | None:
        """What was written beside it; None also where another sayso kept it in words that we cannot read."""
        # Imported where there is a vote: most decisions have none.
        from sayso_client import verdict_text
        from sayso_client.verdict import Answer, Retraction

        try:
            said = verdict_text.read(self.verdict)
        except Unreadable:
            return None
        return said.note if isinstance(said, Answer | Retraction) else None


_COLUMNS = "num, id, state, person, who, what, retracts, seen, verdict, at, void, parcel"
_HERE = "uuid = coalesce((SELECT uuid FROM subscription WHERE name = :store AND place = 'shown'), '')"
_AWAY = "EXISTS (SELECT 1 FROM outbox WHERE outbox.num = vote.parcel AND outbox.state <> 'recorded')"
_SETTLED = (
    "SELECT settled FROM decision WHERE decision.key = vote.key "
    "AND decision.store = (SELECT num FROM store WHERE name = vote.store)"
)
WAITS = f"state = 'stands' AND retracts = coalesce(({_SETTLED}), retracts)"
"""In SQL, of `vote`: an answer waits while there is none, and a wish to take one back while there is one."""
_OVER = (
    "state = 'beside' AND NOT EXISTS "
    "(SELECT 1 FROM outbox WHERE outbox.num = vote.parcel AND outbox.state NOT IN ('recorded', 'lost'))"
)
_LOST = "EXISTS (SELECT 1 FROM outbox WHERE outbox.num = vote.parcel AND outbox.state = 'lost') AND state = 'sent'"
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


def forget(writing: "Writing", store: str) -> None:
    """What waits for others there is taken back by the person who takes the store out."""
    writing.db.execute(f"UPDATE vote SET state = 'taken back' WHERE store = ? AND {WAITS}", (store,))


def move(writing: "Writing", store: str, uuid: str) -> None:
    """The store of that uuid is known under this name: what was said to it under a name that is no more is there."""
    former = "store NOT IN (SELECT name FROM subscription WHERE place <> 'old')"
    writing.db.execute(
        f"UPDATE vote SET store = :store WHERE uuid = :uuid AND state IN ('stands', 'beside') AND {former}",
        {"store": store, "uuid": uuid},
    )


def sent_with(db: sqlite3.Connection, parcel: int) -> bool:
    """Whether what several people said went out by that number in the outbox."""
    return there(db) and db.execute("SELECT 1 FROM vote WHERE parcel = ? LIMIT 1", (parcel,)).fetchone() is not None


def is_mine(db: sqlite3.Connection, store: str) -> Callable[[str], bool]:
    """Tells whether a name is the reader's, who may have another one in that store."""
    kept = Names.kept(db)
    found = db.execute("SELECT you FROM subscription WHERE name = ? AND place = 'shown'", (store,)).fetchone()
    return Names((*kept.own, found[0]), kept.assistants).mine if found and found[0] else kept.mine


def cast(writing: "Writing", ref: Ref, uuid: str, one: Cast) -> Cast:
    """Keep what somebody said, in the place of what the same person said before. Its first spelling stays.

    Args:
        writing: The open transaction.
        ref: The decision.
        uuid: Of its store.
        one: What is said; its number is given here.
    """
    db = writing.db
    same = {"store": ref.store, "key": ref.key, "uuid": uuid, "person": one.person, "retracts": one.retracts}
    before = "store = :store AND key = :key AND uuid = :uuid AND person = :person AND state = 'stands'"
    first = next(iter(_read(db, f"{before} AND retracts = :retracts", same)), None)
    one = one._replace(who=first.who if first else one.who)
    db.execute(f"UPDATE vote SET state = 'replaced' WHERE {before}", same)
    num = db.execute(
        "INSERT INTO vote (store, uuid, key, id, state, person, who, what, retracts, seen, verdict, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(ref.store, uuid, ref.key, one.id, one.state, one.person, one.who, one.what, one.retracts),
            *(one.seen, one.verdict, one.at.isoformat()),
        ),
    ).lastrowid
    return one._replace(num=num or 0)


def take_back(writing: "Writing", ref: Ref, uuid: str, taken: Cast, by: Cast) -> None:
    """What somebody said counts no more, because the same person says so."""
    writing.db.execute("UPDATE vote SET state = 'taken back' WHERE num = ?", (taken.num,))
    writing.db.execute(
        "INSERT INTO vote (store, uuid, key, id, state, person, who, what, retracts, seen, verdict, at) "
        "VALUES (?, ?, ?, ?, 'takes back', ?, ?, '', ?, ?, ?, ?)",
        (
            *(ref.store, uuid, ref.key, by.id, by.person, taken.who),
            *(by.retracts, by.seen, by.verdict, by.at.isoformat()),
        ),
    )


def replace(writing: "Writing", ref: Ref, person: str) -> None:
    """The same person says something that needs no others: what that person said before waits no more."""
    sql = "UPDATE vote SET state = 'replaced' WHERE store = ? AND key = ? AND person = ? AND state = 'stands'"
    writing.db.execute(sql, (ref.store, ref.key, person))


def void(writing: "Writing", several: Iterable[Cast], why: str) -> None:
    """These do not count whatever is asked: whoever gave them is not counted any more."""
    writing.db.executemany("UPDATE vote SET void = ? WHERE num = ?", [(why, each.num) for each in several])


def send(writing: "Writing", agreed: Sequence[Cast], others: Sequence[Cast], parcel: int) -> None:
    """These went out, by that number in the outbox; the others stood beside them."""
    sql = "UPDATE vote SET state = ?, parcel = ? WHERE num = ?"
    writing.db.executemany(sql, [("sent", parcel, each.num) for each in agreed])
    writing.db.executemany(sql, [("beside", parcel, each.num) for each in others])


def dropped(writing: "Writing", parcel: int, verdict_id: str) -> None:
    """It was taken out of the outbox: whoever said the last word takes it back, and the others still stand."""
    sql = "UPDATE vote SET state = CASE WHEN id = ? THEN 'taken back' ELSE 'stands' END, parcel = NULL WHERE parcel = ?"
    writing.db.execute(sql, (verdict_id, parcel))


def stand_again(writing: "Writing", parcel: int) -> None:
    """What they went out with was taken out and is said anew: all of them wait again."""
    writing.db.execute("UPDATE vote SET state = 'stands', parcel = NULL WHERE parcel = ?", (parcel,))


def _read(db: sqlite3.Connection, condition: str, values: dict[str, object]) -> tuple[Cast, ...]:
    sql = f"SELECT {_COLUMNS}, {_OVER}, coalesce({_LAST}, 0), {_LOST} FROM vote WHERE {condition} ORDER BY num"
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
    lost: int,
) -> Cast:
    """One row, in the order of the columns."""
    said = (person, who, what, bool(retracts), seen, verdict, stamps.received(at))
    return Cast(num, name, Stands(state), *said, why or (GONE if lost else ""), parcel, bool(over), bool(last))
