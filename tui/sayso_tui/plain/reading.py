"""A decision as lines: the page of the inbox, with the numbers by which options are chosen."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.text import one_line
from sayso_tui.cli.cells import screen_width
from sayso_tui.widgets.pane.around import facts, inputs, quorum, relations, so_far
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import BLANK, Block, Piece, said
from sayso_tui.widgets.pane.claims import claims
from sayso_tui.widgets.pane.history import history
from sayso_tui.widgets.pane.layout import lay_out
from sayso_tui.widgets.pane.question import body, meta, title
from sayso_tui.widgets.pane.reopened import reopened
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.proposal_view import proposals

_SIMPLE = str.maketrans({"▏": "|", "▎": "|", "●": "*", "✕": "x"})
"""Bars that a screen reader would read out by their long names."""


def everything(decision: Decision, now: datetime) -> list[str]:
    """All that there is to read about a decision."""
    blocks = [*_asked(decision, now), *settlement(decision, now), *assumption(decision, now)]
    blocks += [*proposals(decision, now, screen_width(), ascii_only=True), *claims(decision, now)]
    blocks += [*inputs(decision), *quorum(decision), *relations(decision), *facts(decision), *history(decision, now)]
    return in_lines(blocks)


def to_decide(decision: Decision, now: datetime) -> list[str]:
    """What must be read before it is decided."""
    blocks = [*_asked(decision, now), *settlement(decision, now), *assumption(decision, now)]
    return in_lines([*blocks, *proposals(decision, now, screen_width(), ascii_only=True), *so_far(decision)])


def in_lines(blocks: Iterable[Block]) -> list[str]:
    """Blocks as lines as wide as the terminal, foreign prose behind a bar."""
    lines = lay_out(blocks, screen_width())
    return ["".join(piece.text for piece in line).rstrip().translate(_SIMPLE) for line in lines]


def _asked(decision: Decision, now: datetime) -> Iterator[Block]:
    yield from title(decision)
    yield from meta(decision, now)
    yield from reopened(decision, now)
    yield from badges(decision)
    yield from body(decision)
    yield from _options(decision)


def _options(decision: Decision) -> Iterator[Block]:
    """Each with its number, and its id where that tells more than the label."""
    if decision.options:
        yield BLANK
    wide = len(str(len(decision.options))) + 4
    rest = (Piece(" " * wide),)
    for number, option in enumerate(decision.options, 1):
        first = (Piece(f"  {number}".ljust(wide)),)
        named = () if option.id == option.label else (Piece(f"  ({one_line(option.id, 60)})"),)
        yield Block((said(option.label), *named), first=first, rest=rest)
        if option.description:
            yield Block((said(option.description),), first=rest, rest=rest)
        if option.effect:
            sets_off = [option.effect.summary, option.effect.capability, option.effect.risk]
            words = one_line(", ".join(each for each in sets_off if each), 500)
            yield Block((Piece(f"sets off: {words}"),), first=rest, rest=rest)
        if option.threshold:
            yield Block((Piece("needs "), said(option.threshold, cells=200)), first=rest, rest=rest)
