"""What becomes of words in the vote book: they are kept, replaced, taken back, counted no more, or go out together."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sayso_client.ledger.one_vote import Cast
from sayso_client.ledger.votes import SINCE, WAITS
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_AGAIN = f"CASE WHEN {SINCE} THEN 'replaced' ELSE 'stands' END"
"""In SQL, of `vote`: a word that comes back from the outbox. Nobody has two, so it gives way to what was said since."""


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
    sql = f"SELECT who FROM vote WHERE {before} AND retracts = :retracts ORDER BY num LIMIT 1"
    if (first := db.execute(sql, same).fetchone()) is not None:
        one = one._replace(who=first[0])
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
    sql = (
        f"UPDATE vote SET state = CASE WHEN id = ? THEN 'taken back' ELSE {_AGAIN} END, parcel = NULL WHERE parcel = ?"
    )
    writing.db.execute(sql, (verdict_id, parcel))


def stand_again(writing: "Writing", parcel: int, void: str = "") -> None:
    """What they went out with was taken out and is said anew: all of them wait again.

    Args:
        writing: The open transaction.
        parcel: The number that it had in the outbox.
        void: Why they count for nothing until each is said anew; "" where they count.
    """
    sql = f"UPDATE vote SET state = {_AGAIN}, void = coalesce(nullif(?, ''), void), parcel = NULL WHERE parcel = ?"
    writing.db.execute(sql, (void, parcel))


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
