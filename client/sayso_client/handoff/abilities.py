"""What the principal may do with a Handoff decision now, and a sentence for everything usual that is not offered."""

from collections.abc import Iterable

from sayso_client.decision import Act, Can, Outcome, Proposal, Settlement
from sayso_client.handoff.vocabulary import KINDS

WITHDRAWN = {
    "settled": "The asker withdrew it (settled where it was asked).",
    "not_needed": "The asker withdrew it (no longer needed).",
}
NO_QUESTION = "The question itself is not held here; there is nothing to answer until it comes."
NO_SETTLEMENT = "Nothing stands that could be taken back."
NO_PROPOSAL = "No proposal with an answer is held for the terms in force."
DISMISSED = "It was dismissed. Take that back first, or answer it after all."
_SETTLING = (Act.ANSWER, Act.CONFIRM, Act.DISMISS)


def abilities(
    *, asked: bool, withdrawal: str | None, settlement: Settlement | None, proposals: Iterable[Proposal]
) -> Can:
    """Acts and refusals. All four kinds of authority are kept by decisions/0.3.

    Args:
        asked: Terms are in force.
        withdrawal: Why the asker took it back, if so.
        settlement: The one that stands.
        proposals: Those that are shown.
    """
    acts, refusals = {Act.NOTE}, {}
    if withdrawal is not None:
        why = WITHDRAWN.get(withdrawal, f"The asker withdrew it ({withdrawal}).")
        refusals = {str(act): why for act in _SETTLING}
    elif not asked:
        refusals = {str(act): NO_QUESTION for act in _SETTLING}
    else:
        acts |= {Act.ANSWER, Act.DISMISS}
        if settlement is not None and settlement.outcome is Outcome.DISMISSED:
            refusals[str(Act.CONFIRM)] = DISMISSED
        elif any(each.confirmable for each in proposals):
            acts.add(Act.CONFIRM)
        else:
            refusals[str(Act.CONFIRM)] = NO_PROPOSAL
    if settlement is not None:
        acts.add(Act.RETRACT)
    else:
        refusals[str(Act.RETRACT)] = NO_SETTLEMENT
    return Can(frozenset(acts), KINDS, refusals)
