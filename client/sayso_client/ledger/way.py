"""A way along the list: which rows follow a place, in the order of a view, this way or that."""

import sqlite3
from typing import Any, NamedTuple

from sayso_client.rows import Rank, View

COLUMNS = "num, store, key, due, asked, ended, revision, line"

Values = tuple[str | int | None, ...]
Cell = tuple[int, int, str, str, str, str, int, str]


class Way(NamedTuple):
    """From a place, or from the end that it comes from, along the order of a view."""

    view: View
    rank: Rank | None
    forward: bool

    @property
    def order(self) -> str:
        """The columns by which the view is ordered."""
        return f"{'ended' if self.view is View.SETTLED else 'due'}, asked, store, key"

    def rows(self, db: sqlite3.Connection, sql: str, values: Values, limit: int, *, sort: bool = False) -> list[Cell]:
        """Up to `limit` rows on the way that fulfil a condition, the nearest first.

        Args:
            db: The ledger.
            sql: The condition, and
            values: its parameters.
            limit: How many.
            sort: They are few: look them up and sort them. Else they are met along the index of the view.
        """
        source = "decision NOT INDEXED" if sort else "decision"
        return self._select(db, COLUMNS, source, sql, values, f"LIMIT {limit}")

    def place(self, db: sqlite3.Connection, sql: str, values: Values, rows: int) -> Rank | None:
        """The place so many rows further on; None when the list ends before."""
        found = self._select(db, self.order, "decision", sql, values, f"LIMIT 1 OFFSET {rows}")
        return Rank(*found[0]) if found else None

    def until(self, place: Rank) -> tuple[str, Values]:
        """The condition that a row lies on the way to that place."""
        return f"({self.order}) {'<=' if self.forward else '>='} (?, ?, ?, ?)", tuple(place)

    def _select(
        self, db: sqlite3.Connection, columns: str, source: str, sql: str, values: Values, limit: str
    ) -> list[Any]:
        if self.rank is not None:
            sql += f" AND ({self.order}) {'>' if self.forward else '<'} (?, ?, ?, ?)"
            values = (*values, *self.rank)
        order = self.order if self.forward else self.order.replace(",", " DESC,") + " DESC"
        return db.execute(f"SELECT {columns} FROM {source} WHERE {sql} ORDER BY {order} {limit}", values).fetchall()
