"""The whole page of a decision, drawn from the decision alone."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain

from sayso_client.decision import Decision
from sayso_client.vocabulary import IN_THE_OUTBOX
from sayso_tui.widgets.pane.around import facts, inputs, quorum, relations
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.claims import claims
from sayso_tui.widgets.pane.contest import contest
from sayso_tui.widgets.pane.history import history
from sayso_tui.widgets.pane.in_sight import proposed_in_short
from sayso_tui.widgets.pane.options import options
from sayso_tui.widgets.pane.question import body, meta, title
from sayso_tui.widgets.pane.reopened import reopened
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.proposal_view import proposals


def whole(
    decision: Decision,
    now: datetime,
    width: int,
    *,
    ascii_only: bool = False,
    beside: Sequence[Block] = (),
    height: int | None = None,
) -> Iterable[Block]:
    """Everything a principal needs, in the order in which they need it.

    Args:
        decision: As it stands.
        now: Aware, in the reader's own zone.
        width: Cells of the page.
        ascii_only: Draw bars with ASCII signs.
        beside: What I said of it and is not recorded yet.
        height: Lines in sight at once; None where there is no end of them.
    """
    flags = badges(decision, IN_THE_OUTBOX if beside else ())
    head = [*title(decision), *meta(decision, now), *reopened(decision, now), *flags, *beside]
    yield from head
    yield from proposed_in_short(decision, chain(head, _question(decision, now, width)), width, height)
    yield from _question(decision, now, width)
    yield from proposals(decision, now, width, ascii_only=ascii_only)
    yield from claims(decision, now)
    yield from inputs(decision)
    yield from quorum(decision)
    yield from relations(decision)
    yield from facts(decision)
    yield from history(decision, now)


def _question(decision: Decision, now: datetime, width: int) -> Iterable[Block]:
    """What is asked, what may be answered, what was, and what is assumed meanwhile."""
    against = contest(decision, now, width)
    yield from against
    yield from body(decision)
    yield from options(decision, width)
    if not against:
        yield from settlement(decision, now)
    yield from assumption(decision, now)
