"""Windows of rows by keyset: each answer costs what it returns, however many decisions the ledger holds."""

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sayso_client import codec
from sayso_client.ledger import search
from sayso_client.rows import Counts, Query, Rank, Row, View
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision


_COLUMNS = "num, store, key, due, asked, ended, revision, line"
_LAST_CHARACTER = "\U0010ffff"
_VIEWS = {view: "1" if view is View.ALL else f"{view} = 1" for view in View}

_Cell = tuple[int, int, str, str, str, str, int, str]


class Windows:
    """`sayso_client.rows.Rows` over one connection. Not for several threads at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._names: dict[int, str] = {}

    def count(self, query: Query) -> int:
        """How many rows there are in all. With a text filter no more than 1,000 are counted."""
        if not search.words(query.text):
            return self._counter(query)
        sql, parameters, _ = self._condition(query)
        found = self._db.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM decision WHERE {sql} LIMIT ?)", (*parameters, search.FEW)
        )
        return int(found.fetchone()[0])

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows behind `rank` in list order; from the top when None."""
        return self._rows(self._window(query, rank, ">", limit))

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows in front of `rank`, in list order; from the end when None."""
        return self._rows(reversed(self._window(query, rank, "<", limit)))

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows from position `index`; costs time linear in `index`."""
        sql, parameters, _ = self._condition(query)
        found = self._db.execute(
            f"SELECT {_COLUMNS} FROM decision WHERE {sql} ORDER BY {_order(query.view)} LIMIT ? OFFSET ?",
            (*parameters, limit, max(index, 0)),
        )
        return self._rows(found)

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        """These rows as they stand now; one that is gone is absent."""
        found: dict[Ref, Row] = {}
        for ref in refs:
            cell = self._db.execute(
                f"SELECT {_COLUMNS} FROM decision WHERE store = (SELECT num FROM store WHERE name = ?) AND key = ?",
                (storable(ref.store), storable(ref.key)),
            )
            found.update((row.ref, row) for row in self._rows(cell))
        return found

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        """Which of these the query lists now."""
        sql, parameters, _ = self._condition(query)
        return frozenset(
            ref
            for ref in refs
            if self._db.execute(
                f"SELECT 1 FROM decision WHERE store = (SELECT num FROM store WHERE name = ?) AND key = ? AND {sql}",
                (storable(ref.store), storable(ref.key), *parameters),
            ).fetchone()
        )

    def changed_since(self, revision: int, limit: int) -> tuple[Row, ...]:
        """Rows that changed after that revision, oldest change first."""
        return self._rows(
            self._db.execute(
                f"SELECT {_COLUMNS} FROM decision WHERE revision > ? ORDER BY revision LIMIT ?", (revision, limit)
            )
        )

    def revision(self) -> int:
        """Grows with every transaction that changes a row."""
        return int(self._db.execute("SELECT revision FROM pulse").fetchone()[0])

    def counts(self) -> Counts:
        """The numbers in the header, over all stores."""
        return Counts(
            waiting=self._counter(Query(View.WAITING)),
            proposed=self._counter(Query(View.PROPOSED)),
            contested=self._counter(Query(View.CONTESTED)),
            total=self._counter(Query(View.ALL)),
        )

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
        from sayso_client.decision import Decision

        return codec.loads(Decision, body[0])

    def keys(self, key: str) -> tuple[Ref, ...]:
        """Every decision of that key, in whichever store."""
        found = self._db.execute(
            "SELECT store.name FROM decision JOIN store ON store.num = decision.store WHERE key = ? ORDER BY store.num",
            (storable(key),),
        )
        return tuple(Ref(name, key) for (name,) in found)

    def beginning(self, prefix: str, limit: int) -> tuple[Ref, ...]:
        """Up to `limit` decisions whose keys begin so, in the order of the stores and their keys."""
        found: list[Ref] = []
        if storable(prefix) is None:
            return ()
        for num, name in self._db.execute("SELECT num, name FROM store ORDER BY num").fetchall():
            keys = self._db.execute(
                "SELECT key FROM decision WHERE store = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
                (num, prefix, f"{prefix}{_LAST_CHARACTER}", limit - len(found)),
            )
            found += (Ref(name, key) for (key,) in keys)
        return tuple(found)

    def found_in(self, query: Query) -> dict[View, int]:
        """How many decisions each view holds for the text of the query; no more than 1,000 are looked at."""
        sql, parameters, _ = self._condition(Query(View.ALL, query.text, query.store))
        columns = [str(view) for view in View if view is not View.ALL]
        sums = ", ".join(f"coalesce(sum({each}), 0)" for each in columns)
        found = self._db.execute(
            f"SELECT {sums}, count(*) FROM (SELECT {', '.join(columns)} FROM decision WHERE {sql} LIMIT ?)",
            (*parameters, search.FEW),
        ).fetchone()
        return dict(zip((*map(View, columns), View.ALL), found, strict=True))

    def stores(self) -> tuple[tuple[str, str], ...]:
        """(name, kind) of every store that the ledger holds, in the order in which they were first seen."""
        return tuple(self._db.execute("SELECT name, kind FROM store ORDER BY num"))

    def _counter(self, query: Query) -> int:
        sql = "SELECT coalesce(sum(n), 0) FROM counter WHERE name = ?"
        parameters: list[str | None] = [str(query.view)]
        if query.store is not None:
            sql += " AND store = (SELECT num FROM store WHERE name = ?)"
            parameters.append(storable(query.store))
        return int(self._db.execute(sql, parameters).fetchone()[0])

    def _condition(self, query: Query) -> tuple[str, tuple[str | int | None, ...], int | None]:
        found = search.where(self._db, query.text) if query.text else search.Where()
        sql, parameters = f"{_VIEWS[query.view]} AND {found.sql}", found.parameters
        if query.store is not None:
            sql += " AND store = (SELECT num FROM store WHERE name = ?)"
            parameters = (*parameters, storable(query.store))
        return sql, parameters, found.hits

    def _window(self, query: Query, rank: Rank | None, side: str, limit: int) -> list[_Cell]:
        sql, parameters, hits = self._condition(query)
        order = _order(query.view)
        if rank is not None:
            sql += f" AND ({order}) {side} (?, ?, ?, ?)"
            parameters = (*parameters, *rank)
        # Few hits are looked up and sorted; many are met soon on the way along the view's index.
        source = "decision" if hits is None else "decision NOT INDEXED"
        order = order if side == ">" else order.replace(",", " DESC,") + " DESC"
        return self._db.execute(
            f"SELECT {_COLUMNS} FROM {source} WHERE {sql} ORDER BY {order} LIMIT ?", (*parameters, limit)
        ).fetchall()

    def _rows(self, cells: Iterable[_Cell]) -> tuple[Row, ...]:
        return tuple(self._row(cell) for cell in cells)

    def _row(self, cell: _Cell) -> Row:
        _, store, key, due, asked, ended, revision, text = cell
        ref, rank = Ref(self._name(store), key), Rank(due, asked, store, key)
        return codec.loads(Row, text, ref=ref, rank=rank, ended=ended, revision=revision)

    def _name(self, store: int) -> str:
        if store not in self._names:
            self._names = dict(self._db.execute("SELECT num, name FROM store"))
        return self._names[store]


def _order(view: View) -> str:
    """The columns by which a view is ordered."""
    return f"{'ended' if view is View.SETTLED else 'due'}, asked, store, key"


def storable(text: str) -> str | None:
    """Text that SQLite can compare; what it cannot hold is NULL, which equals nothing."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text
