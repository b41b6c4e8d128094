"""What askers and imports write to a local store. Apart from the store: a list of rows needs none of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from sayso_client.decision import Decision, Ref
from sayso_client.errors import Conflict, InvalidRecord
from sayso_client.handoff import records
from sayso_client.ledger import askers
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.rules import Entry
from sayso_client.ledger.writing import Writing
from sayso_client.stores.limits import refuse_too_many_asks
from sayso_client.stores.local import KIND
from sayso_client.stores.local_door import at_the_door, broken_rules, cannot_hold, read_entry
from sayso_client.text import one_line

BATCH = 1_000
"""Records an import writes in one transaction."""

OWN_DOORS = frozenset({"import", "demo"})
"""Doors of `take_in` that only an act of the principal opens: an import comes after its challenge."""

Build = Callable[[Decision | None], Sequence[Mapping[str, object]]]
"""From a decision as it stands to the records that somebody wants to add; none when nothing needs to be added."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of an import."""

    new: int = 0
    known: int = 0
    """Held already, byte for byte or in other words the same JSON value."""
    invalid: int = 0
    """Kept among the new ones, and counted for nothing by the fold."""
    refused: tuple[tuple[int, str], ...] = ()
    """(line, why) of what could not be kept; lines count from 1."""


class LocalActs:
    """The writing side of one local store, but for the verdicts of the principal."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        self._ledger = ledger
        self._name = name

    async def ask(self, key: str, build: Build, door: str) -> Decision:
        """What `LocalStore.ask` promises."""
        if why := records.unsendable(key):
            raise InvalidRecord(f"The key cannot be kept: {why}. Nothing was written.", (why,))

        def act(writing: Writing) -> Decision:
            ref, number = Ref(self._name, key), writing.store(self._name, KIND)
            entries: list[Entry] = []
            for record in build(writing.decision(ref, KIND)):
                entries.append(at_the_door(record))
                self._refuse_another_key(entries[-1], key)
                self._refuse_reused_id(writing, entries)
            before = askers.standing(writing.db, number, key)
            writing.append(self._name, KIND, entries, door)
            refuse_too_many_asks(writing.db, (number, self._name), key, before)
            decision = writing.decision(ref, KIND)
            if decision is None:
                raise InvalidRecord(f"Nothing was said about {one_line(key, 80)}; nothing was written.")
            return decision

        return await self._ledger.write(act)

    @staticmethod
    def _refuse_another_key(entry: Entry, key: str) -> None:
        if entry.key != key:
            about = one_line(entry.key or "", 80)
            raise InvalidRecord(f"The record is about {about}, not about {one_line(key, 80)}. Nothing was written.")

    def _refuse_reused_id(self, writing: Writing, entries: Sequence[Entry]) -> None:
        """Same identity as the last one, other content: a door refuses it (our reading of core ids)."""
        *others, last = entries
        held = writing.held(writing.store(self._name, KIND), last.key or "", last.id or "")
        mine = records.identity(last.value)
        for other in (*others, *(read_entry(each.raw) for each in held)):
            if records.identity(other.value) == mine and other.digest != last.digest:
                name = one_line(last.id or "", 80)
                raise Conflict(f"The record id {name} is held with other content. Nothing was written.")

    async def take_in(self, raws: Iterable[bytes], door: str) -> TakenIn:
        """What `LocalStore.take_in` promises."""
        total = TakenIn()
        lines = enumerate(raws, 1)
        while batch := list(islice(lines, BATCH)):
            part = await self._ledger.write(partial(self._take, batch=batch, door=door))
            total = TakenIn(
                total.new + part.new,
                total.known + part.known,
                total.invalid + part.invalid,
                total.refused + part.refused,
            )
        return total

    def _take(self, writing: Writing, batch: Iterable[tuple[int, bytes]], door: str) -> TakenIn:
        entries, refused = [], []
        for line, raw in batch:
            entry = read_entry(raw)
            why = cannot_hold(entry)
            if why:
                refused.append((line, why))
            else:
                entries.append(entry)
        new = writing.append(self._name, KIND, entries, door, mine=door in OWN_DOORS)
        invalid = sum(bool(each.problems or broken_rules(each.value)) for each in new)
        return TakenIn(len(new), len(entries) - len(new), invalid, tuple(refused))
