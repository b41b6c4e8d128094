"""The hash chain of each store that was served, against the records that it was made of (ledger/chain.py)."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sayso_client.ledger import chain
from sayso_client.ledger.chain import Link
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic
from sayso_client.ledger.checkup.views import one_view
from sayso_client.ledger.rules import Read
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

_PAGE = 500
"""Records compared on one view of the ledger."""

_SERVED = "SELECT num, name, kind FROM store WHERE EXISTS (SELECT 1 FROM own_link WHERE own_link.store = store.num)"
# "+" keeps it from walking over all digests of the store and sorting them.
_RECORDS = (
    "SELECT own_record.seq, key, digest, raw, n, chain FROM own_record "
    "LEFT JOIN own_link ON own_link.seq = own_record.seq AND own_link.store = own_record.store "
    "WHERE +own_record.store = ? AND own_record.seq > ? ORDER BY own_record.seq LIMIT ?"
)


class Break(NamedTuple):
    """A place where the chain and the records do not agree."""

    n: int
    """Which record of the store, from 1 on."""
    what: str
    key: str | None = None
    """Of its decision."""


def broken(db: sqlite3.Connection, reads: Callable[[str], Read], told: Callable[[int, int], None]) -> Iterator[Finding]:
    """Where records of served stores were changed, exchanged, added or taken out behind sayso's back.

    Args:
        db: The reading connection.
        reads: Store kind → how its records are read.
        told: Called with how many records were compared and how many there are.
    """
    stores = db.execute(_SERVED).fetchall()
    total = sum(chain.last(db, num).n for num, _, _ in stores)
    done = 0
    for num, name, kind in stores:
        found: list[Break] = []
        count = 0
        walk = _Walk(db, num, reads(kind))
        while (page := walk.page()) is not None:
            count += len(page)
            found += page[: MOST - len(found)]
            told(done + walk.seen, max(total, done + walk.seen))
        done += walk.seen
        if found:
            yield _finding(name, found, count)


def _finding(store: str, found: list[Break], count: int) -> Finding:
    first, more = found[0], count - 1
    others = "" if not more else f", and {more:,} more {'place' if more == 1 else 'places'}"
    refs = dict.fromkeys(Ref(store, each.key) for each in found if each.key is not None)
    return Finding(
        Topic.CHAIN,
        f"What {one_line(store, 40)} holds is not what was written into it: record {first.n:,} {first.what}{others}. "
        "Something other than sayso has changed the ledger, and readers elsewhere may hold another past. Nothing mends "
        "that from within: compare with a backup or with a copy elsewhere, and put the backup in its place.",
        decisions=tuple(refs),
    )


class _Walk:
    """Along the records of one store, a page at a time."""

    def __init__(self, db: sqlite3.Connection, store: int, read: Read) -> None:
        self._db = db
        self._store = store
        self._read = read
        self._after = 0
        self._end = Link()
        self._over = False
        self._whole = False
        self._last = 0
        self.seen = 0
        """How many records were compared."""

    def page(self) -> list[Break] | None:
        """Where the next records break the chain; None when there are no more."""
        if self._over:
            return None
        with one_view(self._db):
            # A chain that is still being made for the first time may be shorter than the store.
            self._whole, self._last = chain.is_linked(self._db, self._store), chain.last(self._db, self._store).n
            rows = self._db.execute(_RECORDS, (self._store, self._after, _PAGE)).fetchall()
            found = [each for row in rows for each in self._compare(*row)]
            if len(rows) < _PAGE:
                self._over = True
                found += self._behind_the_last()
        self.seen += len(rows)
        return found

    def _compare(
        self, seq: int, key: str | None, digest: bytes, raw: bytes, n: int | None, link: bytes | None
    ) -> Iterator[Break]:
        self._after = seq
        if n is None or link is None:
            if self._whole or self._end.n < self._last:
                yield Break(self._end.n + 1, "stands in no link of the chain", key)
            return
        before = self._end
        if n > before.n + 1:
            yield _gap(before.n + 1, n - 1)
            before = chain.at(self._db, self._store, n - 1) or before
        elif n <= before.n:
            yield Break(n, "stands in another order than it came in", key)
            before = chain.at(self._db, self._store, n - 1) or before
        if self._read(raw).digest != digest:
            yield Break(n, "was changed", key)
        elif n == before.n + 1 and before.next(digest).chain != link:
            yield Break(n, "is another one than its link was made of, or the link was changed", key)
        if n > self._end.n:
            self._end = Link(n, link)

    def _behind_the_last(self) -> Iterator[Break]:
        if self._last > self._end.n:
            yield _gap(self._end.n + 1, self._last)


def _gap(first: int, last: int) -> Break:
    return Break(first, "is gone, or its link is" if first == last else f"to {last:,} are gone, or their links are")
