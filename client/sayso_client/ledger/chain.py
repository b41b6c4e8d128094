"""The hash chain over the records of a store, in the order in which they came.

Link n is SHA-256 of link n - 1 followed by the digest of record n; link 0 is 32 zero bytes. Whoever remembers n and a
few digits of link n can tell later whether the store still has the past that they read: after a backup was restored,
the chain is another one from there on, however long it has become since.

Only a store that was served has one. From `complete` on, every transaction that adds records adds their links.
"""

import sqlite3
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_LINK = "INSERT INTO own_link (store, n, seq, chain) VALUES (?, ?, ?, ?)"
_TURN = 20_000
"""Links made in one transaction; others wait no longer than that for theirs."""


class Link(NamedTuple):
    """The end of a chain, or a place in it."""

    n: int = 0
    """How many records there are up to here."""
    chain: bytes = bytes(32)

    def next(self, digest: bytes) -> "Link":
        """The link of the record that follows."""
        return Link(self.n + 1, sha256(self.chain + digest).digest())


def is_linked(db: sqlite3.Connection, store: int) -> bool:
    """Whether the store was served, so that its chain is complete and must stay so."""
    return db.execute("SELECT 1 FROM mark WHERE name = ?", (_mark(store),)).fetchone() is not None


def last(db: sqlite3.Connection, store: int) -> Link:
    """The end of the chain."""
    found = db.execute("SELECT n, chain FROM own_link WHERE store = ? ORDER BY n DESC LIMIT 1", (store,)).fetchone()
    return Link(*found) if found else Link()


def at(db: sqlite3.Connection, store: int, n: int) -> Link | None:
    """Link n; None when the chain is shorter."""
    if n == 0:
        return Link()
    found = db.execute("SELECT n, chain FROM own_link WHERE store = ? AND n = ?", (store, n)).fetchone()
    return Link(*found) if found else None


def of_record(db: sqlite3.Connection, seq: int) -> Link | None:
    """The link of a record by its number in the ledger."""
    found = db.execute("SELECT n, chain FROM own_link WHERE seq = ?", (seq,)).fetchone()
    return Link(*found) if found else None


class Linking:
    """Adds links within one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ends: dict[int, Link | None] = {}

    def add(self, store: int, seq: int, digest: bytes) -> None:
        """Link a record that was just added, when the store keeps a chain at all."""
        if store not in self._ends:
            self._ends[store] = last(self._db, store) if is_linked(self._db, store) else None
        end = self._ends[store]
        if end is not None:
            self._ends[store] = _put(self._db, store, end.next(digest), seq)


def complete(writing: "Writing", store: int) -> int | None:
    """Make the next missing links of a store that is to be served.

    Returns:
        How much of its chain there is, in percent; None when all of it is, and every writer keeps it from now on.
    """
    db = writing.db
    if is_linked(db, store):
        return None
    found = db.execute(
        "SELECT n, chain, seq FROM own_link WHERE store = ? ORDER BY n DESC LIMIT 1", (store,)
    ).fetchone()
    end, after = (Link(found[0], found[1]), found[2]) if found else (Link(), 0)
    # "+" keeps it from walking over all digests of the store and sorting them, each time.
    rows = db.execute(
        "SELECT seq, digest FROM own_record WHERE +store = ? AND seq > ? ORDER BY seq LIMIT ?", (store, after, _TURN)
    ).fetchall()
    links = []
    for seq, digest in rows:
        end = end.next(digest)
        links.append((store, end.n, seq, end.chain))
    db.executemany(_LINK, links)
    if len(rows) < _TURN:
        writing.mark(_mark(store), "yes")
        return None
    newest = int(db.execute("SELECT max(seq) FROM own_record").fetchone()[0])
    return min(100 * int(rows[-1][0]) // newest, 99)


def _put(db: sqlite3.Connection, store: int, link: Link, seq: int) -> Link:
    db.execute(_LINK, (store, link.n, seq, link.chain))
    return link


def _mark(store: int) -> str:
    return f"served:{store}"
