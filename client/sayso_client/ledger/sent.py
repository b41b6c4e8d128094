"""What the outbox adds to a decision: the store does not know yet what I said, and I do.

What askers said there is for them to see to (`unsent`); the principal's list is not about it.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from sayso_client.around import Vote
from sayso_client.decision import Awaiting, Decision
from sayso_client.ledger import votes
from sayso_client.ledger.beside import with_votes
from sayso_client.ledger.one_vote import Cast, Stands
from sayso_client.vocabulary import Act, Flag, Ref

FLAGS = {
    "queued": Flag.UNSENT,
    "sending": Flag.UNSENT,
    "unknown": Flag.UNKNOWN_OUTCOME,
    "conflict": Flag.OVERTAKEN,
    "refused": Flag.REFUSED,
    "lost": Flag.LOST,
}
"""State of what stands in the outbox → what a reader is told of its decision."""

_AWAY = frozenset({"queued", "sending", "unknown", "written"})


class Sent(NamedTuple):
    """What I said about one decision that its store does not show yet."""

    flags: frozenset[Flag] = frozenset()
    away: bool = False
    """A settlement of mine is on its way: it does not wait for me, unless it comes back."""

    cast: tuple[tuple[Cast, bool], ...] = ()
    """What people said here and no store holds, each with whether it is mine."""

    def upon(self, decision: Decision) -> Decision:
        """The decision as I am to see it."""
        if not self.flags and not self.away and not self.cast:
            return decision
        waiting = decision.waiting and not self.away
        shown = replace(decision, flags=decision.flags | self.flags, waiting=waiting)
        return _voted(shown, self.cast) if self.cast else shown


def _voted(decision: Decision, cast: tuple[tuple[Cast, bool], ...]) -> Decision:
    """With what people said here. Once I did, it waits for the others."""
    shown = replace(decision, votes=decision.votes + tuple(_shown(decision, cast)))
    if past := [each for each, _ in cast if each.beside(decision) and not each.is_done(decision)]:
        shown = with_votes(shown, past)
    # What was sent takes it off my list as everything that is sent does, and brings it back likewise.
    if any(mine and each.counts_for(decision.seen) for each, mine in cast):
        others = Awaiting.OTHERS if decision.waiting else decision.awaiting
        shown = replace(shown, waiting=False, awaiting=others)
    if decision.settlement is None and any(mine and _waits(one, decision) for one, mine in cast):
        can = decision.can
        refusals = {act: why for act, why in can.refusals.items() if act != Act.RETRACT}
        shown = replace(shown, can=replace(can, acts=can.acts | {Act.RETRACT}, refusals=refusals))
    return shown


def _waits(one: Cast, decision: Decision) -> bool:
    return one.state is Stands.STANDS and not one.beside(decision)


def _shown(decision: Decision, cast: tuple[tuple[Cast, bool], ...]) -> Iterator[Vote]:
    """As votes: of what did not prevail only the newest, and nobody's who spoke since. All of it is in the history."""
    for one, mine in cast:
        passed = one.state is Stands.BESIDE and one.since
        if not passed and not one.is_done(decision) and (one.last or not one.over):
            yield one.vote(decision, mine=mine)


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
    cast = votes.of(db, Ref(store, key)) if votes.there(db) else ()
    if not found and not cast:
        return NOTHING
    away = any(settles and state in _AWAY for state, settles in found)
    flags = frozenset(FLAGS[state] for state, _ in found if state in FLAGS)
    if not cast:
        return Sent(flags, away)
    mine = votes.is_mine(db, store)
    return Sent(flags, away, tuple((each, mine(each.who)) for each in cast))
