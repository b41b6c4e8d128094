"""What stands beside a row that stands for the many asks of one asker."""

from collections.abc import Iterable

from sayso_client.rows import Row
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, said

LONGEST = 80
"""Code points of a name that are shown."""


def flooded(row: Row, opens: str, back: str) -> Iterable[Block]:
    """How many there are, why they share a line, and how to see each.

    Args:
        row: The one that stands for them.
        opens: The key that lists them.
        back: The key that leads back from there.
    """
    who = said(row.asked_by or "somebody", Ink.STRONG, LONGEST)
    yield Block((who, Piece(f" waits for {row.folds:,} answers.", Ink.STRONG)))
    yield BLANK
    yield Block((Piece("It asked more than 20 times within an hour, so these share one line and hide nobody else's."),))
    yield Block((Piece("What is due today or overdue stands in the list by itself. This line cannot be answered."),))
    yield BLANK
    lists, leads = Piece(" lists them, ", Ink.DIM), Piece(" leads back.", Ink.DIM)
    yield Block((Piece(opens, Ink.ACCENT), lists, Piece(back, Ink.ACCENT), leads))
