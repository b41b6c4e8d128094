"""The list as a person reads it: with askers to filter by, and with floods folded into one row each.

A flood (ledger/floods.py) hides nobody else's decision and nothing urgent: what is due by today, by the reader's own
calendar, is listed one by one. The row that stands for the rest has the place of the first of them. It is no decision:
it has no store, nothing can be answered there, and it is counted as the one line that it is.
"""

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from heapq import merge

from sayso_client.ledger import search
from sayso_client.ledger.flood_rows import NO_STORE, URGENT, FloodRows
from sayso_client.ledger.query import Windows, storable
from sayso_client.ledger.way import Cell, Values, Way
from sayso_client.rows import By, Query, Rank, Row, View
from sayso_client.vocabulary import Ref


class Listing(Windows):
    """`Windows` that understand `by:` and `is:` in a filter, and `Query.folds`."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], datetime]) -> None:
        """Read from there.

        Args:
            connection: As for `Windows`.
            clock: Aware; its local calendar day decides what is urgent.
        """
        super().__init__(connection)
        self._floods = FloodRows(connection, clock, self._row, self._shown, self._went)

    def count(self, query: Query) -> int:
        """How many rows there are in all. With a filter no more than 1,000 are counted."""
        query = _plainly(query)
        if query.by is not None or query.also:
            sql, values = self._condition(query)
            found = self._db.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM decision WHERE {sql} LIMIT ?)", (*values, search.FEW)
            )
            return int(found.fetchone()[0])
        floods = self._folded(query)
        return super().count(query) - sum(each.folds - 1 for each in floods)

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows behind `rank` in list order; from the top when None."""
        query = _plainly(query)
        floods = [each for each in self._folded(query) if rank is None or each.rank > rank]
        return tuple(_merged(super().after(query, rank, limit), floods)[:limit])

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows in front of `rank`, in list order; from the end when None."""
        query = _plainly(query)
        floods = [each for each in self._folded(query) if rank is None or each.rank < rank]
        return tuple(_merged(super().before(query, rank, limit), floods)[-limit:]) if limit > 0 else ()

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows from position `index`; costs time linear in `index`."""
        query = _plainly(query)
        floods = self._folded(query)
        if not floods:
            return super().at(query, index, limit)
        start = max(0, index - len(floods))
        rows = super().at(query, start, limit + len(floods))
        passed = [each for each in floods if start and rows and each.rank < rows[0].rank]
        shown = _merged(rows, [each for each in floods if each not in passed] if rows or not start else [])
        skip = max(index, 0) - start - len(passed)
        return tuple(shown[skip : skip + limit])

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        """These rows as they stand now; one that is gone is absent."""
        found = super().rows(tuple(ref for ref in refs if ref.store != NO_STORE))
        if len(found) < len(refs):
            floods = self._floods.all(self.revision())
            found.update((ref, floods[ref]) for ref in refs if ref in floods)
        return found

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        """Which of these the query lists now."""
        query = _plainly(query)
        floods = frozenset(each.ref for each in self._folded(query) if each.ref in refs)
        return super().matching(query, refs) | floods

    def found_in(self, query: Query) -> dict[View, int]:
        """How many decisions each view holds for the filter; no more than 1,000 are looked at."""
        return super().found_in(_plainly(query))

    def _listed(self, query: Query, found: search.Where) -> tuple[str, Values]:
        sql, values = super()._listed(query, found)
        if query.by is not None:
            from sayso_client.ledger.askers import condition

            asker, names = condition(query.by)
            sql, values = f"{sql} AND {asker}", (*values, *names)
        if query.also:
            from sayso_client.ledger import standings

            sql = f"{sql} AND {standings.condition(query)}"
        elif query.by is None and self._folded(query):
            sql, values = f"{sql} AND (folded = 0 OR {URGENT})", (*values, *self._floods.today())
        return sql, values

    def _window(self, query: Query, rank: Rank | None, limit: int, *, forward: bool) -> list[Cell]:
        if query.also and not query.text:
            return self._window_of(query, rank, limit, forward=forward)
        if self._folded(query):
            return self._window_beside_floods(query, rank, limit, forward=forward)
        if query.by is None or query.text:
            return super()._window(query, rank, limit, forward=forward)
        few = self._few_of(query.by)
        sql, values = self._listed(query, few or search.Where())
        return Way(query.view, rank, forward).rows(self._db, sql, values, limit, sort=few is not None)

    def _window_beside_floods(self, query: Query, rank: Rank | None, limit: int, *, forward: bool) -> list[Cell]:
        """The window of what is not folded, and of what is urgent though it is: each along an index of its own."""
        sql, values = super()._listed(query, search.Where())
        way = Way(query.view, rank, forward)
        plain = way.rows(self._db, f"{sql} AND folded = 0", values, limit)
        urgent = way.rows(self._db, f"{sql} AND folded = 1 AND {URGENT}", (*values, *self._floods.today()), limit)
        return list(merge(plain, urgent, key=_place, reverse=not forward))[:limit]

    def _window_of(self, query: Query, rank: Rank | None, limit: int, *, forward: bool) -> list[Cell]:
        """The window of what other views list, too: by the index of the one that lists fewest, when these are few."""
        fewest = min(query.also, key=lambda view: self._counter(Query(view)))
        few = self._counter(Query(fewest)) <= search.FEW
        found = f"num IN (SELECT num FROM decision WHERE {fewest.column} = 1)" if few else "1"
        sql, values = self._listed(query, search.Where(found))
        return Way(query.view, rank, forward).rows(self._db, sql, values, limit, sort=few)

    def _few_of(self, by: By) -> search.Where | None:
        """The condition that looks up an asker's decisions, when there are at most so many that they can be sorted."""
        from sayso_client.ledger.askers import condition

        sql, values = condition(by)
        count = self._db.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM decision WHERE {sql} LIMIT ?)", (*values, search.FEW + 1)
        ).fetchone()[0]
        return search.Where(f"num IN (SELECT num FROM decision WHERE {sql})", values) if count <= search.FEW else None

    def _folded(self, query: Query) -> list[Row]:
        """The floods that the query lists as one row each, in list order."""
        if not query.folds or query.view is not View.WAITING or query.text or query.by is not None or query.also:
            return []
        floods = self._floods.all(self.revision()).values()
        if query.store is not None:
            named = self._db.execute("SELECT num FROM store WHERE name = ?", (storable(query.store),)).fetchone()
            return [each for each in floods if named and each.rank.store == named[0]]
        return list(floods)


def _plainly(query: Query) -> Query:
    """The query with what its text says of askers and of other views told apart from its other words."""
    said = query.text.casefold()
    if "is:" in said:
        from sayso_client.ledger import standings

        query = standings.split(query)
    if "by:" in said:
        from sayso_client.ledger import askers

        by, text = askers.split(query.text)
        query = query._replace(text=text, by=by)
    return query


def _place(cell: Cell) -> tuple[str, str, int, str]:
    """Where it stands in list order."""
    _, store, key, due, asked, *_ = cell
    return due, asked, store, key


def _merged(rows: Iterable[Row], floods: Iterable[Row]) -> list[Row]:
    """Both in list order."""
    return list(merge(rows, floods, key=lambda row: row.rank))
