"""What an act of mine did, in words, for the sheet and for the inbox in lines."""

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.text import one_line

_DID = {Act.ANSWER: "answered", Act.DISMISS: "dismissed", Act.RETRACT: "retracted", Act.NOTE: "noted"}
TAKES = {Act.ANSWER: "your answer", Act.DISMISS: "your dismissal", Act.RETRACT: "your retraction"}
"""What is taken back, by what was done."""


def did(draft: Draft) -> str:
    """The verb and the ground: "answered (delegated: mandate 7)"."""
    if draft.act not in (Act.ANSWER, Act.DISMISS):
        return _DID[draft.act]
    ground = draft.under or draft.basis
    return f"{_DID[draft.act]} ({draft.kind}{f': {one_line(ground, 60)}' if ground else ''})"


def answer(draft: Draft, decision: Decision) -> tuple[str, ...]:
    """The option's label and the words beside it, raw, as far as there are any."""
    if draft.act is not Act.ANSWER:
        return ()
    chosen = decision.option(draft.option)
    label = chosen.label if chosen else draft.option or ""
    return tuple(each for each in (label, draft.text if draft.text != label else "") if each)
