"""Writing the derived tables, in the transaction of the records that they come from."""

import sqlite3
from collections import Counter

from sayso_client import codec
from sayso_client.decision import Awaiting, Decision
from sayso_client.ledger.derive import VIEWS, derive
from sayso_client.rows import View

_NAMES = (*(str(view) for view in VIEWS), str(View.ALL))
_VIEW_COLUMNS = ", ".join(str(view) for view in VIEWS)
_COLUMNS = f"store, key, due, asked, {_VIEW_COLUMNS}, personal, revision, line, words, body"
_MARKS = ", ".join("?" * (len(_COLUMNS.split(","))))
_SET = ", ".join(f"{name} = ?" for name in _COLUMNS.split(", ")[2:])

_Old = tuple[int, str, tuple[bool, ...]]


class Derivations:
    """Gathers the changes of one transaction to decisions, search and counters; `finish` writes the sums."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._change: Counter[tuple[int, str]] = Counter()
        self._revision = int(db.execute("SELECT revision FROM pulse").fetchone()[0]) + 1
        self._changed = False

    def decision(self, store: int, key: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        body = self._db.execute("SELECT body FROM decision WHERE store = ? AND key = ?", (store, key)).fetchone()
        return codec.loads(Decision, body[0]) if body else None

    def put(self, store: int, key: str, decision: Decision) -> None:
        """Replace what is derived of one decision."""
        personal = bool(decision.to) or decision.awaiting is Awaiting.OTHERS
        new = derive(decision, personal=personal)
        values = (
            new.due,
            new.asked,
            *map(int, new.views),
            int(personal),
            self._revision,
            new.line,
            new.words,
            new.body,
        )
        old = self._old(store, key)
        if old is None:
            cursor = self._db.execute(f"INSERT INTO decision ({_COLUMNS}) VALUES ({_MARKS})", (store, key, *values))
            self._index(cursor.lastrowid, new.words)
        else:
            num, words, _ = old
            if words != new.words:
                self._unindex(num, words)
            self._db.execute(f"UPDATE decision SET {_SET} WHERE num = ?", (*values, num))
            if words != new.words:
                self._index(num, new.words)
        self._count(store, old[2] if old else (False,) * len(_NAMES), (*new.views, True))

    def _old(self, store: int, key: str) -> _Old | None:
        found = self._db.execute(
            f"SELECT num, words, {_VIEW_COLUMNS} FROM decision WHERE store = ? AND key = ?", (store, key)
        ).fetchone()
        return (found[0], found[1], (*map(bool, found[2:]), True)) if found else None

    def _index(self, num: int | None, words: str) -> None:
        self._db.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", (num, words))

    def _unindex(self, num: int, words: str) -> None:
        self._db.execute("INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", (num, words))

    def _count(self, store: int, old: tuple[bool, ...], new: tuple[bool, ...]) -> None:
        self._changed = True
        for name, was, is_now in zip(_NAMES, old, new, strict=True):
            if was != is_now:
                self._change[store, name] += is_now - was

    def finish(self) -> None:
        """Write the counters and the pulse. Called once, before the commit."""
        if not self._changed:
            return
        self._db.executemany(
            "INSERT INTO counter (store, name, n) VALUES (?, ?, ?) "
            "ON CONFLICT (store, name) DO UPDATE SET n = n + excluded.n",
            [(store, name, n) for (store, name), n in self._change.items() if n],
        )
        self._db.execute("UPDATE pulse SET revision = ?", (self._revision,))
