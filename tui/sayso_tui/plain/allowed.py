"""Why an act cannot be begun on a decision, in words for somebody who types commands."""

from sayso_client.decision import Act, Decision, State
from sayso_client.inbox import Inbox
from sayso_tui.refusals import REFUSED


def why_not(act: Act, decision: Decision, number: int, inbox: Inbox) -> str | None:
    """A sentence when this act cannot be begun; None when it can."""
    if inbox.read_only:
        return f"{inbox.read_only} Nothing can be recorded here."
    if sentence := inbox.why_not(act, decision):
        return sentence
    if act is Act.CONFIRM and Act.ANSWER in decision.can.acts and not _confirmable(decision):
        return f"{_unconfirmable(decision)} You can type: answer {number}"
    if act not in decision.can.acts:
        return decision.can.refusals.get(act) or REFUSED[act]
    return None


def _confirmable(decision: Decision) -> bool:
    return decision.state is not State.DISMISSED and any(each.confirmable for each in decision.proposals)


def _unconfirmable(decision: Decision) -> str:
    if decision.state is State.DISMISSED:
        return "It was dismissed, so there is nothing to confirm."
    if not decision.proposals:
        return REFUSED[Act.CONFIRM]
    if not any(each.current for each in decision.proposals):
        return "It was proposed for older terms, which cannot be confirmed."
    return "This proposal has no answer to confirm."
