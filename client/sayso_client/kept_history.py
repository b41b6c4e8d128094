"""The history of a decision as the ledger keeps it: a line of JSON an event, read when somebody looks at it.

A history has up to 200 events, most of them notes that came one at a time. So a note that comes last is added as one
line, and nobody reads or writes the others again. What is added or left out here is what `handoff.history.window` would
make of all events; where that is not sure, these functions return None.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import overload

from sayso_client import codec
from sayso_client.around import Event
from sayso_client.instants import instant

_EPOCH = datetime.min.replace(tzinfo=UTC)
_STANDS = '"current":true'
"""How a line tells that its event stands. Quotes inside of texts are escaped, so no text can hold it."""


class KeptHistory(Sequence[Event]):
    """Events in their order. Equal to any sequence of the same events."""

    __slots__ = ("_events", "lines", "straight")

    def __init__(self, lines: Sequence[str], straight: bool) -> None:
        self.lines = lines
        self.straight = straight
        """Every event is later than those before it, and replaces none that comes after it."""
        self._events: tuple[Event, ...] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """All of them, read."""
        if self._events is None:
            self._events = tuple(map(_read, self.lines))
        return self._events

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        return self.events[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, KeptHistory) and list(self.lines) == list(other.lines):
            return True  # as nearly always, and none of them has to be read
        return isinstance(other, tuple | KeptHistory) and self.events == tuple(other)

    def __hash__(self) -> int:
        return hash(self.events)

    def __repr__(self) -> str:
        return repr(self.events)

    def joined(self, event: Event, most: int, answers: frozenset[str] = frozenset()) -> "KeptHistory | None":
        """These events and a later one; None when it has to be looked for where it belongs.

        Args:
            event: What is added; it replaces nothing but earlier events.
            most: How many are kept: the earliest that does not stand makes room.
            answers: Events so called stand no longer.
        """
        if not self.straight or (self.lines and _when(event) <= _when(_read(self.lines[-1]))):
            return None
        lines = list(self.lines)
        for place, line in enumerate(lines):
            if _STANDS in line and (one := _read(line)).what in answers:
                lines[place] = codec.dumps(replace(one, current=False))
        lines.append(codec.dumps(event))
        if len(lines) > most:
            old = next((place for place, line in enumerate(lines) if _STANDS not in line), None)
            if old is None:
                return None
            del lines[old]
        return KeptHistory(lines, straight=True)


def kept(history: Sequence[Event]) -> KeptHistory:
    """Any history as lines."""
    if isinstance(history, KeptHistory):
        return history
    return KeptHistory([codec.dumps(each) for each in history], _is_straight(history))


def standing(history: Sequence[Event]) -> list[Event]:
    """Those that stand in their registers, in order."""
    if isinstance(history, KeptHistory):
        return [_read(line) for line in history.lines if _STANDS in line]
    return [each for each in history if each.current]


def may_hold(history: Sequence[Event], name: str) -> bool:
    """Whether an event may bear that id. A cheap no is sure, a yes is not."""
    if not isinstance(history, KeptHistory):
        return True
    spelled = json.dumps(name)
    return any(spelled in line for line in history.lines)


def _read(line: str) -> Event:
    try:
        return codec.loads(Event, line)
    except codec.Unreadable:
        # Looked at long after the ledger was read: told like any other record that cannot be read.
        return Event(None, "invalid", "this line of the history is damaged")


def _when(event: Event) -> tuple[datetime, str]:
    at = event.at or event.received
    return instant(at) if at else _EPOCH, event.id or ""


def _is_straight(history: Sequence[Event]) -> bool:
    later: set[str] = set()
    after: tuple[datetime, str] | None = None
    for each in reversed(history):
        when = _when(each)
        if (after is not None and when >= after) or not later.isdisjoint(each.supersedes):
            return False
        after = when
        later.add(each.id or "")
    return True
