"""The parts of the full-text index are merged in small steps while a store elsewhere is taken in.

FTS5 does it by itself, now and then within a commit, and then as much at once as takes longer than a whole turn may
(sqlite.org/fts5.html, "automerge" and "merge").
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_BY_ITSELF = 4
"""FTS5's own choice: so many parts of one size are merged. The file always says this one."""
_STEP = 8
"""Pages that one step merges, in well under a millisecond."""
_COMMAND = "INSERT INTO search (search, rank) VALUES (?, ?)"


@contextmanager
def merging_by_hand(db: sqlite3.Connection, over: Callable[[], bool]) -> Iterator[None]:
    """Within a transaction: what the block writes is merged at its end, a step at a time, while there is time.

    Args:
        db: In a transaction.
        over: Whether its time is over. One step is taken in any case, so that the index cannot fall behind for ever.
    """
    db.execute(_COMMAND, ("automerge", 0))
    try:
        yield
        before = db.total_changes
        db.execute(_COMMAND, ("merge", _STEP))
        while db.total_changes - before > 1 and not over():
            before = db.total_changes
            db.execute(_COMMAND, ("merge", _STEP))
    finally:
        db.execute(_COMMAND, ("automerge", _BY_ITSELF))
