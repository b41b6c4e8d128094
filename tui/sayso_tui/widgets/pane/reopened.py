"""That a question was answered before: who took the answer back, and why, above all else that is read of it."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Decision, Event, Flag
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece, said
from sayso_tui.widgets.pane.when import clock

REASON = 200
"""Cells of the reason; the history has more of it."""
_ANSWERS = frozenset({"decided", "dismissed", "retracted"})


def reopened(decision: Decision, now: datetime) -> Iterable[Block]:
    """A line where the last that was said of an answer is that it is taken back; nothing otherwise."""
    event = _taken_back(decision)
    if event is None:
        return
    bar = (Piece("▎ ", Ink.WARN),)
    pieces = [Piece("Taken back", Ink.WARN)]
    if event.by:
        pieces += [Piece(" by ", Ink.DIM), said(event.by, Ink.TEXT, 60)]
    if event.at:
        pieces.append(
            Piece(f" on {clock(event.at, now)}" if _is_day(event.at) else f", {clock(event.at, now)}", Ink.DIM)
        )
    if event.text:
        pieces += [Piece(": ", Ink.DIM), said(event.text, Ink.TEXT, REASON)]
    yield Block(tuple(pieces), first=bar, rest=bar)


def _is_day(at: object) -> bool:
    return not isinstance(at, datetime)


def _taken_back(decision: Decision) -> Event | None:
    if decision.settlement is not None or Flag.CONTESTED in decision.flags:
        return None
    last = next((each for each in reversed(decision.history) if each.what in _ANSWERS), None)
    return last if last is not None and last.what == "retracted" else None
