"""The whole page of a decision, drawn from the decision alone."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.vocabulary import IN_THE_OUTBOX
from sayso_tui.widgets.pane.around import facts, inputs, quorum, relations
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.claims import claims
from sayso_tui.widgets.pane.contest import contest
from sayso_tui.widgets.pane.history import history
from sayso_tui.widgets.pane.options import options
from sayso_tui.widgets.pane.question import body, meta, title
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.proposal_view import proposals


def whole(
    decision: Decision,
    now: datetime,
    width: int,
    *,
    ascii_only: bool = False,
    beside: Sequence[Block] = (),
) -> Iterable[Block]:
    """Everything a principal needs, in the order in which they need it.

    Args:
        decision: As it stands.
        now: Aware, in the reader's own zone.
        width: Cells of the page.
        ascii_only: Draw bars with ASCII signs.
        beside: What I said of it and is not recorded yet.
    """
    yield from title(decision)
    yield from meta(decision, now)
    yield from badges(decision, IN_THE_OUTBOX if beside else ())
    yield from beside
    against = contest(decision, now, width)
    yield from against
    yield from body(decision)
    yield from options(decision, width)
    if not against:
        yield from settlement(decision, now)
    yield from assumption(decision, now)
    yield from proposals(decision, now, width, ascii_only=ascii_only)
    yield from claims(decision, now)
    yield from inputs(decision)
    yield from quorum(decision)
    yield from relations(decision)
    yield from facts(decision)
    yield from history(decision, now)
