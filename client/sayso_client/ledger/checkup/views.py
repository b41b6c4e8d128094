"""Several statements on one view of the ledger."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_view(db: sqlite3.Connection) -> Iterator[None]:
    """Everything read inside is of one moment. Kept short: it holds up whoever folds the write-ahead log."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")
