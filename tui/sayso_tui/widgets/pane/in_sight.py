"""Where little fits: what may be confirmed is told at the top when it would stand below the last line in sight."""

from collections.abc import Iterable
from itertools import islice

from sayso_client.decision import Act, Decision
from sayso_client.said import Proposal
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece, said
from sayso_tui.widgets.pane.layout import laying_out
from sayso_tui.widgets.proposal_view import answer_of, maker, number_of

_ITSELF = 3
"""Lines of a proposal down to what it proposes: a blank one, whom it comes from, what it is."""
_NAMED = 2
"""So many are told of; of the others their number."""


def proposed_in_short(decision: Decision, above: Iterable[Block], width: int, height: int | None) -> Iterable[Block]:
    """A line on what may be confirmed; nothing while the proposals themselves are in sight.

    Args:
        decision: As it stands.
        above: All that stands above its proposals, made only as far as it is in sight.
        width: Cells of the page.
        height: Lines in sight; None where there is no end of them.
    """
    offered = [each for each in decision.proposals if each.confirmable]
    if not height or not offered or Act.CONFIRM not in decision.can.acts:
        return
    if sum(1 for _ in islice(laying_out(above, width), height)) + _ITSELF <= height:
        return
    for each in offered[:_NAMED]:
        yield _line(each, decision)
    if len(offered) > _NAMED:
        yield Block((Piece(f"  {len(offered) - _NAMED:,} more proposed, below", Ink.DIM),))


def _line(proposal: Proposal, decision: Decision) -> Block:
    pieces = [said(maker(proposal), Ink.TEXT, 40), Piece(" proposes ", Ink.DIM)]
    pieces.append(said(answer_of(proposal, decision) or "", Ink.STRONG, 200))
    if proposal.confidence is not None:
        pieces += [Piece(" · ", Ink.FAINT), Piece(f"confidence {number_of(proposal.confidence)}", Ink.DIM)]
    lead = (Piece("◆ ", Ink.ACCENT),)
    return Block(tuple(pieces), first=lead, rest=(Piece("  "),), label=(Piece("not an answer", Ink.FAINT),))
