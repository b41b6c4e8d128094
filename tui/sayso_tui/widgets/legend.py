"""What the signs and words in the list mean, for the help and for docs/keys.md."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from sayso_tui.glyphs import Glyphs, glyphs
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece

WORDS = (
    ("in 3d, 2d late", "when it is due; within a week this stands before all other words"),
    ("3d old", "how long it waits already, where no day is due"),
    ("3d ago", "when it was settled"),
    ("c.87, p.91", "the proposal's confidence; the probability of what it proposes"),
    ("terms", "answered before the terms changed"),
    ("2 say, 2 asks", "so many answers, or askers, contradict one another"),
    ("1 of 2", "so many of those who must answer have"),
)
"""The word beside the sign → what it means."""


def meanings(signs: Glyphs) -> Sequence[tuple[str, str]]:
    """Each sign with what it means: those that are met first stand first."""
    return (
        (signs.open, "open"),
        (signs.proposed, "somebody proposes an answer; a proposal is not an answer"),
        (signs.urgent, "due today or overdue; or a verdict that its store refused or lost"),
        (signs.stale, "the terms changed after it was answered; it waits again"),
        (signs.contested, "contested: two answers, or two askers, contradict one another"),
        (signs.odd, "behind a title: something about it is odd; the decision itself says what"),
        (signs.draft, "behind a title: you began to write, and recorded nothing yet"),
        (signs.decided, "decided"),
        (signs.dismissed, "dismissed: no answer was needed"),
        (signs.withdrawn, "gone: withdrawn by the asker"),
        (signs.unsent, "your verdict is not in its store yet"),
        (signs.unknown, "not known: whether your verdict came in, or what is asked"),
        (signs.flood, "over 20 asks of one asker within an hour, in one line; open it to list them"),
        (signs.several, "several people must answer; beside a due day, their number up to 9"),
        (signs.escalated, "passed on to people"),
        (signs.closed, "closed without an outcome"),
        (signs.invalid, "invalid; it cannot be answered until the asker amends it"),
    )


COLUMN = max(cell_len(word) for word, _ in WORDS) + 2
"""Cells of the first column."""


def legend(column: int = COLUMN, *, ascii_only: bool = False) -> Iterable[Block]:
    """A section of the help: the sign in front of a row, then the word beside it."""
    yield Block((Piece("Signs in the list, and the word beside them", Ink.STRONG),))
    for name, meaning in (*meanings(glyphs(ascii_only)), *WORDS):
        lead = (Piece(f"  {name}{' ' * (column - cell_len(name))}", Ink.ACCENT),)
        yield Block((Piece(meaning, Ink.TEXT),), first=lead, rest=(Piece(" " * (column + 2)),))
