"""One write transaction of the ledger: records in, derived rows with them, all or nothing."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sayso_client.decision import Decision, Ref
from sayso_client.ledger.derived import Derivations
from sayso_client.stores.contract import Held, Projection, Reader


@dataclass(frozen=True, slots=True)
class Entry:
    """A record on its way into the ledger, read by the door of its store."""

    raw: bytes
    value: object
    digest: bytes
    key: str | None
    """None when it cannot be read far enough to know; it is then kept, and belongs to no decision."""
    id: str | None
    problems: tuple[str, ...] = ()


Read = Callable[[bytes], Entry]
"""How a store kind reads the bytes of one record."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a store kind gives the ledger: how records are read, and how they become a decision."""

    read: Read
    projection: Projection


class _Told:
    """Tells whether a name is the reader's, and remembers that somebody asked: then the answer depends on who reads."""

    def __init__(self, mine: Callable[[str], bool]) -> None:
        self._mine = mine
        self.asked = False

    def __call__(self, who: str) -> bool:
        self.asked = True
        return self._mine(who)


class Writing:
    """The open transaction. Made by the ledger only."""

    def __init__(
        self,
        db: sqlite3.Connection,
        rules: Mapping[str, Rules],
        mine: Callable[[str], bool],
        now: datetime,
        mint: Callable[[], str],
    ) -> None:
        self.db = db
        """For the other rooms of the ledger only."""
        self._rules = rules
        self._mine = mine
        self._now = now
        self._mint = mint
        self._derived = Derivations(db)
        self._stores: dict[str, tuple[int, str]] = {}

    def store(self, name: str, kind: str) -> int:
        """The number of the store of that name, which is made when there is none yet."""
        if name not in self._stores:
            self.db.execute(
                "INSERT INTO store (uuid, name, kind) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
                (self._mint(), name, kind),
            )
            self._stores[name] = self.db.execute("SELECT num, kind FROM store WHERE name = ?", (name,)).fetchone()
        return self._stores[name][0]

    def held(self, store: int, key: str, record_id: str) -> tuple[Held, ...]:
        """The records of that id in that decision, first come first."""
        return self._read(
            store,
            "SELECT seq, raw, received, door FROM own_record WHERE store = ? AND key = ? AND id = ? ORDER BY seq",
            (store, key, record_id),
        )

    def all_held(self, store: int, key: str) -> tuple[Held, ...]:
        """Every record of one decision, first come first."""
        return self._read(
            store,
            "SELECT seq, raw, received, door FROM own_record WHERE store = ? AND key = ? ORDER BY seq",
            (store, key),
        )

    def decision(self, ref: Ref, kind: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        return self._derived.decision(self.store(ref.store, kind), ref.key)

    def append(self, name: str, kind: str, entries: Sequence[Entry], door: str) -> tuple[Entry, ...]:
        """Keep these records and derive their decisions anew. What is held already is passed over.

        Returns:
            Those that were new.
        """
        store = self.store(name, kind)
        fresh: dict[str, list[Held]] = {}
        new: list[Entry] = []
        for entry in entries:
            seq = self._insert(store, entry, door)
            if seq is None:
                continue
            new.append(entry)
            if entry.key is not None:
                held = Held(entry.raw, entry.value, entry.problems, self._now, door, seq)
                fresh.setdefault(entry.key, []).append(held)
        for key, more in fresh.items():
            self.derive(name, kind, key, more)
        return tuple(new)

    def derive(self, name: str, kind: str, key: str, more: Sequence[Held] = ()) -> None:
        """Derive one decision again: from what it was and `more`, where that suffices, else from all of its records."""
        store = self.store(name, kind)
        told = _Told(self._mine)
        reader = Reader(name, told)
        projection = self._rules[kind].projection
        decision = self._extended(projection, reader, store, key, more)
        if decision is not None:
            self._derived.put(store, key, decision, personal=True if told.asked else None)
            return
        decision = projection.project(key, self.all_held(store, key), reader)
        self._derived.put(store, key, decision, personal=told.asked)

    def _extended(
        self, projection: Projection, reader: Reader, store: int, key: str, more: Sequence[Held]
    ) -> Decision | None:
        decision = self._derived.decision(store, key) if more else None
        for each in more:
            if decision is None:
                return None
            decision = projection.extend(decision, each, reader)
        return decision

    def _insert(self, store: int, entry: Entry, door: str) -> int | None:
        cursor = self.db.execute(
            "INSERT INTO own_record (store, key, id, digest, raw, received, door) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (store, digest) DO NOTHING",
            (store, entry.key, entry.id, entry.digest, entry.raw, self._now.isoformat(), door),
        )
        return cursor.lastrowid if cursor.rowcount == 1 else None

    def _read(self, store: int, sql: str, parameters: tuple[int | str, ...]) -> tuple[Held, ...]:
        kind = next((kind for num, kind in self._stores.values() if num == store), None)
        if kind is None:
            kind = self.db.execute("SELECT kind FROM store WHERE num = ?", (store,)).fetchone()[0]
        return tuple(held(self.db.execute(sql, parameters), self._rules[kind].read))

    def read_as(self, mine: Callable[[str], bool]) -> None:
        """From here on derive for a reader of other names."""
        self._mine = mine

    def mark(self, name: str, value: str) -> None:
        """Remember one of the ledger's own settings."""
        self.db.execute("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", (name, value))

    def finish(self) -> None:
        """Write the sums; the ledger commits next."""
        self._derived.finish()


def held(rows: Iterable[tuple[int, bytes, str, str]], read: Read) -> Iterator[Held]:
    """Rows (seq, raw, received, door) as objects that a projection takes."""
    for seq, raw, received, door in rows:
        entry = read(raw)
        yield Held(raw, entry.value, entry.problems, datetime.fromisoformat(received), door, seq)
