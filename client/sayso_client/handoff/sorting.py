"""The objects of one decision, told apart: Handoff records, proposals, and what cannot be read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from sayso_client.decision import Event
from sayso_client.handoff import history
from sayso_client.handoff.instants import instant
from sayso_client.handoff.suggestions import Suggestion, suggestion
from sayso_client.handoff.validity import problems
from sayso_client.handoff.vocabulary import EXT, Record, is_object
from sayso_client.proposals import records as proposals
from sayso_client.stores.contract import Held


@dataclass(frozen=True, slots=True)
class Refused:
    """An object that does not count, and why."""

    record: Record | None
    problems: tuple[str, ...]
    received: datetime | None

    @property
    def kind(self) -> str | None:
        """Its type, when it says one."""
        return history.text_in(self.record, "type") or None

    @property
    def id(self) -> str | None:
        """Its id, when it has one."""
        return history.text_in(self.record, "id") or None

    @property
    def at(self) -> datetime | None:
        """Its time, when it can be read."""
        return instant(self.record.get("at")) if self.record else None

    @property
    def place(self) -> tuple[datetime, str, tuple[str, ...], datetime]:
        """An order that does not depend on arrival."""
        received = self.received or history.EPOCH
        return self.at or received, self.id or "", self.problems, received

    def event(self) -> Event:
        """Its line in the history."""
        by = history.who(self.record) if self.record else None
        return history.of_invalid(self.id, self.problems, self.at, self.received, by)


class Arrival(NamedTuple):
    """How an object came in."""

    door: str | None
    seq: int
    """Place in the order of arrival."""


@dataclass(slots=True)
class Sorted:
    """Objects by what they are. Those of other extensions or keys are left out in silence."""

    records: list[Record] = field(default_factory=list)
    """Of decisions/0.3; valid or not."""
    suggestions: list[Suggestion] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    received: dict[int, datetime | None] = field(default_factory=dict)
    """id() of each of `records` → when it came in. The objects outlive this value."""
    arrivals: dict[int, Arrival] = field(default_factory=dict)
    """Likewise → how it came in."""
    strange: set[int] = field(default_factory=set)
    """id() of each of `records` that the ledger's book of my own acts does not know."""


def sort(key: str, objects: Sequence[Held]) -> Sorted:
    """Tell them apart."""
    found = Sorted()
    for held in objects:
        value = held.value
        if not is_object(value):
            found.refused.append(Refused(None, held.problems or ("it is not an object",), held.received))
        elif value.get("key", key) != key:
            continue
        elif value.get("ext") == EXT:
            found.records.append(value)
            found.received[id(value)] = held.received
            found.arrivals[id(value)] = Arrival(held.door, held.seq)
            if held.own is False:
                found.strange.add(id(value))
        elif value.get("ext") == proposals.EXT:
            _suggested(value, held, found)
        elif held.problems or not isinstance(value.get("ext"), str):
            found.refused.append(Refused(value, held.problems or problems(value), held.received))
    return found


def _suggested(value: Record, held: Held, found: Sorted) -> None:
    wrong = held.problems or proposals.problems(value)
    if wrong:
        found.refused.append(Refused(value, wrong, held.received))
    else:
        found.suggestions.append(suggestion(value, held))
