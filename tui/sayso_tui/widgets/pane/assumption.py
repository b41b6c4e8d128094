"""What the asker does meanwhile, and by when an answer is wanted. Neither is ever an answer."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Decision
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, said
from sayso_tui.widgets.pane.when import AFTER_DUE, due_words, overdue

BAR = (Piece("▎ ", Ink.WARN),)


def assumption(decision: Decision, now: datetime) -> Iterable[Block]:
    """Until you answer …, drawn with a bar, and the due time."""
    if decision.waiting:
        yield BLANK
        who = said(decision.asked_by or "the asker", Ink.TEXT, 80)
        if decision.working_assumption is None:
            pieces: Line = (Piece("Until you answer", Ink.WARN),)
            label: Line = (Piece("Nothing is assumed.", Ink.DIM),)
        else:
            chosen = decision.option(decision.working_assumption.option)
            with_ = said(chosen.label if chosen else decision.working_assumption.text, Ink.STRONG)
            pieces = (Piece("Until you answer, ", Ink.WARN), who, Piece(" goes on with "), with_, Piece("."))
            label = (Piece("Not an answer.", Ink.DIM),)
        yield Block(pieces, first=BAR, rest=BAR, label=label)
    elif decision.working_assumption is not None:
        yield BLANK
        chosen = decision.option(decision.working_assumption.option)
        words = said(chosen.label if chosen else decision.working_assumption.text, Ink.DIM)
        yield Block((Piece("It was assumed meanwhile: ", Ink.DIM), words), first=BAR, rest=BAR)
    if decision.due is not None:
        yield from _due(decision, now)


def _due(decision: Decision, now: datetime) -> Iterable[Block]:
    assert decision.due is not None
    if not decision.waiting:
        yield Block((Piece("Due: ", Ink.DIM), Piece(due_words(decision.due, now), Ink.DIM)), first=BAR, rest=BAR)
        return
    late = overdue(decision.due, now)
    head = Piece("! Overdue: it was due " if late else "Due ", Ink.HOT if late else Ink.WARN)
    when = Piece(due_words(decision.due, now) + ".", Ink.TEXT)
    yield Block((head, when), first=BAR, rest=BAR, label=(Piece(AFTER_DUE[decision.due_effect], Ink.DIM),))
