"""What every store asks before it takes a verdict, whatever its records look like."""

from collections.abc import Callable

from sayso_client.decision import Decision
from sayso_client.verdict import Note, SameAs, Verdict


def moved(verdict: Verdict, decision: Decision, other: Callable[[str], Decision | None]) -> bool:
    """Whether what was on the screen is no longer what stands. A note settles nothing, so it never moves.

    Args:
        verdict: What is said.
        decision: What it is said upon, as it stands.
        other: Gives another decision of the same store, by its key.
    """
    if isinstance(verdict, Note):
        return False
    if isinstance(verdict, SameAs):
        second = other(verdict.other)
        if second is None or second.seen != verdict.other_seen:
            return True
    return decision.seen != verdict.seen


def settles(verdict: Verdict) -> bool:
    """Whether it changes what is settled, so that only one of its sort can be on its way."""
    return not isinstance(verdict, Note | SameAs)
