"""What stands beside an empty list: where else to look, and how agents ask."""

import shlex
from collections.abc import Iterable, Sequence

from sayso_client.rows import Counts, Query
from sayso_client.text import one_line
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece


def empty(query: Query, counts: Counts, served: Sequence[str] = (), asks_in: str | None = None) -> Iterable[Block]:
    """The list itself says that it is empty, and what to do when words find nothing; this says how decisions come.

    Args:
        query: What is listed.
        counts: What is held.
        served: Stores elsewhere in which agents can ask.
        asks_in: Where they ask here when they name none, as it is set.
    """
    if query.text:
        return
    if counts.total:
        held = f"{counts.total:,} decision{'s are' if counts.total > 1 else ' is'} held in all · "
        yield Block((Piece(held, Ink.DIM), *_OTHER_VIEWS))
        yield BLANK
    there = f" in {one_line(asks_in, 40)}" if asks_in else ""
    flag = f"--store {shlex.quote(one_line(served[0], 40))} " if served and not asks_in else ""
    yield Block((Piece(f"Agents ask{there} from any terminal:", Ink.DIM),))
    yield BLANK
    yield Block((Piece(f"  sayso raise {flag}--text 'Which database?' \\"),))
    yield Block((Piece("      --option pg=PostgreSQL --option sqlite=SQLite"),))
    yield BLANK
    if flag:
        yield Block((Piece(f"Without {flag.strip()} it is asked in this machine's own store. {_FOR_GOOD}", Ink.DIM),))
    yield Block((Piece(_WHEN, Ink.DIM),))
    yield Block((Piece("Until you answer, they go on with what they assume.", Ink.DIM),))


_FOR_GOOD = "To set that for good: sayso config set asker.store NAME"
_WHEN = "In an empty list it shows at once; else it is announced, and shown when you ask, so that nothing moves."
_OTHER_VIEWS = (Piece("[ ]", Ink.ACCENT), Piece(" show other views", Ink.DIM))
