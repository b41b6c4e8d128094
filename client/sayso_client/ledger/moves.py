"""What becomes of things in the outbox one by one: said, moved on, dropped. Lists show each step at once."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sayso_client.ledger import voting
from sayso_client.ledger.one_vote import GONE, OVERTAKEN
from sayso_client.ledger.outbox import DONE, WAITS, Stage, one
from sayso_client.stores.contract import Parcel
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_VOID = {Stage.LOST: GONE, Stage.CONFLICT: OVERTAKEN}


def put(
    writing: "Writing",
    parcel: Parcel,
    *,
    uuid: str,
    digest: bytes,
    settles: bool,
    verdict: str,
) -> int:
    """Queue it. The same content once more is the same thing, and queued again when it waited for the person.

    Returns:
        Its number.

    Raises:
        StoreRenamed: the store has another name by now.
    """
    db = writing.db
    writing.refuse_former(parcel.ref.store)
    db.execute(
        "INSERT INTO outbox (store, uuid, key, id, state, settles, payload, digest, seen, words, verdict, queued) "
        "VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (store, digest) DO UPDATE "
        "SET state = 'queued', why = '' WHERE state IN ('conflict', 'refused', 'lost')",
        (
            *(parcel.ref.store, uuid, parcel.ref.key, parcel.id, settles),
            *(parcel.payload, digest, parcel.seen, parcel.words, verdict, parcel.queued.isoformat()),
        ),
    )
    sql = "SELECT num FROM outbox WHERE store = ? AND digest = ?"
    num = int(db.execute(sql, (parcel.ref.store, digest)).fetchone()[0])
    show(writing, parcel.ref)
    return num


def move(
    writing: "Writing", num: int, before: Collection[Stage], after: Stage, why: str = "", *, tried: bool = False
) -> bool:
    """From one stage to the next, unless somebody was faster; whether it was done.

    Args:
        writing: The open transaction.
        num: Which.
        before: The stages that it may be in.
        after: The stage that it comes to.
        why: A sentence to keep with it.
        tried: Count one more try, now.
    """
    marks = ", ".join("?" * len(before))
    done = writing.db.execute(
        "UPDATE outbox SET state = ?, why = ?, tries = tries + ?, tried = CASE WHEN ? THEN ? ELSE tried END "
        f"WHERE num = ? AND state IN ({marks})",
        (after, why, tried, tried, writing.stamp, num, *before),
    ).rowcount
    if done and (found := one(writing.db, num)):
        show(writing, found.ref)
    return bool(done)


def stood_again(writing: "Writing", num: int) -> None:
    """It stands in its store again from now on: whatever stood there meanwhile was before it."""
    writing.db.execute("UPDATE outbox SET tried = ? WHERE num = ?", (writing.stamp, num))


def tried_in_vain(writing: "Writing", store: str, why: str) -> None:
    """The store was asked and did not get as far as taking anything: a try of all that is queued for it, and why."""
    writing.db.execute(
        "UPDATE outbox SET tries = tries + 1, tried = ?, why = ? WHERE store = ? AND state = 'queued'",
        (writing.stamp, why, store),
    )


def drop(writing: "Writing", num: int) -> bool:
    """Take it out for good. Only the person may want that; False when it is recorded, or not there."""
    found = one(writing.db, num)
    if found is None or found.stage in DONE:
        return False
    writing.db.execute("DELETE FROM outbox WHERE num = ?", (num,))
    voting.dropped(writing, num, found.parcel.id)
    show(writing, found.ref)
    return True


def supersede(writing: "Writing", num: int) -> bool:
    """Take out what waits for the person, because one of those who said it says it anew; False when it does not wait.

    What was refused was never recorded, and the others' words go on counting. Where it was recorded once, or something
    came before it, the others were shown that their words count for nothing, so each has to be said anew.
    """
    found = one(writing.db, num)
    if found is None or found.stage not in WAITS:
        return False
    writing.db.execute("DELETE FROM outbox WHERE num = ?", (num,))
    voting.stand_again(writing, num, _VOID.get(found.stage, ""))
    show(writing, found.ref)
    return True


def show(writing: "Writing", ref: Ref) -> None:
    """Bring what lists show of a decision up to date."""
    found = writing.db.execute("SELECT num FROM store WHERE name = ?", (ref.store,)).fetchone()
    if found is not None:
        writing.touch(found[0], ref.key)
