"""One write transaction of the ledger: records in, derived rows with them, all or nothing."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.decision import Decision, Ref
from sayso_client.ledger import stamps
from sayso_client.ledger.chain import Linking
from sayso_client.ledger.derived import Derivations
from sayso_client.ledger.kept import Keeping, Kept
from sayso_client.ledger.names import Names
from sayso_client.stores.contract import Held, Projection, Reader

if TYPE_CHECKING:
    from sayso_client.verdict import Verdict


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
class Coming:
    """One object on its arrival."""

    entry: Entry
    received: datetime
    door: str
    """Who let it in."""
    object: str | None = None
    """What it is known by where objects are replaced; None for a record."""
    version: str | None = None


class Packed(NamedTuple):
    """A verdict as it goes over the wire."""

    payload: bytes
    words: str
    """What it says, for people."""


Find = Callable[[Sequence[str]], Sequence[object]]
"""Ids → the parsed objects of those that are held in the decision."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a store kind gives the ledger: how records are read, and how they become a decision.

    The rest is for kinds of stores elsewhere. All of it is pure.
    """

    read: Read
    projection: Projection
    pack: "Callable[[Verdict, Decision, Find], Packed] | None" = None
    """Makes of a verdict what the store understands. Raises InvalidRecord when something is missing."""
    says: "Callable[[object, Verdict], bool]" = lambda held, verdict: False
    """Whether an object that is held under the verdict's id is what the verdict became."""
    door: Callable[[Mapping[str, object]], Entry] | None = None
    """Holds a requester's record to the rules; None where requesters do not write through us. Raises InvalidRecord."""
    keepable: Callable[[Coming], bool] = lambda coming: True
    """Whether the ledger can hold an object at all."""
    asks: Callable[[object, Decision], bool | None] = lambda said, decision: None
    """Whether what an asker wants to raise is what the decision asks already (True), or is in other words (False); None
    when nothing is raised, or nothing is asked there."""


class _Told:
    """Tells whether a name is the reader's, and remembers that somebody asked: then the answer depends on who reads."""

    def __init__(self, names: Names, you: str | None) -> None:
        self._names = names if you is None else Names((*names.own, you), names.assistants)
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
        self.stamp = now.isoformat()
        """When the transaction began, as the tables hold times."""
        self._mint = mint
        self.keeping = Keeping(db)
        self._derived = Derivations(db, self.keeping)
        self._linking = Linking(db)
        self._stores: dict[str, tuple[int, str]] = {}
        self._last: int | None = None

    def store(self, name: str, kind: str) -> int:
        """The number of the store of that name, which is made when there is none yet."""
        if name not in self._stores:
            self.db.execute(
                "INSERT INTO store (uuid, name, kind) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
                (self._mint(), name, kind),
            )
            self._stores[name] = self.db.execute("SELECT num, kind FROM store WHERE name = ?", (name,)).fetchone()
        return self._stores[name][0]

    def another(self, name: str, kind: str) -> int:
        """A new store, of a name that no other one bears: a unique end is put behind it. Its number."""
        uuid = self._mint()
        sql = "INSERT INTO store (uuid, name, kind) VALUES (?, ?, ?)"
        return int(self.db.execute(sql, (uuid, f"{name}{uuid}", kind)).lastrowid or 0)

    def went(self) -> None:
        """Rows are exchanged for others without a trace: whoever shows some reads them again."""
        self._derived.went()

    def rules(self, store: int) -> Rules:
        """How the records of that store are read."""
        return self._rules[self.keeping.of(store).kind]

    def held(self, store: int, key: str, record_id: str) -> tuple[Held, ...]:
        """The records of that id in that decision, first come first."""
        return self._read(self.keeping.of(store), "key = ? AND id = ?", (key, record_id))

    def all_held(self, store: int, key: str) -> tuple[Held, ...]:
        """Every record of one decision, first come first."""
        return self._read(self.keeping.of(store), "key = ?", (key,))

    def decision(self, ref: Ref, kind: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        return self._derived.decision(self.store(ref.store, kind), ref.key)

    def standing(self, store: int, key: str) -> Decision | None:
        """As `decision`, by the store's number."""
        return self._derived.decision(store, key)

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
        return self.keep(self.store(name, kind), [Coming(each, self._now, door) for each in entries], mine=mine)

    def keep(self, store: int, coming: Iterable[Coming], *, mine: bool = False) -> tuple[Entry, ...]:
        """As `append`, with arrival stamps that somebody else gave. No record is an object that may be replaced."""
        kept = self.keeping.of(store)
        fresh: dict[str, list[Held]] = {}
        new: list[Entry] = []
        for each in coming:
            entry = each.entry
            own = mine and entry.speaks
            news = own and self.vouch(kept, entry)
            seq = self.insert(kept, each)
            if seq is None:
                if news and entry.key is not None:
                    fresh.setdefault(entry.key, [])
                continue
            if kept.table == "own_record":
                self._linking.add(store, seq, entry.digest)
            else:
                own = self._is_mine(kept, entry)
            new.append(entry)
            if entry.key is not None:
                held = Held(entry.raw, entry.value, entry.problems, each.received, each.door, seq, own)
                fresh.setdefault(entry.key, []).append(held)
        for key, more in fresh.items():
            self.derive(store, key, more)
        return tuple(new)

    def derive(self, store: int, key: str, more: Sequence[Held] = ()) -> None:
        """Derive one decision again: from what it was and `more`, where that suffices, else from all of its records."""
        kept = self.keeping.of(store)
        told, reader = self._reader(kept)
        projection = self._rules[kept.kind].projection
        if self._extended(projection, reader, told, kept, key, more):
            return
        objects = more if more and not self._holds_older(kept, key, more[0].seq) else self.all_held(store, key)
        if not objects:
            self._derived.remove(store, key)
            return
        self._derived.put(store, key, projection.project(key, objects, reader), personal=told.asked)

    def touch(self, store: int, key: str) -> None:
        """Something beside its records has changed for a decision: bring its row up to date, if there is one."""
        decision = self._derived.decision(store, key)
        if decision is not None:
            self._derived.put(store, key, decision, personal=None)

    def replay(self, store: int, key: str) -> tuple[Decision, bool]:
        """The decision that all of its records make, and whether that depends on who reads it. Writes nothing."""
        kept = self.keeping.of(store)
        told, reader = self._reader(kept)
        return self._rules[kept.kind].projection.project(key, self.all_held(store, key), reader), told.asked

    def _reader(self, kept: Kept) -> tuple[_Told, Reader]:
        told = _Told(self._names, kept.you)
        return told, Reader(kept.label, told.mine, told.in_my_name)

    def _holds_older(self, kept: Kept, key: str, seq: int) -> bool:
        sql = f"SELECT 1 FROM {kept.table} WHERE store = ? AND key = ? AND seq < ? LIMIT 1"
        return self.db.execute(sql, (kept.num, key, seq)).fetchone() is not None

    def _extended(
        self, projection: Projection, reader: Reader, told: _Told, kept: Kept, key: str, more: Sequence[Held]
    ) -> bool:
        """Put in what came, without reading the rest; False when that cannot be done."""
        store = kept.num
        decision = self._derived.decision(store, key) if more else None
        if decision is None:
            return False
        personal = None
        for each in more:
            told.asked = False
            one = replace(each, alone=True) if self._is_alone(kept, key, each, decision) else each
            longer = projection.extend(decision, one, reader)
            if longer is None:
                return False
            if longer.seen != decision.seen:
                personal = told.asked
            decision = longer
        self._derived.put(store, key, decision, personal=personal)
        return True

    def _is_alone(self, kept: Kept, key: str, one: Held, decision: Decision) -> bool:
        """Looked up only where not all is shown: else the decision itself tells."""
        if decision.history_total <= len(decision.history):
            return False
        name = one.value.get("id") if isinstance(one.value, dict) else None
        if not isinstance(name, str):
            return False
        sql = f"SELECT 1 FROM {kept.table} WHERE store = ? AND key = ? AND id = ? LIMIT 2"
        return len(self.db.execute(sql, (kept.num, key, name)).fetchall()) == 1

    def vouch(self, kept: Kept, entry: Entry) -> bool:
        """Enter the record into the book of own acts; whether that is news."""
        cursor = self.db.execute(
            "INSERT OR IGNORE INTO own_act (store, digest, id) VALUES (?, ?, ?)", (kept.book, entry.digest, entry.id)
        )
        return cursor.rowcount == 1

    def _is_mine(self, kept: Kept, entry: Entry) -> bool:
        sql = "SELECT 1 FROM own_act WHERE store = ? AND digest = ?"
        return entry.speaks and self.db.execute(sql, (kept.book, entry.digest)).fetchone() is not None

    def insert(self, kept: Kept, one: Coming) -> int | None:
        """Keep one object; its number, or None when it is held already."""
        entry = one.entry
        columns, once = "seq, store, key, id, digest, raw, received, door", "store, digest"
        values: tuple[object, ...] = (self.last_number() + 1, kept.num, entry.key, entry.id, entry.digest, entry.raw)
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
        if self.db.execute(sql, values).rowcount != 1:
            return None
        self._last = self.last_number() + 1
        return self._last

    def last_number(self) -> int:
        """The number of the last arrival. Own and copied records share them, so that all arrivals have one order."""
        if self._last is None:
            sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name IN ('own_record', 'replica_record')"
            self._last = int(self.db.execute(sql).fetchone()[0])
        return self._last

    def _read(self, kept: Kept, condition: str, parameters: tuple[str, ...]) -> tuple[Held, ...]:
        act = f"SELECT 1 FROM own_act WHERE own_act.store = {kept.book} AND own_act.digest = {kept.table}.digest"
        rows = self.db.execute(
            f"SELECT seq, raw, received, door, EXISTS ({act}) FROM {kept.table} "
            f"WHERE store = ? AND {condition} ORDER BY seq",
            (kept.num, *parameters),
        )
        return tuple(held(rows, self._rules[kept.kind].read))

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
        yield Held(raw, entry.value, entry.problems, stamps.received(received), door, seq, mine)
