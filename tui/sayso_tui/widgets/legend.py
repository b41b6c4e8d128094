"""What the signs and words in the list mean, for the help."""

from collections.abc import Iterable

from rich.cells import cell_len

from sayso_tui.glyphs import glyphs
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece


def legend(*, ascii_only: bool = False) -> Iterable[Block]:
    """A section of the help: the sign in front of a row, then the word beside it."""
    signs = glyphs(ascii_only)
    yield Block((Piece("In the list", Ink.STRONG),))
    yield from _table(
        (
            (signs.open, "open"),
            (signs.urgent, "due today or overdue; or a verdict that its store refused"),
            (signs.proposed, "somebody proposes an answer; a proposal is not an answer"),
            (signs.escalated, "passed on to you"),
            (signs.stale, "the terms changed after it was answered; it waits again"),
            (signs.contested, "contested: two answers, or two askers, contradict one another"),
            (signs.several, "several people must answer; up to 9, their number stands there"),
            (signs.flood, "over 20 asks of one asker within an hour, in one line; open it to list them"),
            (signs.decided, "decided"),
            (signs.dismissed, "dismissed: no answer was needed"),
            (signs.withdrawn, "withdrawn by the asker"),
            (signs.closed, "closed without an outcome"),
            (signs.unsent, "your verdict is not in its store yet"),
            (signs.unknown, "not known: whether your verdict came in, or what is asked"),
            (signs.invalid, "invalid; it cannot be answered until the asker amends it"),
            (signs.draft, "behind a title: you began to write, and recorded nothing yet"),
            (signs.odd, "behind a title: something about it is odd; the decision itself says what"),
        )
    )
    yield BLANK
    yield from _table(
        (
            ("in 3d, 2d late", "when it is due; within a week this stands before all other words"),
            ("3d old", "how long it waits already, where no day is due"),
            ("3d ago", "when it was settled"),
            ("c.87 p.91", "the proposal's confidence; the probability of what it proposes"),
            ("terms", "answered before the terms changed"),
            ("2 say, 2 asks", "so many answers, or askers, contradict one another"),
            ("1 of 2", "so many of those who must answer have"),
        )
    )


def _table(lines: Iterable[tuple[str, str]]) -> Iterable[Block]:
    rows = tuple(lines)
    column = max(cell_len(name) for name, _ in rows) + 2
    for name, meaning in rows:
        lead = (Piece(f"  {name}{' ' * (column - cell_len(name))}", Ink.ACCENT),)
        yield Block((Piece(meaning, Ink.TEXT),), first=lead, rest=(Piece(" " * (column + 2)),))
