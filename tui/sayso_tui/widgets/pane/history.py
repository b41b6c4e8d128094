"""What happened to it, oldest first."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Decision, Event, Flag
from sayso_client.text import one_line
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, heading, indented, said
from sayso_tui.widgets.pane.when import clock

LONGEST = 120
"""Characters of one event that are shown; the texts themselves stand above."""


def history(decision: Decision, now: datetime) -> Iterable[Block]:
    """A line an event; the one that stands is marked."""
    if not decision.history:
        return
    yield BLANK
    yield heading("History")
    older = decision.history_total - len(decision.history)
    if older > 0:
        yield indented(Piece(f"{older:,} older events are not shown here", Ink.FAINT))
    times = [clock(each.at, now) if each.at else "-" for each in decision.history]
    column = max(len(each) for each in times)
    heads = Flag.CONTESTED in decision.flags
    for time, event in zip(times, decision.history, strict=True):
        yield _event(event, time.ljust(column), _text(event, decision), contested=heads)


def _text(event: Event, decision: Decision) -> str:
    """What is told of it; nothing of the question where it stands above as it was asked."""
    if event.what != "raised":
        return event.text
    told = one_line(event.text.strip(), LONGEST)
    above = (one_line(each.strip()[: 4 * LONGEST], LONGEST) for each in (decision.text, decision.title))
    return "" if told in above else event.text


def _event(event: Event, time: str, text: str, *, contested: bool) -> Block:
    what = f"{one_line(event.what, 12):<11}"
    pieces = []
    if event.by:
        pieces.append(said(event.by, Ink.DIM, 80))
        if event.authority:
            pieces += [Piece(" (", Ink.DIM), said(event.authority, Ink.DIM, 40), Piece(")", Ink.DIM)]
        pieces.append(Piece(": " if text else "", Ink.DIM))
    pieces.append(said(text, Ink.TEXT if event.current else Ink.DIM, LONGEST))
    label: Line = ()
    if event.current and event.what in ("decided", "dismissed"):
        label = (Piece("one of those that stand" if contested else "stands", Ink.FAINT),)
    if len(event.supersedes) > 1:
        label += (Piece(f"{'  ' if label else ''}replaces {len(event.supersedes)}", Ink.FAINT),)
    lead = (Piece(f"  {time}  ", Ink.FAINT), Piece(what, Ink.TEXT if event.current else Ink.DIM))
    return Block(tuple(pieces), first=lead, rest=(Piece(" " * (len(time) + 15)),), label=label)
