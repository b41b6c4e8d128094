"""The question itself: title, where it comes from, and its full text."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Awaiting, Decision, Flag, Kind, State
from sayso_client.text import plain
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, quoted, row, said
from sayso_tui.widgets.pane.when import ago

_ENDED = {
    State.DECIDED: ("✓ decided", Ink.GOOD),
    State.DISMISSED: ("- dismissed", Ink.DIM),
    State.WITHDRAWN: ("✕ withdrawn", Ink.DIM),
    State.CLOSED: ("✕ closed without an outcome", Ink.DIM),
    State.UNKNOWN: ("? the question is not held here", Ink.WARN),
    State.INVALID: ("# invalid: nothing can be answered until that is mended", Ink.HOT),
    State.ESCALATED: ("▲ passed on to you", Ink.WARN),
}
_LONGEST_LINE = 4096
"""Characters of a first line that may be the title; a longer one is more than any title shows."""
_WHY = {"settled": "decided where it was asked", "not_needed": "not needed any more"}


def title(decision: Decision) -> Iterable[Block]:
    """The question in one line, bold; never behind our words, never in front of them."""
    yield Block((said(decision.title or decision.text, Ink.STRONG, 400),))


def meta(decision: Decision, now: datetime) -> Iterable[Block]:
    """Store · key · asker · age · revision, and the state when it is not simply waiting; being contested is a badge."""
    parts = [said(decision.ref.store, Ink.DIM, 60), said(decision.ref.key, Ink.DIM, 300)]
    if decision.asked_by:
        parts.append(said(decision.asked_by, Ink.DIM, 80))
    asked = decision.received_at or decision.asked_at
    if asked:
        parts.append(Piece(ago(asked, now), Ink.DIM))
    if decision.terms_rev is not None:
        parts.append(Piece(f"rev {decision.terms_rev}", Ink.DIM))
    yield Block(_dotted(parts))
    if Flag.CONTESTED in decision.flags:
        return
    if decision.state in _ENDED:
        words, ink = _ENDED[decision.state]
        if decision.state is State.ESCALATED and decision.awaiting is Awaiting.OTHERS:
            words, ink = "▲ passed on to others", Ink.DIM
        why = f": {_WHY.get(decision.withdrawal, decision.withdrawal)}" if decision.withdrawal else ""
        yield Block((Piece(words, ink), said(why, Ink.DIM, 200)))


def body(decision: Decision) -> Iterable[Block]:
    """What the title does not show of the text, and what the question is about."""
    text = decision.text.strip()
    first, _, more = text.partition("\n")
    if len(first) > _LONGEST_LINE or plain(first).strip() != plain(decision.title).strip():
        yield BLANK
        yield from quoted(text)
    elif more.strip():
        yield BLANK
        yield from quoted(more.strip("\n"))
    about = [("Subject", decision.subject), ("Project", decision.project), ("To", ", ".join(decision.to[:20]))]
    lines = [row(label, said(value)) for label, value in about if value]
    if decision.links:
        lines += [
            row("Links" if not n else "", said(link, Ink.TEXT, 500)) for n, link in enumerate(decision.links[:20])
        ]
    if decision.question.kind is Kind.SCORE and decision.question.levels:
        lines.append(row("Score", said(" · ".join(decision.question.levels))))
    if lines:
        yield BLANK
        yield from lines


def in_short(decision: Decision) -> tuple[Line, Line]:
    """Title; store, key and revision: for the head of a sheet."""
    where = [said(decision.ref.store, Ink.FAINT, 60), said(decision.ref.key, Ink.FAINT, 300)]
    if decision.terms_rev is not None:
        where.append(Piece(f"rev {decision.terms_rev}", Ink.FAINT))
    return (said(decision.title or decision.text, Ink.STRONG, 400),), _dotted(where)


def _dotted(parts: list[Piece]) -> tuple[Piece, ...]:
    dot = Piece(" · ", Ink.FAINT)
    return tuple(piece for part in parts for piece in (dot, part))[1:]
