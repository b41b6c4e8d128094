"""What each authority kind means, in the words of every sheet."""

from typing import NamedTuple

from sayso_client.decision import Decision, Proposal
from sayso_client.text import one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.widgets.proposal_view import maker, provenance

ALL = tuple(AuthorityKind)
FOR_DISMISSING = tuple(kind for kind in ALL if kind is not AuthorityKind.CONFIRMED)
"""A proposal suggests an answer, so there is nothing to confirm in a dismissal."""
NEEDS = {AuthorityKind.DELEGATED: "under", AuthorityKind.ATTESTED: "basis"}
"""The field that a kind cannot be without."""
OTHERWISE = "That is not what was proposed: it will be recorded as your own answer (principal)."
"""Said when a confirmation becomes an answer."""
AS_PROPOSED = "That is what is proposed: it will be recorded as confirmed."
"""Said when an answer becomes a confirmation."""
_MEANING = {
    AuthorityKind.PRINCIPAL: "I decide this myself",
    AuthorityKind.CONFIRMED: "I confirm what was proposed",
    AuthorityKind.DELEGATED: "answered under a mandate, without the principal",
    AuthorityKind.ATTESTED: "taken from evidence, such as a mail",
}
_ELSEWHERE = "I confirm what was proposed elsewhere"
"""Where no answer is proposed here: proposals are no part of decisions/0.3, so one may have been made anywhere."""
_DISMISSING = {AuthorityKind.DELEGATED: "dismissed under a mandate, without the principal"}


class Offered(NamedTuple):
    """One kind as a sheet offers it. Both texts are plain."""

    kind: AuthorityKind
    meaning: str
    refused: str = ""
    """Why the store does not accept it; empty when it does."""


def offered(
    kind: AuthorityKind, decision: Decision, proposal: Proposal | None = None, *, dismissing: bool = False
) -> Offered:
    """What the kind means here, and whether the store accepts it.

    Args:
        kind: Which one.
        decision: What is decided.
        proposal: Whose words the kind "confirmed" would confirm, when that is known.
        dismissing: Whether it is the ground of a dismissal.
    """
    meaning = (_DISMISSING if dismissing else _MEANING).get(kind, _MEANING[kind])
    if kind is AuthorityKind.CONFIRMED and proposal is not None:
        meaning = f"I confirm what {one_line(maker(proposal), 40)} proposed ({provenance(proposal)})"
    elif kind is AuthorityKind.CONFIRMED and not any(each.confirmable for each in decision.proposals):
        meaning = _ELSEWHERE
    if kind in decision.can.kinds:
        return Offered(kind, meaning)
    why = decision.can.refusals.get(kind, "this store does not keep this kind")
    return Offered(kind, meaning, one_line(why, 120))
