"""Which sheet an act opens, or why it opens none. The sheets are imported when the first one is wanted."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sayso_client.decision import Act, Decision, State
from sayso_client.draft import blank
from sayso_tui.keys import OPTION_KEYS
from sayso_tui.refusals import REFUSED
from sayso_tui.screens.desk import Desk

if TYPE_CHECKING:
    from sayso_tui.screens.sheet import Sheet


def why_not(act: Act, decision: Decision, desk: Desk) -> str | None:
    """A sentence when this act cannot be begun on this decision; None when it can."""
    if desk.inbox.read_only:
        return desk.inbox.read_only
    if sentence := desk.inbox.why_not(act, decision):
        return sentence
    if act is Act.CONFIRM and Act.ANSWER in decision.can.acts and (sentence := _unconfirmable(decision, desk)):
        return sentence
    if act not in decision.can.acts and not (act is Act.ANSWER and decision.can.first is Act.RETRACT):
        return decision.can.refusals.get(act) or REFUSED[act]
    return None


def _unconfirmable(decision: Decision, desk: Desk) -> str | None:
    """Why there is nothing to confirm, and what to do instead."""
    answers = f"answer with {_answering(decision, desk)}."
    if decision.state is State.DISMISSED:
        return f"It was dismissed. {desk.keys['retract'].shown} takes that back; or {answers}"
    if any(each.confirmable for each in decision.proposals):
        return None
    if not decision.proposals:
        return f"{REFUSED[Act.CONFIRM]} You can {answers}"
    if not any(each.current for each in decision.proposals):
        return f"It was proposed for older terms, which cannot be confirmed; {answers}"
    return f"This proposal has no option to confirm; {answers}"


def _answering(decision: Decision, desk: Desk) -> str:
    keys, count = desk.keys, min(len(decision.options), len(OPTION_KEYS))
    if not count:
        return keys["answer"].shown
    if count == 2:
        return f"{keys[OPTION_KEYS[0]].shown} or {keys[OPTION_KEYS[1]].shown}"
    return (
        f"{keys[OPTION_KEYS[0]].shown} to {keys[OPTION_KEYS[count - 1]].shown}"
        if count > 2
        else keys[OPTION_KEYS[0]].shown
    )


def sheet_for(act: Act, decision: Decision, desk: Desk, option: str | None = None) -> "Sheet":
    """The sheet for this act on the decision as it is on the screen."""
    if act is Act.ANSWER:
        from sayso_tui.screens.sheet_answer import AnswerSheet

        return AnswerSheet(decision, desk, replace(blank(decision, act), option=option))
    if act is Act.CONFIRM:
        from sayso_tui.screens.sheet_confirm import ConfirmSheet

        return ConfirmSheet(decision, desk)
    if act is Act.DISMISS:
        from sayso_tui.screens.sheet_dismiss import DismissSheet

        return DismissSheet(decision, desk)
    if act is Act.RETRACT:
        from sayso_tui.screens.sheet_retract import RetractSheet

        return RetractSheet(decision, desk)
    from sayso_tui.screens.sheet_note import NoteSheet

    return NoteSheet(decision, desk)
