"""Writing the derived tables, in the transaction of the records that they come from."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sayso_client.decision import Decision
from sayso_client.ledger import sent
from sayso_client.ledger.body import read
from sayso_client.ledger.derive import VIEWS, derive
from sayso_client.ledger.floods import Floods, Place
from sayso_client.ledger.kept import Keeping
from sayso_client.ledger.query import WENT
from sayso_client.rows import View

MOST_KNOWN = 100
"""So many decisions are kept at hand within one transaction; an import does not need more."""

_VIEWS = tuple(view.column for view in VIEWS)
_NAMES = (*_VIEWS, str(View.ALL))
_COLUMNS = ("due", "asked", *_VIEWS, "personal", "line", "words", "ended", "asker", "again")
_PERSONAL = 1 + _COLUMNS.index("personal")
_OLD = f"SELECT num, {', '.join(_COLUMNS)} FROM decision WHERE store = ? AND key = ?"
_BODY = "SELECT body.decision FROM decision JOIN body USING (num) WHERE store = ? AND key = ?"
_NEW = (
    f"INSERT INTO decision (revision, {', '.join(_COLUMNS)}, store, key) "
    f"VALUES (?, {', '.join('?' * len(_COLUMNS))}, ?, ?)"
)


class Derivations:
    """Gathers the changes of one transaction to decisions, search and counters; `finish` writes the sums."""

    def __init__(self, db: sqlite3.Connection, keeping: Keeping) -> None:
        self._db = db
        self._keeping = keeping
        self._change: Counter[tuple[int, str]] = Counter()
        self._revision = int(db.execute("SELECT revision FROM pulse").fetchone()[0])
        self._changed = False
        self._went = False
        self._known: dict[tuple[int, str], Decision] = {}
        self._floods = Floods(db, lambda store: keeping.of(store).shown)

    def decision(self, store: int, key: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        known = self._known.get((store, key))
        if known is None:
            body = self._db.execute(_BODY, (store, key)).fetchone()
            known = read(body[0]) if body else None
            label = self._keeping.of(store).label
            if known is not None and known.ref.store != label:
                known = replace(known, ref=known.ref._replace(store=label))
        if known is not None and len(self._known) < MOST_KNOWN:
            self._known[store, key] = known
        return known

    def put(self, store: int, key: str, decision: Decision, *, personal: bool | None) -> None:
        """Replace what is derived of one decision. Each has a revision of its own, so that changes can be paged.

        Args:
            store: The number of its store.
            key: Which decision.
            decision: As it stands now.
            personal: Whether it depends on who reads it; None when that is as it was.
        """
        revision = self._next(store)
        self._known.pop((store, key), None)
        if len(self._known) < MOST_KNOWN:
            self._known[store, key] = decision
        new = derive(decision, self._sent(store, key))
        old = self._db.execute(_OLD, (store, key)).fetchone()
        if personal is None:
            personal = bool(old and old[_PERSONAL])
        views = tuple(map(int, new.views))
        texts = (new.line, new.words, new.ended, new.asker, new.again)
        values: tuple[str | int, ...] = (new.due, new.asked, *views, int(personal), *texts)
        if old is None:
            num = self._db.execute(_NEW, (revision, *values, store, key)).lastrowid
            self._db.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", (num, new.words))
        else:
            num = old[0]
            before = dict(zip(_COLUMNS, old[1:], strict=True))
            self._update(num, revision, before, dict(zip(_COLUMNS, values, strict=True)))
        self._db.execute("INSERT OR REPLACE INTO body (num, decision) VALUES (?, ?)", (num, new.body))
        self._floods.moved(store, int(num or 0), _place(old[1:]) if old else None, _place(values))
        was = (*map(bool, old[3 : 3 + len(VIEWS)]), True) if old else (False,) * len(_NAMES)
        self._count(store, was, (*new.views, True))

    def remove(self, store: int, key: str) -> None:
        """Take out a decision of which nothing is held any more."""
        self._known.pop((store, key), None)
        old = self._db.execute(_OLD, (store, key)).fetchone()
        if old is None:
            return
        num, before = old[0], dict(zip(_COLUMNS, old[1:], strict=True))
        self._db.execute("INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", (num, before["words"]))
        self._db.execute("DELETE FROM decision WHERE num = ?", (num,))
        self._db.execute("DELETE FROM body WHERE num = ?", (num,))
        self._floods.moved(store, num, _place(old[1:]), _place(old[1:])._replace(open=0))
        if self._keeping.of(store).shown:
            self.went()
        self._count(store, (*map(bool, old[3 : 3 + len(VIEWS)]), True), (False,) * len(_NAMES))

    def went(self) -> None:
        """Rows go, or are exchanged for others: whoever shows some reads them again."""
        self._changed = self._went = True
        self._revision += 1

    def _sent(self, store: int, key: str) -> sent.Sent:
        """What the outbox holds of it; looked up only where stores elsewhere are."""
        kept = self._keeping.of(store)
        return sent.NOTHING if kept.table == "own_record" else sent.of(self._db, kept.label, key)

    def _next(self, store: int) -> int:
        """The revision of a change. What nobody sees has none, and wakes nobody."""
        if not self._keeping.of(store).shown:
            return 0
        self._revision += 1
        return self._revision

    def _update(self, num: int, revision: int, old: dict[str, str | int], new: dict[str, str | int]) -> None:
        """Write the columns that differ, so that no index is touched in vain."""
        changed = {name: value for name, value in new.items() if old[name] != value}
        if "words" in changed:
            self._db.execute("INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", (num, old["words"]))
            self._db.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", (num, new["words"]))
        assignments = ", ".join(f"{name} = ?" for name in ("revision", *changed))
        self._db.execute(f"UPDATE decision SET {assignments} WHERE num = ?", (revision, *changed.values(), num))

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
        self._revision = self._floods.finish(self._revision)
        if self._went:
            self._db.execute("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", (WENT, str(self._revision)))
        self._db.execute("UPDATE pulse SET revision = ?", (self._revision,))


def _place(values: Sequence[Any]) -> Place:
    """What decides about folding, from the columns of a row."""
    return Place(*(values[_COLUMNS.index(name)] for name in Place._fields))
