"""Taking out what is held of a store elsewhere: hidden at once, and deleted a little at a time."""

import shlex
from typing import TYPE_CHECKING

from sayso_client.errors import Conflict
from sayso_client.ledger import outbox, renaming, votes, voting
from sayso_client.ledger.copies import subscription
from sayso_client.ledger.kept import HIDDEN
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

MOST_SWEPT = 200
"""Decisions that one step takes out at most."""
_RECORDS = 5
"""Records are taken out as fast as one decision for each so many of them."""


def retire(writing: "Writing", name: str, place: str) -> None:
    """Hide the copy of a store that is in that place, for ever."""
    found = subscription(writing.db, name, place)
    if found is None:
        return
    hidden = f"{name}{HIDDEN}{found.store}"
    writing.db.execute("UPDATE store SET name = ? WHERE num = ?", (hidden, found.store))
    writing.db.execute("UPDATE subscription SET place = 'old' WHERE store = ?", (found.store,))
    writing.keeping.forget()


def sweep(writing: "Writing", many: int = MOST_SWEPT) -> bool:
    """Take out so many decisions of copies that were replaced, or records of that weight; whether there may be more."""
    db = writing.db
    found = db.execute("SELECT store FROM subscription WHERE place = 'old' LIMIT 1").fetchone()
    if found is None:
        return False
    (store,) = found
    rows = db.execute("SELECT num FROM decision WHERE store = ? LIMIT ?", (store, many)).fetchall()
    if rows:
        db.executemany(
            "INSERT INTO search (search, rowid, words) SELECT 'delete', num, words FROM decision WHERE num = ?", rows
        )
        db.executemany("DELETE FROM body WHERE num = ?", rows)
        db.executemany("DELETE FROM decision WHERE num = ?", rows)
        return True
    gone = "DELETE FROM replica_record WHERE seq IN (SELECT seq FROM replica_record WHERE store = ? LIMIT ?)"
    if db.execute(gone, (store, _RECORDS * many)).rowcount:
        return True
    some = "SELECT digest FROM own_before WHERE store = ?1 LIMIT ?2"
    gone = f"DELETE FROM own_before WHERE store = ?1 AND digest IN ({some})"
    if db.execute(gone, (store, _RECORDS * many)).rowcount:
        return True
    for table in ("counter", "own_act", "subscription"):
        db.execute(f"DELETE FROM {table} WHERE store = ?", (store,))
    writing.unmark(f"whole {store}")
    db.execute("DELETE FROM store WHERE num = ?", (store,))
    return True


def remove(writing: "Writing", name: str, *, votes_too: bool = False) -> None:
    """Forget all that was read from a store. What was sent to it stays known, should it come back.

    Args:
        writing: The open transaction.
        name: The store's.
        votes_too: What people said there and waits for others is taken back; the person said so.

    Raises:
        Conflict: something that was said is not recorded there; nothing changed.
    """
    if votes_too:
        voting.forget(writing, name)
    elif kept := votes.waiting(writing.db, name):
        raise Conflict(
            f"{votes.in_words(kept, name)} Take that back first, each with sayso retract, or all at once: "
            f"sayso store remove {shlex.quote(one_line(name, 40))} --drop-votes"
        )
    waiting = len(outbox.under_way(writing.db, name))
    if waiting:
        what = "1 thing that you said is" if waiting == 1 else f"{waiting:,} things that you said are"
        raise Conflict(
            f"{what} not recorded in {one_line(name, 40)} yet, so it stays. sayso list --outbox shows what, with its "
            "number; send it first, or drop it with sayso sync --drop NUMBER."
        )
    for place in ("shown", "aside"):
        retire(writing, name, place)
    writing.db.execute("DELETE FROM health WHERE store = ?", (name,))
    renaming.changed(writing, name, None)
    writing.went()
