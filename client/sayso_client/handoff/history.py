"""The history of a decision: one event a record, the newest 200, in the order in which they replace each other.

Which 200 and in which order depends on the events alone. So one more event can be put among those that are shown
without looking at the rest again, and the outcome is the same as if all had been read.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from heapq import heapify, heappop, heappush, nlargest

from sayso_client.decision import Event, Proposal
from sayso_client.handoff.asker import label, names, ours
from sayso_client.handoff.instants import in_calendar
from sayso_client.handoff.vocabulary import Record, filled, is_object
from sayso_client.instants import instant
from sayso_client.kept_history import KeptHistory

MOST = 200
"""So many events are shown."""
LONGEST = 200
"""Characters of an event's text."""
MOST_NAMED = 20
"""So many ids that it replaces."""

EPOCH = datetime.min.replace(tzinfo=UTC)
NEED = frozenset({"raised", "amended", "withdrawn"})
ANSWER = frozenset({"decided", "dismissed", "retracted"})

Key = tuple[datetime, str, str, str, str, tuple[str, ...], datetime]


def place(event: Event) -> Key:
    """By time (the record's word, else ours), then id; the rest only so that arrival order never matters."""
    received = event.received or EPOCH
    return (
        instant(event.at) if event.at else received,
        event.id or "",
        event.what,
        event.text,
        event.by or "",
        event.supersedes,
        received,
    )


def window(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that stand in their registers and the newest others, in order; at most 200."""
    kept = list(events)
    if len(kept) > MOST:
        kept = nlargest(MOST, kept, key=lambda each: (each.current, place(each)))
    return _ordered(sorted(kept, key=place))


def longer(shown: Sequence[Event], event: Event, answers: frozenset[str] = frozenset()) -> Sequence[Event]:
    """The window of what is shown and one more event.

    Args:
        shown: A window.
        event: What it replaces is shown and came earlier, if it replaces anything.
        answers: Events so called stand no longer.
    """
    if isinstance(shown, KeptHistory) and (quick := shown.joined(event, MOST, answers)) is not None:
        return quick
    return window((*(replace(each, current=each.current and each.what not in answers) for each in shown), event))


def _ordered(events: list[Event]) -> tuple[Event, ...]:
    """By what replaces what, then by time. A cycle is broken at its earliest event.

    Args:
        events: In time order.
    """
    if not any(each.supersedes for each in events):
        return tuple(events)
    homes = {(_register(each), each.id): index for index, each in enumerate(events) if _register(each)}
    followers: dict[int, list[int]] = {}
    waits = [0] * len(events)
    disordered = False
    for index, each in enumerate(events):
        register = _register(each) if each.supersedes and each.what != "raised" else ""
        for name in dict.fromkeys(each.supersedes) if register else ():
            before = homes.get((register, name))
            if before is not None and before != index:
                followers.setdefault(before, []).append(index)
                waits[index] += 1
                disordered = disordered or before > index
    return _untangled(events, followers, waits) if disordered else tuple(events)


def _untangled(events: list[Event], followers: Mapping[int, list[int]], waits: list[int]) -> tuple[Event, ...]:
    ready = [index for index, count in enumerate(waits) if not count]
    heapify(ready)
    left = dict.fromkeys(range(len(events)))
    found: list[Event] = []
    while left:
        index = heappop(ready) if ready else next(iter(left))
        if index not in left:
            continue
        del left[index]
        found.append(events[index])
        for follower in followers.get(index, ()):
            waits[follower] -= 1
            if not waits[follower]:
                heappush(ready, follower)
    return tuple(found)


def _register(event: Event) -> str:
    if event.what in NEED:
        return "need"
    return "answer" if event.what in ANSWER else ""


def of_record(record: Record, at: datetime | None, received: datetime | None, current: bool = False) -> Event:
    """The event of a valid decisions/0.3 record."""
    kind, name = record.get("type"), record.get("id")
    what, text = _TELL[str(kind)](record)
    return Event(
        at=in_calendar(at),
        what=what,
        text=short(text),
        by=who(record),
        id=name if isinstance(name, str) else None,
        supersedes=_named(record),
        current=current,
        received=received,
        authority=text_in(record.get("authority"), "kind") or None if kind == "settled" else None,
    )


def of_proposal(proposal: Proposal, option: str | None, received: datetime | None) -> Event:
    """The event of a valid proposal record; `option` is the label of the one that it proposes."""
    said = option or proposal.option or proposal.text
    if said is None and proposal.probability is not None:
        said = f"P(true) {proposal.probability:g}"
    if said is None and proposal.score is not None:
        said = f"score {proposal.score:g}"
    by = proposal.model or proposal.backend or proposal.by
    return Event(proposal.at, "proposed", short(said or ""), by=by, id=proposal.id, received=received)


def of_invalid(
    name: str | None, problems: Iterable[str], at: datetime | None, received: datetime | None, by: str | None = None
) -> Event:
    """The event of a record that does not count."""
    return Event(in_calendar(at), "invalid", short("; ".join(problems)), by=by, id=name, received=received)


def short(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text[: LONGEST * 2].split())
    return line if len(line) <= LONGEST and len(text) <= LONGEST * 2 else line[: LONGEST - 1] + "…"


def who(record: Record) -> str | None:
    """Who wrote it: a settlement's decider, else the name beside the record, else the side it came from."""
    authority, origin = record.get("authority"), record.get("origin")
    if is_object(authority) and filled(by := authority.get("by")):
        return by
    return label(ours(record).get("by")) or (origin if filled(origin) else None)


def _named(record: Record) -> tuple[str, ...]:
    named = record.get("supersedes")
    return tuple(each for each in named[:MOST_NAMED] if isinstance(each, str)) if isinstance(named, list) else ()


def text_in(value: object, name: str) -> str:
    """A member of an object when it is text, else nothing."""
    member = value.get(name) if is_object(value) else None
    return member if isinstance(member, str) else ""


def _settled(record: Record) -> tuple[str, str]:
    if record.get("outcome") == "decided":
        return "decided", text_in(record.get("answer"), "text")
    return "dismissed", text_in(record, "note")


def _note(record: Record) -> tuple[str, str]:
    said, to = text_in(record, "note"), names(ours(record).get("to"))
    if not to:
        return "note", said
    reason = label(ours(record).get("reason"))
    rest = " · ".join(each for each in (said, reason) if each)
    return "note", f"handed over to {', '.join(to)}" + (f": {rest}" if rest else "")


def _related(record: Record) -> tuple[str, str]:
    relation = record.get("relation")
    target = text_in(relation, "key") or text_in(relation, "uri")
    return "related", f"{text_in(relation, 'kind').replace('_', ' ')} {target}"


_TELL: dict[str, Callable[[Record], tuple[str, str]]] = {
    "raised": lambda record: ("raised", text_in(record.get("terms"), "text")),
    "amended": lambda record: ("amended", text_in(record.get("terms"), "text")),
    "withdrawn": lambda record: ("withdrawn", text_in(record, "note") or text_in(record, "reason")),
    "settled": _settled,
    "reopened": lambda record: ("retracted", text_in(record, "note")),
    "claimed": lambda record: ("claimed", text_in(record.get("answer"), "text")),
    "note": _note,
    "related": _related,
}
"""Type of record → what the history calls it, and its words."""
