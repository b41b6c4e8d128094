"""One write transaction of the ledger: records in, derived rows with them, all or nothing."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sayso_client.decision import Decision, Ref
from sayso_client.ledger.chain import Linking
from sayso_client.ledger.derived import Derivations
from sayso_client.ledger.names import Names
from sayso_client.stores.contract import Held, Projection, Reader

_ACT = "SELECT 1 FROM own_act WHERE own_act.store = own_record.store AND own_act.digest = own_record.digest"
_HELD = f"seq, raw, received, door, EXISTS ({_ACT})"
"""The columns of a record, the last one telling whether the book of own acts knows it."""


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
    speaks: bool = False
    """It says that it comes from the principal side."""


Read = Callable[[bytes], Entry]
"""How a store kind reads the bytes of one record."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a store kind gives the ledger: how records are read, and how they become a decision."""

    read: Read
    projection: Projection


class _Told:
    """Tells whether a name is the reader's, and remembers that somebody asked: then the answer depends on who reads."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.asked = False

    def mine(self, who: str) -> bool:
        """Whether it is a name of mine."""
        self.asked = True
        return self._names.mine(who)

    def in_my_name(self, who: str) -> bool:
        """Whether it is a name of mine or my assistant's."""
        self.asked = True
        return self._names.in_my_name(who)


class Writing:
    """The open transaction. Made by the ledger only."""

    def __init__(
        self,
        db: sqlite3.Connection,
        rules: Mapping[str, Rules],
        names: Names,
        now: datetime,
        mint: Callable[[], str],
    ) -> None:
        self.db = db
        """For the other rooms of the ledger only."""
        self._rules = rules
        self._names = names
        self._now = now
        self._stamp = now.isoformat()
        self._mint = mint
        self._derived = Derivations(db)
        self._linking = Linking(db)
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
            f"SELECT {_HELD} FROM own_record WHERE store = ? AND key = ? AND id = ? ORDER BY seq",
            (store, key, record_id),
        )

    def all_held(self, store: int, key: str) -> tuple[Held, ...]:
        """Every record of one decision, first come first."""
        return self._read(
            store,
            f"SELECT {_HELD} FROM own_record WHERE store = ? AND key = ? ORDER BY seq",
            (store, key),
        )

    def decision(self, ref: Ref, kind: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        return self._derived.decision(self.store(ref.store, kind), ref.key)

    def append(
        self, name: str, kind: str, entries: Sequence[Entry], door: str, *, mine: bool = False
    ) -> tuple[Entry, ...]:
        """Keep these records and derive their decisions anew. What is held already is passed over.

        Args:
            name: The store's.
            kind: The store's.
            entries: In the order in which they came.
            door: Who lets them in, for the arrival stamp.
            mine: It is an act of the principal: those that speak for the principal enter the book of own acts.

        Returns:
            Those that were new.
        """
        store = self.store(name, kind)
        fresh: dict[str, list[Held]] = {}
        new: list[Entry] = []
        for entry in entries:
            own = mine and entry.speaks
            news = own and self._vouch(store, entry)
            seq = self._insert(store, entry, door)
            if seq is None:
                if news and entry.key is not None:
                    fresh.setdefault(entry.key, [])
                continue
            self._linking.add(store, seq, entry.digest)
            new.append(entry)
            if entry.key is not None:
                held = Held(entry.raw, entry.value, entry.problems, self._now, door, seq, own)
                fresh.setdefault(entry.key, []).append(held)
        for key, more in fresh.items():
            self.derive(name, kind, key, more)
        return tuple(new)

    def derive(self, name: str, kind: str, key: str, more: Sequence[Held] = ()) -> None:
        """Derive one decision again: from what it was and `more`, where that suffices, else from all of its records."""
        store = self.store(name, kind)
        told = _Told(self._names)
        reader = Reader(name, told.mine, told.in_my_name)
        projection = self._rules[kind].projection
        if self._extended(projection, reader, told, store, key, more):
            return
        objects = more if more and not self._holds_older(store, key, more[0].seq) else self.all_held(store, key)
        self._derived.put(store, key, projection.project(key, objects, reader), personal=told.asked)

    def replay(self, store: int, name: str, kind: str, key: str) -> tuple[Decision, bool]:
        """The decision that all of its records make, and whether that depends on who reads it. Writes nothing."""
        told = _Told(self._names)
        reader = Reader(name, told.mine, told.in_my_name)
        return self._rules[kind].projection.project(key, self.all_held(store, key), reader), told.asked

    def _holds_older(self, store: int, key: str, seq: int) -> bool:
        sql = "SELECT 1 FROM own_record WHERE store = ? AND key = ? AND seq < ? LIMIT 1"
        return self.db.execute(sql, (store, key, seq)).fetchone() is not None

    def _extended(
        self, projection: Projection, reader: Reader, told: _Told, store: int, key: str, more: Sequence[Held]
    ) -> bool:
        """Put in what came, without reading the rest; False when that cannot be done."""
        decision = self._derived.decision(store, key) if more else None
        if decision is None:
            return False
        personal = None
        for each in more:
            told.asked = False
            one = replace(each, alone=True) if self._is_alone(store, key, each, decision) else each
            longer = projection.extend(decision, one, reader)
            if longer is None:
                return False
            if longer.seen != decision.seen:
                personal = told.asked
            decision = longer
        self._derived.put(store, key, decision, personal=personal)
        return True

    def _is_alone(self, store: int, key: str, one: Held, decision: Decision) -> bool:
        """Looked up only where not all is shown: else the decision itself tells."""
        if decision.history_total <= len(decision.history):
            return False
        name = one.value.get("id") if isinstance(one.value, dict) else None
        if not isinstance(name, str):
            return False
        sql = "SELECT 1 FROM own_record WHERE store = ? AND key = ? AND id = ? LIMIT 2"
        return len(self.db.execute(sql, (store, key, name)).fetchall()) == 1

    def _vouch(self, store: int, entry: Entry) -> bool:
        """Enter the record into the book of own acts; whether that is news."""
        cursor = self.db.execute(
            "INSERT OR IGNORE INTO own_act (store, digest, id) VALUES (?, ?, ?)", (store, entry.digest, entry.id)
        )
        return cursor.rowcount == 1

    def _insert(self, store: int, entry: Entry, door: str) -> int | None:
        cursor = self.db.execute(
            "INSERT INTO own_record (store, key, id, digest, raw, received, door) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (store, digest) DO NOTHING",
            (store, entry.key, entry.id, entry.digest, entry.raw, self._stamp, door),
        )
        return cursor.lastrowid if cursor.rowcount == 1 else None

    def _read(self, store: int, sql: str, parameters: tuple[int | str, ...]) -> tuple[Held, ...]:
        kind = next((kind for num, kind in self._stores.values() if num == store), None)
        if kind is None:
            kind = self.db.execute("SELECT kind FROM store WHERE num = ?", (store,)).fetchone()[0]
        return tuple(held(self.db.execute(sql, parameters), self._rules[kind].read))

    def read_as(self, names: Names) -> None:
        """From here on derive for a reader of other names."""
        self._names = names

    def mark(self, name: str, value: str) -> None:
        """Remember one of the ledger's own settings."""
        self.db.execute("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", (name, value))

    def marked(self, name: str) -> str | None:
        """What was remembered under that name."""
        found = self.db.execute("SELECT value FROM mark WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None

    def unmark(self, name: str) -> None:
        """Remember it no longer."""
        self.db.execute("DELETE FROM mark WHERE name = ?", (name,))

    def finish(self) -> None:
        """Write the sums; the ledger commits next."""
        self._derived.finish()


def held(rows: Iterable[tuple[int, bytes, str, str, int | None]], read: Read) -> Iterator[Held]:
    """Rows (seq, raw, received, door, whether an act of mine wrote it) as objects that a projection takes."""
    for seq, raw, received, door, own in rows:
        entry = read(raw)
        mine = None if own is None else bool(own)
        yield Held(raw, entry.value, entry.problems, datetime.fromisoformat(received), door, seq, mine)
