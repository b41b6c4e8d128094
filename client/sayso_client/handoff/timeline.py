"""The history of one decision: every record held for it, in an order that a reader can follow."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sayso_client.handoff.lifecycle import Examined
from sayso_client.handoff.registers import Register
from sayso_client.handoff.sifting import Held, InvalidRecord
from sayso_client.handoff.vocabulary import Record

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """One record in its place."""

    record: Record
    id: str | None
    """None only for an invalid record without a usable id."""
    at: datetime | None
    problems: tuple[str, ...] = ()
    """Why it does not count, a phrase each; empty when it counts."""
    current: bool = False
    """It is what now stands in its register."""
    head: bool = False
    """Nothing outside its own cycle replaces it. True of several records where there is a conflict."""


def timeline(examined: Examined) -> list[Entry]:
    """All records of a decision, oldest first: what is replaced before what replaces it, then by (instant, id).

    Need, answer, claims, notes and relations stand together. Records that do not count are among them at their own
    time, at the end when that is unreadable. Near-linear in the number of records.
    """
    queue = _Queue()
    for register in (examined.need, examined.answer):
        queue.add_register(register)
    for held in examined.held:
        if held.family == "other":
            queue.add(Entry(held.record, held.id, held.at))
    for held in examined.collided:
        why = "another record under the same id came first"
        queue.add(Entry(held.record, held.id, held.at, (why,)))
    for bad in examined.invalid:
        queue.add(_invalid(bad))
    return list(queue.run())


def _invalid(bad: InvalidRecord) -> Entry:
    return Entry(bad.record, bad.id, bad.at, bad.problems)


class _Queue:
    """A topological sort that always takes the earliest entry that may come next."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._groups: list[list[int]] = []
        self._ready: list[tuple[datetime, str, int]] = []
        self._group_of: dict[int, int] = {}
        self._blocks: list[list[int]] = []
        self._blocked: list[int] = []

    def add(self, entry: Entry) -> int:
        self._entries.append(entry)
        number = len(self._entries) - 1
        self._release(number)
        return number

    def _release(self, number: int) -> None:
        entry = self._entries[number]
        heapq.heappush(self._ready, (entry.at or _NEVER, entry.id or "", number))

    def add_register(self, register: Register) -> None:
        """Members of one cycle are let go together, once all that any of them replaces has come."""
        base = len(self._groups)
        count = len(register.replaces)
        self._groups += [[] for _ in range(count)]
        self._blocks += [[] for _ in range(count)]
        self._blocked += [len(targets) for targets in register.replaces]
        for number, targets in enumerate(register.replaces):
            for target in targets:
                self._blocks[base + target].append(base + number)
        heads = {head.id for head in register.heads}
        for held, component in zip(register.held, register.component, strict=True):
            number = len(self._entries)
            self._entries.append(_entry(held, register, heads))
            self._group_of[number] = base + component
            self._groups[base + component].append(number)
            if not self._blocked[base + component]:
                self._release(number)

    def run(self) -> Iterator[Entry]:
        left = [len(group) for group in self._groups]
        while self._ready:
            _, _, number = heapq.heappop(self._ready)
            yield self._entries[number]
            group = self._group_of.get(number)
            if group is None:
                continue
            left[group] -= 1
            for blocked in () if left[group] else self._blocks[group]:
                self._blocked[blocked] -= 1
                for member in () if self._blocked[blocked] else self._groups[blocked]:
                    self._release(member)


def _entry(held: Held, register: Register, heads: set[str]) -> Entry:
    return Entry(
        record=held.record,
        id=held.id,
        at=held.at,
        current=held is register.current,
        head=held.id in heads,
    )
