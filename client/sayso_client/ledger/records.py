"""The records that the ledger keeps, its own and copied ones, and the book of own acts: their SQL."""

import sqlite3
from collections.abc import Iterable, Iterator

from sayso_client.ledger import from_before, stamps
from sayso_client.ledger.kept import Kept
from sayso_client.ledger.rules import Coming, Entry, Read
from sayso_client.stores.contract import Held


class Records:
    """The records, inside one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._last: int | None = None

    def holds_older(self, kept: Kept, key: str, seq: int) -> bool:
        """Whether something of that decision came before that one."""
        sql = f"SELECT 1 FROM {kept.table} WHERE store = ? AND key = ? AND seq < ? LIMIT 1"
        return self._db.execute(sql, (kept.num, key, seq)).fetchone() is not None

    def holds_one(self, kept: Kept, key: str, record_id: str) -> bool:
        """Whether just one record of that decision bears that id."""
        sql = f"SELECT 1 FROM {kept.table} WHERE store = ? AND key = ? AND id = ? LIMIT 2"
        return len(self._db.execute(sql, (kept.num, key, record_id)).fetchall()) == 1

    def vouch(self, kept: Kept, entry: Entry) -> bool:
        """Enter the record into the book of own acts; whether that is news."""
        cursor = self._db.execute(
            "INSERT OR IGNORE INTO own_act (store, digest, id) VALUES (?, ?, ?)", (kept.book, entry.digest, entry.id)
        )
        return cursor.rowcount == 1

    def is_known(self, kept: Kept, entry: Entry, seq: int) -> bool:
        """Whether the record, which just came under that number, stands in that book, or was there before that."""
        if not entry.speaks:
            return False
        sql = "SELECT 1 FROM own_act WHERE store = ? AND digest = ?"
        if self._db.execute(sql, (kept.book, entry.digest)).fetchone() is not None:
            return True
        return kept.before is not None and from_before.meet(self._db, kept.before, entry, seq)

    def insert(self, kept: Kept, one: Coming) -> int | None:
        """Keep one object; its number, or None when it is held already."""
        entry = one.entry
        columns, once = "seq, store, key, id, digest, raw, received, door", "store, digest"
        values: tuple[object, ...] = (self.last() + 1, kept.num, entry.key, entry.id, entry.digest, entry.raw)
        values += (one.received.isoformat(), one.door)
        if kept.table != "own_record":
            columns, values = f"{columns}, object, version", (*values, one.object, one.version)
            once = (
                "store, digest) WHERE (object IS NULL"
                if one.object is None
                else "store, object) WHERE (object IS NOT NULL"
            )
        marks = ", ".join("?" * len(values))
        sql = f"INSERT INTO {kept.table} ({columns}) VALUES ({marks}) ON CONFLICT ({once}) DO NOTHING"
        if self._db.execute(sql, values).rowcount != 1:
            return None
        self._last = self.last() + 1
        return self._last

    def last(self) -> int:
        """The number of the last arrival. Own and copied records share them, so that all arrivals have one order."""
        if self._last is None:
            sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name IN ('own_record', 'replica_record')"
            self._last = int(self._db.execute(sql).fetchone()[0])
        return self._last

    def read(self, kept: Kept, read: Read, condition: str, parameters: tuple[str | None, ...]) -> tuple[Held, ...]:
        """Those that a condition picks, first come first."""
        act = f"SELECT 1 FROM own_act WHERE own_act.store = {kept.book} AND own_act.digest = {kept.table}.digest"
        known = f"EXISTS ({act}) OR {from_before.condition(kept.before)}"
        rows = self._db.execute(
            f"SELECT seq, raw, received, door, {known} FROM {kept.table} WHERE store = ? AND {condition} ORDER BY seq",
            (kept.num, *parameters),
        )
        return tuple(held(rows, read))


def held(rows: Iterable[tuple[int, bytes, str, str, int | None]], read: Read) -> Iterator[Held]:
    """Rows (seq, raw, received, door, whether an act of mine wrote it) as objects that a projection takes."""
    for seq, raw, received, door, own in rows:
        entry = read(raw)
        mine = None if own is None else bool(own)
        yield Held(raw, entry.value, entry.problems, stamps.received(received), door, seq, mine)
