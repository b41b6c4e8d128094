"""Windows of rows by keyset: each answer costs what it returns, however many decisions the ledger holds."""

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sayso_client.ledger import row_line, search
from sayso_client.ledger.kept import HIDDEN, hidden
from sayso_client.ledger.way import COLUMNS, Cell, Values, Way
from sayso_client.rows import Counts, Query, Rank, Row, View
from sayso_client.vocabulary import WAITS_IN_THE_OUTBOX, Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision


NEAR = (500, 500, 1_000, 2_000)
"""So many rows are looked through along the list, and so many more each time, before the index is asked for words that
are not rare: it takes longer to tell where those meet."""

WENT = "went"
"""The mark that holds the revision at which rows went without a trace: whoever shows older ones reads them again."""

_LAST_CHARACTER = "\U0010ffff"
_VIEWS = {view: "1" if view is View.ALL else f"{view.column} = 1" for view in View}


class Windows:
    """`sayso_client.rows.Rows` over one connection. Not for several threads at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._names: dict[int, str] = {}
        self._elsewhere = False

    def count(self, query: Query) -> int:
        """How many rows there are in all. With a text filter no more than 1,000 are counted."""
        if not search.words(query.text):
            return self._counter(query)
        sql, parameters = self._condition(query)
        found = self._db.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM decision WHERE {sql} LIMIT ?)", (*parameters, search.FEW)
        )
        return int(found.fetchone()[0])

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows behind `rank` in list order; from the top when None."""
        return self._rows(self._window(query, rank, limit, forward=True))

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows in front of `rank`, in list order; from the end when None."""
        return self._rows(reversed(self._window(query, rank, limit, forward=False)))

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows from position `index`; costs time linear in `index`."""
        sql, parameters = self._condition(query)
        found = self._db.execute(
            f"SELECT {COLUMNS} FROM decision WHERE {sql} ORDER BY {Way(query.view, None, True).order} LIMIT ? OFFSET ?",
            (*parameters, limit, max(index, 0)),
        )
        return self._rows(found)

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        """These rows as they stand now; one that is gone is absent."""
        found: dict[Ref, Row] = {}
        for ref in refs:
            cell = self._db.execute(
                f"SELECT {COLUMNS} FROM decision WHERE store = (SELECT num FROM store WHERE name = ?) AND key = ?",
                (storable(ref.store), storable(ref.key)),
            )
            found.update((row.ref, row) for row in self._rows(cell))
        return found

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        """Which of these the query lists now."""
        sql, parameters = self._listed(query, search.walk(search.words(query.text)))
        return frozenset(
            ref
            for ref in refs
            if self._db.execute(
                f"SELECT 1 FROM decision WHERE store = (SELECT num FROM store WHERE name = ?) AND key = ? AND {sql}",
                (storable(ref.store), storable(ref.key), *parameters),
            ).fetchone()
        )

    def changed_since(self, revision: int, limit: int) -> tuple[Row, ...]:
        """Rows that changed after that revision, oldest change first. None when rows went or all may be others."""
        if self._went() > revision:
            return ()
        return self._rows(
            self._db.execute(
                f"SELECT {COLUMNS} FROM decision WHERE revision > ?{self._shown()} ORDER BY revision LIMIT ?",
                (revision, limit),
            )
        )

    def _went(self) -> int:
        """The revision at which rows last went without a trace, or copies were exchanged."""
        found = self._db.execute("SELECT value FROM mark WHERE name = ?", (WENT,)).fetchone()
        return int(found[0]) if found else 0

    def _shown(self) -> str:
        """The condition that leaves out copies of stores that are not shown; nearly always there are none."""
        if not self._elsewhere:
            # An older ledger that is only read knows no stores elsewhere.
            there = self._db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'subscription'").fetchone()
            if there is None:
                return ""
            self._elsewhere = True
        numbers = hidden(self._db)
        return f" AND store NOT IN ({', '.join(map(str, numbers))})" if numbers else ""

    def revision(self) -> int:
        """Grows with every transaction that changes a row."""
        return int(self._db.execute("SELECT revision FROM pulse").fetchone()[0])

    def counts(self) -> Counts:
        """The numbers in the header, over all stores."""
        outbox = self._counter(Query(View.OUTBOX))
        return Counts(
            waiting=self._counter(Query(View.WAITING)),
            proposed=self._counter(Query(View.PROPOSED)),
            contested=self._counter(Query(View.CONTESTED)),
            not_from_here=self._counter(Query(View.NOT_FROM_HERE)),
            outbox=outbox,
            total=self._counter(Query(View.ALL)),
            to_see_to=self._to_see_to() if outbox else 0,
        )

    def _to_see_to(self) -> int:
        # Imported here: most days everything is recorded at once.
        from sayso_client.ledger.standings import flagged

        condition = f"{_VIEWS[View.OUTBOX]} AND {flagged(WAITS_IN_THE_OUTBOX)}{self._shown()}"
        return int(self._db.execute(f"SELECT count(*) FROM decision WHERE {condition}").fetchone()[0])

    def decision(self, ref: Ref) -> "Decision | None":
        """One decision, whatever the length of its history, or None when it is not held."""
        body = self._db.execute(
            "SELECT body.decision FROM decision JOIN body USING (num) "
            "WHERE store = (SELECT num FROM store WHERE name = ?) AND key = ?",
            (storable(ref.store), storable(ref.key)),
        ).fetchone()
        if body is None:
            return None
        # Imported with the first decision that is read; a list of rows needs none of it.
        from sayso_client.ledger.body import read

        decision = read(body[0])
        if not self._elsewhere:
            self._shown()
        if self._elsewhere:
            from sayso_client.ledger import sent

            decision = sent.of(self._db, ref.store, ref.key).upon(decision)
        if decision.ref != ref:  # the store was given another name since
            from dataclasses import replace

            decision = replace(decision, ref=ref)
        return decision

    def keys(self, key: str) -> tuple[Ref, ...]:
        """Every decision of that key, in whichever store."""
        found = self._db.execute(
            "SELECT store.name FROM decision JOIN store ON store.num = decision.store "
            f"WHERE key = ?{self._shown()} ORDER BY store.num",
            (storable(key),),
        )
        return tuple(Ref(name, key) for (name,) in found)

    def beginning(self, prefix: str, limit: int) -> tuple[Ref, ...]:
        """Up to `limit` decisions whose keys begin so, in the order of the stores and their keys."""
        found: list[Ref] = []
        if storable(prefix) is None:
            return ()
        for num, name in self._db.execute("SELECT num, name FROM store ORDER BY num").fetchall():
            if HIDDEN in name:
                continue
            keys = self._db.execute(
                "SELECT key FROM decision WHERE store = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
                (num, prefix, f"{prefix}{_LAST_CHARACTER}", limit - len(found)),
            )
            found += (Ref(name, key) for (key,) in keys)
        return tuple(found)

    def found_in(self, query: Query) -> dict[View, int]:
        """How many decisions each view holds for the text of the query; no more than 1,000 are looked at."""
        sql, parameters = self._condition(query._replace(view=View.ALL))
        views = [view for view in View if view is not View.ALL]
        columns = [view.column for view in views]
        sums = ", ".join(f"coalesce(sum({each}), 0)" for each in columns)
        found = self._db.execute(
            f"SELECT {sums}, count(*) FROM (SELECT {', '.join(columns)} FROM decision WHERE {sql} LIMIT ?)",
            (*parameters, search.FEW),
        ).fetchone()
        return dict(zip((*views, View.ALL), found, strict=True))

    def stores(self) -> tuple[tuple[str, str], ...]:
        """(name, kind) of every store that the ledger holds, in the order in which they were first seen."""
        found = self._db.execute("SELECT name, kind FROM store ORDER BY num")
        return tuple((name, kind) for name, kind in found if HIDDEN not in name)

    def is_empty(self) -> bool:
        """Whether no decision is held."""
        return self._db.execute("SELECT 1 FROM decision LIMIT 1").fetchone() is None

    def _counter(self, query: Query) -> int:
        sql = f"SELECT coalesce(sum(n), 0) FROM counter WHERE name = ?{self._shown()}"
        parameters: list[str | None] = [query.view.column]
        if query.store is not None:
            sql += " AND store = (SELECT num FROM store WHERE name = ?)"
            parameters.append(storable(query.store))
        return int(self._db.execute(sql, parameters).fetchone()[0])

    def _condition(self, query: Query) -> tuple[str, Values]:
        return self._listed(query, search.where(self._db, query.text) if query.text else search.Where())

    def _listed(self, query: Query, found: search.Where) -> tuple[str, Values]:
        sql, parameters = f"{_VIEWS[query.view]} AND {found.sql}{self._shown()}", found.parameters
        if query.store is not None:
            sql += " AND store = (SELECT num FROM store WHERE name = ?)"
            parameters = (*parameters, storable(query.store))
        return sql, parameters

    def _window(self, query: Query, rank: Rank | None, limit: int, *, forward: bool) -> list[Cell]:
        way = Way(query.view, rank, forward)
        if not query.text:
            return way.rows(self._db, *self._listed(query, search.Where()), limit)
        found = search.by_one_word(self._db, query.text)
        if found is None:
            if (near := self._near(query, way, limit)) is not None:
                return near
            found = search.by_all_words(self._db, query.text)
        # Few hits are looked up and sorted; many are met soon on the way along the view's index.
        return way.rows(self._db, *self._listed(query, found), limit, sort=found.few)

    def _near(self, query: Query, way: Way, limit: int) -> list[Cell] | None:
        """The window, when rows near by fill it or are all that there is; else None."""
        sql, values = self._listed(query, search.walk(search.words(query.text)))
        found: list[Cell] = []
        for rows in NEAR:
            left = limit - len(found)
            end = way.place(self._db, _VIEWS[query.view], (), rows)
            if end is None:
                return found + way.rows(self._db, sql, values, left)
            until, bounds = way.until(end)
            found += way.rows(self._db, f"{sql} AND {until}", (*values, *bounds), left)
            if len(found) == limit:
                return found
            way = way._replace(rank=end)
        return None

    def _rows(self, cells: Iterable[Cell]) -> tuple[Row, ...]:
        return tuple(self._row(cell) for cell in cells)

    def _row(self, cell: Cell) -> Row:
        _, store, key, due, asked, ended, revision, text = cell
        ref, rank = Ref(self._name(store), key), Rank(due, asked, store, key)
        return row_line.read(ref, rank, ended, revision, text)

    def _name(self, store: int) -> str:
        if HIDDEN in self._names.get(store, HIDDEN):
            self._names = dict(self._db.execute("SELECT num, name FROM store"))
        return self._names[store]


def storable(text: str) -> str | None:
    """Text that SQLite can compare; what it cannot hold is NULL, which equals nothing."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text
