"""Claims: somebody's word that the principal already decided. They settle nothing."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Decision
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, indented, said
from sayso_tui.widgets.pane.when import ago


def claims(decision: Decision, now: datetime) -> Iterable[Block]:
    """Each claim with its basis."""
    for claim in decision.claims:
        yield BLANK
        pieces = [said(claim.by or "Somebody", Ink.TEXT, 80), Piece(" says that you already decided", Ink.WARN)]
        if claim.at:
            pieces.append(Piece(f" · {ago(claim.at, now)}", Ink.DIM))
        pieces.append(Piece("   adopted" if claim.adopted else "   not an answer", Ink.FAINT))
        yield Block(tuple(pieces), rest=(Piece("  "),))
        chosen = decision.option(claim.option)
        words = [said(chosen.label, Ink.STRONG)] if chosen else []
        if claim.text and (chosen is None or claim.text != chosen.label):
            words += [Piece("  "), said(claim.text)] if words else [said(claim.text)]
        yield indented(*words)
        yield indented(Piece("basis: ", Ink.DIM), said(claim.basis or "not given", Ink.DIM))
