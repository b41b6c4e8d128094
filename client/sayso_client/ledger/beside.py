"""What somebody said of a question that was settled without it, as lines of the history."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime

from sayso_client.around import Event
from sayso_client.decision import Decision
from sayso_client.instants import instant
from sayso_client.ledger.one_vote import Cast

VOTED = "voted"
_SETTLES = frozenset({"decided", "retracted"})


def with_votes(decision: Decision, several: Iterable[Cast]) -> Decision:
    """The decision whose history tells of them, each in front of what it was settled by, as far as days tell."""
    events = list(decision.history)
    for each in several:
        events.insert(_place(events, each.at), _event(each, decision))
    more = len(events) - len(decision.history)
    return replace(decision, history=tuple(events), history_total=decision.history_total + more)


def _event(each: Cast, decision: Decision) -> Event:
    """Not the record of a store, and the words say so."""
    said = "take the answer back" if each.retracts else each.what
    fate = "did not prevail" if each.outvoted(decision) else "was not needed"
    note = f": {each.note}" if each.note else ""
    return Event(each.at, VOTED, f"{said} ({fate}){note}", by=each.who, id=each.id)


def _place(events: list[Event], at: datetime) -> int:
    """Behind all that was earlier; of one day, in front of what settles."""
    for number, each in enumerate(events):
        if each.at is None:
            continue
        later = instant(each.at) > at if isinstance(each.at, datetime) else _is_after(each, each.at, at)
        if later:
            return number
    return len(events)


def _is_after(event: Event, day: date, at: datetime) -> bool:
    return day > at.date() or (day == at.date() and event.what in _SETTLES)
