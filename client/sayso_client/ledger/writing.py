"""One write transaction of the ledger: records in, derived rows with them, all or nothing."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sayso_client.decision import Decision, Ref
from sayso_client.ledger import renaming
from sayso_client.ledger.chain import Linking
from sayso_client.ledger.derived import Derivations
from sayso_client.ledger.kept import Keeping, Kept
from sayso_client.ledger.names import Names
from sayso_client.ledger.records import Records
from sayso_client.ledger.rules import Coming, Entry, Rules
from sayso_client.ledger.said_alone import said_alone
from sayso_client.stores.contract import Held, Projection, Reader


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
        self.names_changed: int | None = None
        """How often stores had changed their names when this process opened the ledger; None where that is all one."""
        self.keeping = Keeping(db)
        self.records = Records(db)
        self._derived = Derivations(db, self.keeping)
        self._linking = Linking(db)
        self._stores: dict[str, tuple[int, str]] = {}

    def refuse_former(self, name: str) -> None:
        """Raise StoreRenamed when the store has another name since this process began, or was taken out."""
        if self.names_changed is not None:
            renaming.refuse_former(self.db, name, self.names_changed)

    def now_called(self, name: str) -> str:
        """What the store is called now that had this name when this process began."""
        return name if self.names_changed is None else renaming.now_called(self.db, name, self.names_changed)

    def store(self, name: str, kind: str) -> int:
        """The number of the store of that name, which is made when there is none yet.

        Raises:
            StoreRenamed: it has another name by now.
        """
        if name not in self._stores:
            self.refuse_former(name)
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
        return self._read(store, "key = ? AND id = ?", (key, record_id))

    def all_held(self, store: int, key: str) -> tuple[Held, ...]:
        """Every record of one decision, first come first."""
        return self._read(store, "key = ?", (key,))

    def _read(self, store: int, condition: str, parameters: tuple[str, ...]) -> tuple[Held, ...]:
        kept = self.keeping.of(store)
        return self.records.read(kept, self._rules[kept.kind].read, condition, parameters)

    def decision(self, ref: Ref, kind: str) -> Decision | None:
        """The decision as it stands inside this transaction."""
        return self.standing(self.store(ref.store, kind), ref.key)

    def standing(self, store: int, key: str) -> Decision | None:
        """As `decision`, by the store's number."""
        decision = self._derived.decision(store, key)
        return decision if decision is not None and decision.is_held else None

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
            news = own and self.records.vouch(kept, entry)
            seq = self.records.insert(kept, each)
            if seq is None:
                if news and entry.key is not None:
                    fresh.setdefault(entry.key, [])
                continue
            if kept.table == "own_record":
                self._linking.add(store, seq, entry.digest)
            else:
                own = self.records.is_known(kept, entry, seq)
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
        if not self._extended(self._rules[kept.kind].projection, reader, told, kept, key, more):
            self._derive_anew(kept, told, reader, key, more)

    def derive_anew(self, store: int, key: str, latest: Sequence[Held]) -> None:
        """Derive one decision again from all of its records, whatever it was.

        Args:
            store: The number of its store.
            key: Which decision.
            latest: The last of them, where they are at hand; else nothing.
        """
        kept = self.keeping.of(store)
        told, reader = self._reader(kept)
        self._derive_anew(kept, told, reader, key, latest)

    def _derive_anew(self, kept: Kept, told: _Told, reader: Reader, key: str, latest: Sequence[Held]) -> None:
        whole = latest and not self.records.holds_older(kept, key, latest[0].seq)
        objects = latest if whole else self.all_held(kept.num, key)
        if not objects:
            self._leave_alone(kept.num, key)
            return
        decision = self._rules[kept.kind].projection.project(key, objects, reader)
        self._derived.put(kept.num, key, decision, personal=told.asked)

    def touch(self, store: int, key: str) -> None:
        """Something beside its records has changed for a decision: bring its row up to date."""
        decision = self.standing(store, key)
        if decision is not None:
            self._derived.put(store, key, decision, personal=None)
        else:
            self._leave_alone(store, key)

    def _leave_alone(self, store: int, key: str) -> None:
        """Nothing is held of it: a row only while something that I said of it is to be seen to."""
        kept = self.keeping.of(store)
        alone = said_alone(self.db, Ref(kept.label, key)) if kept.table == "replica_record" else None
        if alone is None:
            self._derived.remove(store, key)
        else:
            self._derived.put(store, key, alone, personal=False)

    def replay(self, store: int, key: str) -> tuple[Decision, bool]:
        """The decision that all of its records make, and whether that depends on who reads it. Writes nothing."""
        kept = self.keeping.of(store)
        told, reader = self._reader(kept)
        return self._rules[kept.kind].projection.project(key, self.all_held(store, key), reader), told.asked

    def is_in_my_name(self, store: int) -> Callable[[str], bool]:
        """Tells names of mine, or of my assistant, in that store."""
        return self._reader(self.keeping.of(store))[1].in_my_name

    def _reader(self, kept: Kept) -> tuple[_Told, Reader]:
        told = _Told(self._names, kept.you)
        return told, Reader(kept.label, told.mine, told.in_my_name)

    def _extended(
        self, projection: Projection, reader: Reader, told: _Told, kept: Kept, key: str, more: Sequence[Held]
    ) -> bool:
        """Put in what came, without reading the rest; False when that cannot be done."""
        store = kept.num
        decision = self.standing(store, key) if more else None
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
        return isinstance(name, str) and self.records.holds_one(kept, key, name)

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
