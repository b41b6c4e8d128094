"""What one record says by itself, without the decision that it belongs to: for whoever follows arrivals."""

from sayso_client.decision import Event
from sayso_client.handoff import history, suggestions
from sayso_client.handoff.instants import instant
from sayso_client.handoff.validity import weigh
from sayso_client.handoff.vocabulary import EXT, is_object
from sayso_client.proposals import records as proposals
from sayso_client.stores.contract import Held

OTHER = "other"
"""What a record of an extension that we do not know is called."""


def arrived(held: Held) -> Event:
    """The record as a line of a history. Whether it stands in its register only the whole decision can say."""
    value = held.value
    if held.problems or not is_object(value):
        return history.of_invalid(None, held.problems or ("it is not an object",), None, held.received)
    if value.get("ext") == proposals.EXT:
        if wrong := proposals.problems(value):
            return _invalid(held, wrong)
        one = suggestions.suggestion(value, held)
        return suggestions.event(suggestions.read(one, (), None), (), held.received)
    if value.get("ext") == EXT:
        weighed = weigh(value)
        if weighed.problems:
            return _invalid(held, weighed.problems)
        return history.of_record(value, weighed.at, held.received)
    return Event(at=None, what=OTHER, id=history.text_in(value, "id") or None, received=held.received)


def _invalid(held: Held, problems: tuple[str, ...]) -> Event:
    value = held.value
    assert is_object(value)
    name, at = history.text_in(value, "id") or None, instant(value.get("at"))
    return history.of_invalid(name, problems, at, held.received, history.who(value))
