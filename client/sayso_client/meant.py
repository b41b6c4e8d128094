"""Which act a filled-in answer is: the confirmation of a proposal, or an answer of one's own."""

from dataclasses import replace

from sayso_client.decision import Act, Decision, Proposal
from sayso_client.draft import Draft
from sayso_client.errors import Incomplete
from sayso_client.verdict import AuthorityKind


def as_answered(decision: Decision, draft: Draft) -> Draft:
    """What an answer records. Kind confirmed with the option that a proposal names pins that proposal."""
    if draft.kind is AuthorityKind.CONFIRMED and draft.option is not None and Act.CONFIRM in decision.can.acts:
        for proposal in decision.proposals:
            if proposal.confirmable and proposal.option == draft.option:
                return replace(draft, act=Act.CONFIRM, proposal=proposal.id)
    return replace(draft, act=Act.ANSWER, proposal=None)


def as_confirmed(decision: Decision, draft: Draft, pinned: Proposal | None) -> Draft:
    """What a confirmation records: the pinned proposal, or an answer when it says otherwise.

    Raises:
        Incomplete: several disagree and none is chosen yet, or none is left.
    """
    if draft.kind is not AuthorityKind.CONFIRMED:
        return replace(draft, act=Act.ANSWER, proposal=None)
    if not any(each.confirmable for each in decision.proposals):
        raise Incomplete("There is no proposal left to confirm. Take another authority, or leave.", "kind")
    if pinned is None:
        raise Incomplete("Choose which proposal you confirm.", "proposal")
    if not says_the_same(draft, pinned):
        return replace(draft, act=Act.ANSWER, proposal=None)
    return replace(draft, act=Act.CONFIRM, proposal=pinned.id)


def says_the_same(draft: Draft, proposal: Proposal) -> bool:
    """Whether the draft answers as the proposal does: the same option, or the same words where it has only words."""
    if proposal.option is not None:
        return draft.option == proposal.option
    return draft.option is None and draft.text == (proposal.text or "")
