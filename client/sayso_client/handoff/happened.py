"""Everything held for a decision as events, or at least all of it that the history shows."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest

from sayso_client.decision import Event, Terms
from sayso_client.handoff import history, suggestions
from sayso_client.handoff.lifecycle import Examined
from sayso_client.handoff.sifting import Held
from sayso_client.handoff.sorting import Refused, Sorted


def events(found: Examined, objects: Sorted, refused: Iterable[Refused], terms: Sequence[Terms]) -> Iterator[Event]:
    """Events in no order."""
    stand = _standing(found)
    for valid in _newest((*found.held, *found.collided), stand):
        received = objects.received.get(id(valid.record))
        yield history.of_record(valid.record, valid.at, received, current=id(valid) in stand)
    for one in refused:
        yield one.event()
    for each in suggestions.newest(objects.suggestions, history.MOST):
        proposal = suggestions.read(each, terms, found.state.terms_rev)
        yield suggestions.event(proposal, terms, each.held.received)


def _standing(found: Examined) -> frozenset[int]:
    """id() of the records that stand in their registers: all heads where they contradict one another."""
    stand: list[Held] = []
    for register, conflict in ((found.need, found.state.conflict_need), (found.answer, found.state.conflict_answer)):
        if conflict:
            stand += register.heads
        elif register.current is not None:
            stand.append(register.current)
    return frozenset(id(each) for each in stand)


def _newest(valid: Sequence[Held], stand: frozenset[int]) -> Sequence[Held]:
    """Enough of them for the window, ties at its edge included."""
    if len(valid) <= history.MOST:
        return valid
    edge = nlargest(history.MOST, ((id(each) in stand, each.at, each.id) for each in valid))[-1]
    return [each for each in valid if (id(each) in stand, each.at, each.id) >= edge]
