"""What an amendment leaves as it was: members of the terms, and of our own member, that we do not know."""

from collections.abc import Iterable

from sayso_client.decision import Decision
from sayso_client.handoff.asker import ours
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.vocabulary import Record, is_object

_TERMS = frozenset({"text", "options", "default", "due"})
_OPTION = frozenset({"id", "label"})
_OURS = frozenset({"by", "to", "subject", "project", "links"})


def in_force(decision: Decision, values: Iterable[object]) -> Record | None:
    """The record that brought the terms in force, among these; None when it is not there."""
    made_upon, name = Seen.parse(decision.seen).terms, decision.terms_history[-1].id if decision.terms_history else None
    for value in values:
        terms = value.get("terms") if is_object(value) and value.get("type") in ("raised", "amended") else None
        if is_object(value) and value.get("id") == name and is_object(terms) and digest(terms) == made_upon:
            return value
    return None


def carried(before: Record, terms: Record) -> Record:
    """New terms with what the record before them says beyond what we know; an option's goes with its id."""
    held = before.get("terms")
    old = held if is_object(held) else {}
    new = _beyond(old, _TERMS) | terms
    listed, options = old.get("options"), terms.get("options")
    known = {str(each["id"]): each for each in listed if is_object(each)} if isinstance(listed, list) else {}
    if isinstance(options, list):
        new["options"] = [
            _beyond(known.get(str(each["id"]), {}), _OPTION) | each for each in options if is_object(each)
        ]
    return new


def carried_beside(before: Record) -> Record:
    """What the member `sayso` of the record before says beyond what we know."""
    return _beyond(ours(before), _OURS)


def _beyond(value: Record, known: frozenset[str]) -> Record:
    return {name: member for name, member in value.items() if name not in known}
