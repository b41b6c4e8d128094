"""What stands beside an empty list: where else to look, and how agents ask."""

from collections.abc import Iterable

from sayso_client.rows import Counts, Query
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece


def empty(query: Query, counts: Counts) -> Iterable[Block]:
    """The list itself says that it is empty, and what to do when words find nothing; this says how decisions come."""
    if query.text:
        return
    if counts.total:
        held = f"{counts.total:,} decision{'s are' if counts.total > 1 else ' is'} held in all · "
        yield Block((Piece(held, Ink.DIM), *_OTHER_VIEWS))
        yield BLANK
    yield Block((Piece("Agents ask from any terminal:", Ink.DIM),))
    yield BLANK
    yield Block((Piece("  sayso raise --text 'Which database?' \\"),))
    yield Block((Piece("      --option pg=PostgreSQL --option sqlite=SQLite"),))
    yield BLANK
    yield Block((Piece(_WHEN, Ink.DIM),))
    yield Block((Piece("Until you answer, they go on with what they assume.", Ink.DIM),))


_WHEN = "In an empty list it shows at once; else it is announced, and shown when you ask, so that nothing moves."
_OTHER_VIEWS = (Piece("[ ]", Ink.ACCENT), Piece(" show other views", Ink.DIM))
