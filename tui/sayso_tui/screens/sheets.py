"""Which sheet an act opens, or why it opens none. The sheets are imported when the first one is wanted."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sayso_client.decision import Act, Decision
from sayso_client.draft import blank
from sayso_tui.screens.desk import Desk

if TYPE_CHECKING:
    from sayso_tui.screens.sheet import Sheet

_REFUSED = {
    Act.ANSWER: "This store takes no answer to it now.",
    Act.CONFIRM: "Nothing is proposed that could be confirmed.",
    Act.DISMISS: "This store does not let it be dismissed now.",
    Act.RETRACT: "There is no answer to take back.",
    Act.NOTE: "This store keeps no notes.",
}


def why_not(act: Act, decision: Decision, desk: Desk) -> str | None:
    """A sentence when this act cannot be begun on this decision; None when it can."""
    if desk.inbox.read_only:
        return desk.inbox.read_only
    if act not in decision.can.acts:
        return decision.can.refusals.get(act) or _REFUSED[act]
    if act is Act.CONFIRM and not any(each.confirmable for each in decision.proposals):
        return _REFUSED[act]
    return None


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
