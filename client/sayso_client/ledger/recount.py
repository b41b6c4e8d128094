"""Whose word counts among several may change: what was said is then counted anew, and what cannot go out comes back."""

from typing import TYPE_CHECKING

from sayso_client.ledger import moves, outbox, votes, voting
from sayso_client.ledger.one_vote import Cast, Stands
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

NOT_COUNTED = "whoever gave it is not counted among those who answer any more"


def voted_on(writing: "Writing", store: int) -> frozenset[str]:
    """Decisions of a copy of which people said something here that waits, or was sent in vain."""
    kept = writing.keeping.of(store)
    if not kept.shown or writing.rules(store).counts is None:
        return frozenset()
    return votes.keys(writing.db, kept.label)


def recount(writing: "Writing", store: int, key: str) -> bool:
    """Count anew upon what is held now; whether an order was taken out, so that its votes are in the book again.

    A refused order of which somebody does not count any more can never be taken: it would only stand in the way of
    whoever says the same next.

    Args:
        writing: The open transaction.
        store: The number of the copy that is shown.
        key: Which decision.
    """
    counts, ref = writing.rules(store).counts, Ref(writing.keeping.of(store).label, key)
    held = writing.all_held(store, key)
    if counts is None or not held:
        return False
    several = votes.of(writing.db, ref)
    out = {each.num: not counts(held, each.who) for each in several}
    back = False
    for one in outbox.of_decision(writing.db, ref):
        mine = [each for each in several if each.parcel == one.num]
        if one.stage is outbox.Stage.REFUSED and any(out[each.num] for each in mine if each.state is Stands.SENT):
            back = moves.supersede(writing, one.num) or back
    changed = [each for each in votes.of(writing.db, ref) if _otherwise(each, out=out[each.num])]
    for void in (True, False):
        voting.void(writing, [each for each in changed if out[each.num] is void], NOT_COUNTED if void else "")
    if changed or back:
        writing.touch(store, key)
    return back


def _otherwise(each: Cast, *, out: bool) -> bool:
    counted = each.void in ("", NOT_COUNTED)  # else it is void for another reason, whoever counts
    return counted and each.state is Stands.STANDS and bool(each.void) is not out
