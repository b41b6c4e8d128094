"""Answers that contradict one another, beside one another."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.cells import cell_len

from sayso_client.decision import Decision, Event, Flag
from sayso_client.text import one_line
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, said
from sayso_tui.widgets.pane.layout import fit
from sayso_tui.widgets.pane.when import ago

_BAR = (Piece("▎ ", Ink.HOT),)
_SAID = {"dismissed": "no answer is needed", "retracted": "the answer is taken back"}
_LEAST, _MOST = 8, 30
"""Cells of the column with the answers."""


def _standing(decision: Decision) -> tuple[Event, ...]:
    """The records of the principal side that stand, when they contradict one another; else none."""
    if Flag.CONTESTED not in decision.flags:
        return ()
    found = tuple(each for each in decision.history if each.current and each.what in ("decided", *_SAID))
    return found if len(found) > 1 else ()


def contest(decision: Decision, now: datetime, width: int) -> Sequence[Block]:
    """Each answer that stands with who gave it, on what ground, and when; nothing where none is against another."""
    answers = [(_words(each), each) for each in _standing(decision)]
    return [BLANK, *_table(answers, now, width)] if answers else []


def _table(answers: Sequence[tuple[str, Event]], now: datetime, width: int) -> Iterable[Block]:
    yield Block((Piece(f"{len(answers)} answers stand against one another", Ink.HOT),), first=_BAR, rest=_BAR)
    widest = max(cell_len(words) for words, _ in answers)
    column = max(min(widest, width // 3, _MOST), _LEAST)
    rest = (*_BAR, Piece(" " * (column + 2)))
    for words, event in answers:
        if cell_len(words) > column:
            yield Block((said(words, Ink.STRONG),), first=_BAR, rest=_BAR)
            words = ""
        lead = (*_BAR, Piece(fit(words, column), Ink.STRONG), Piece("  "))
        yield Block(_who(event, now), first=lead, rest=rest)


def _words(event: Event) -> str:
    return one_line(_SAID.get(event.what) or event.text or "an answer without words", 500)


def _who(event: Event, now: datetime) -> tuple[Piece, ...]:
    parts = [said(event.by or "nobody named", Ink.TEXT, 80)]
    if event.authority:
        parts.append(said(event.authority, Ink.DIM, 40))
    if event.at:
        parts.append(Piece(ago(event.at, now), Ink.DIM))
    return tuple(piece for part in parts for piece in (Piece(" · ", Ink.FAINT), part))[1:]
