"""What was settled in a store elsewhere before it was first read from here raises no alarm: nobody here could know it.

In the copy that was read first that is told by the numbers of its records. A copy that is read anew takes it over
record by record: what the former copy held and did not know stays an alarm, and what it did not hold is one, so that
no store makes a forgery old by asking to be read again. What was out of its reach was never read before, though.
"""

import sqlite3
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    # Read before the first frame, which needs none of the rules.
    from sayso_client.ledger.rules import Entry

EVERY = 2**63 - 1
"""As a number: every record that comes while a store is first read."""


class Before(NamedTuple):
    """What is known of one copy."""

    num: int
    upto: int
    """The last of its records that were there at first; 0 where that is told record by record."""
    former: int | None = None
    """The copy that is shown while this one is filled in its place, when both are of one store."""
    former_upto: int = 0
    former_prefix: str = ""
    """What the keys begin with that the former copy reached."""


def condition(before: Before | None) -> str:
    """SQL over replica_record: whether a record was there before; nothing where no copy is meant."""
    if before is None:
        return "0"
    return (
        f"(seq <= {before.upto} OR EXISTS (SELECT 1 FROM own_before WHERE own_before.store = {before.num} "
        "AND own_before.digest = replica_record.digest))"
    )


def meet(db: sqlite3.Connection, before: Before, entry: "Entry", seq: int) -> bool:
    """Whether a record that speaks for the principal, and just came under that number, was there before.

    In a copy that is filled in the place of another that is written down.
    """
    if seq <= before.upto:
        return True
    if before.former is None:
        return False
    held = db.execute(
        "SELECT seq, EXISTS (SELECT 1 FROM own_before AS known WHERE known.store = held.store "
        "AND known.digest = held.digest) FROM replica_record AS held WHERE store = ? AND digest = ?",
        (before.former, entry.digest),
    ).fetchone()
    unread = not (entry.key or "").startswith(before.former_prefix)
    was = unread if held is None else held[0] <= before.former_upto or bool(held[1])
    if was:
        db.execute("INSERT OR IGNORE INTO own_before (store, digest) VALUES (?, ?)", (before.num, entry.digest))
    return was
