"""What the outbox adds to a decision: the store does not know yet what I said, and I do.

What askers said there is for them to see to (`unsent`); the principal's list is not about it.
"""

import sqlite3
from dataclasses import replace
from typing import NamedTuple

from sayso_client.decision import Decision
from sayso_client.vocabulary import Flag

FLAGS = {
    "queued": Flag.UNSENT,
    "sending": Flag.UNSENT,
    "unknown": Flag.UNKNOWN_OUTCOME,
    "conflict": Flag.OVERTAKEN,
    "refused": Flag.REFUSED,
    "lost": Flag.UNSENT,
}
"""State of what stands in the outbox → what a reader is told of its decision."""

_AWAY = frozenset({"queued", "sending", "unknown", "written"})


class Sent(NamedTuple):
    """What I said about one decision that its store does not show yet."""

    flags: frozenset[Flag] = frozenset()
    away: bool = False
    """A settlement of mine is on its way: it does not wait for me, unless it comes back."""

    def upon(self, decision: Decision) -> Decision:
        """The decision as I am to see it."""
        if not self.flags and not self.away:
            return decision
        waiting = decision.waiting and not self.away
        return replace(decision, flags=decision.flags | self.flags, waiting=waiting)


NOTHING = Sent()


def of(db: sqlite3.Connection, store: str, key: str) -> Sent:
    """What is under way for a decision.

    Args:
        db: The ledger.
        store: The label of its store.
        key: Which decision.
    """
    found = db.execute(
        "SELECT state, settles FROM outbox WHERE store = ? AND key = ? AND state <> 'recorded' AND verdict <> ''",
        (store, key),
    ).fetchall()
    if not found:
        return NOTHING
    away = any(settles and state in _AWAY for state, settles in found)
    return Sent(frozenset(FLAGS[state] for state, _ in found if state in FLAGS), away)
