"""A decision as text for a terminal without a screen: the page of the inbox, with option ids in place of digits."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.text import plain
from sayso_tui.cli.cells import cell_len, cut
from sayso_tui.widgets.pane.around import facts, inputs, quorum, relations, so_far
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import BLANK, GUTTER, LARGEST, Block, Ink, Piece, said
from sayso_tui.widgets.pane.claims import claims
from sayso_tui.widgets.pane.history import history
from sayso_tui.widgets.pane.layout import MOST_LINES, lay_out
from sayso_tui.widgets.pane.question import body, meta, title
from sayso_tui.widgets.pane.reopened import reopened
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.proposal_view import proposals

WIDEST_ID = 24


def page(decision: Decision, now: datetime, width: int) -> Iterator[str]:
    """Everything there is to read about a decision, as lines.

    Args:
        decision: As it stands.
        now: Aware, in the reader's zone.
        width: Cells of a line.
    """
    yield from _lines(_whole(decision, now, width), width)
    if len(decision.text) > LARGEST or decision.text.count("\n") >= MOST_LINES // 2:
        yield ""
        yield "The whole text:"
        yield from (f"{GUTTER[0].text}{line}" for line in plain(decision.text).split("\n"))


def question(decision: Decision, now: datetime, width: int) -> Iterator[str]:
    """What must be read before it is decided: question, options, what stands or is proposed or assumed, and inputs."""
    blocks = [*title(decision), *meta(decision, now), *reopened(decision, now), *badges(decision), *body(decision)]
    blocks += _options(decision)
    blocks += [*settlement(decision, now), *assumption(decision, now)]
    if decision.settlement is None:
        blocks += proposals(decision, now, width)
    yield from _lines([*blocks, *inputs(decision), *so_far(decision)], width)


def _whole(decision: Decision, now: datetime, width: int) -> Iterator[Block]:
    yield from title(decision)
    yield from meta(decision, now)
    yield from reopened(decision, now)
    yield from badges(decision)
    yield from body(decision)
    yield from _options(decision)
    yield from settlement(decision, now)
    yield from assumption(decision, now)
    yield from proposals(decision, now, width)
    yield from claims(decision, now)
    yield from inputs(decision)
    yield from quorum(decision)
    yield from relations(decision)
    yield from facts(decision)
    yield from history(decision, now)


def _options(decision: Decision) -> Iterator[Block]:
    if not decision.options:
        return
    yield BLANK
    ids = [cut(each.id, WIDEST_ID) for each in decision.options]
    column = max(cell_len(each) for each in ids)
    rest = (Piece(" " * (column + 4)),)
    for shown, option in zip(ids, decision.options, strict=True):
        first = (Piece("  "), Piece(shown + " " * (column - cell_len(shown)), Ink.ACCENT), Piece("  "))
        named = option.label == option.id == shown
        if named and option.description:
            yield Block((said(option.description, Ink.DIM),), first=first, rest=rest)
            continue
        yield Block((said("" if named else option.label, Ink.STRONG),), first=first, rest=rest)
        if option.description:
            yield Block((said(option.description, Ink.DIM),), first=rest, rest=rest)


def _lines(blocks: Iterable[Block], width: int) -> Iterator[str]:
    for line in lay_out(blocks, width):
        yield "".join(piece.text for piece in line).rstrip()
