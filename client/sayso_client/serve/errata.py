"""What is wrong with a record that somebody wants to have written: a JSON pointer and a phrase for each problem."""

import re

from sayso_client.handoff import records
from sayso_client.handoff.records import Reading
from sayso_client.handoff.vocabulary import filled, is_object, quoted
from sayso_client.ledger.rules import Entry
from sayso_client.proposals import records as suggestions
from sayso_client.stores.limits import MOST_OPTIONS
from sayso_client.stores.local_door import broken_rules, cannot_hold
from sayso_client.text import one_line

MOST = 100
"""So many problems are told of one record."""

_KNOWN = (records.EXT, suggestions.EXT)

_PLACES = (
    (r"its ext\b|ext is", "/ext"),
    (r"its key\b|key is|it names no decision|it belongs to", "/key"),
    (r"its id\b|id is", "/id"),
    (r"its time|at is", "/at"),
    (r".* may not write a record|its origin|origin\b", "/origin"),
    (r"it has no type|.* is no type|type\b", "/type"),
    (r"raised must|amended must|it does not say which terms|terms_rev\b", "/terms_rev"),
    (r"the question(?! has)|it has no terms", "/terms"),
    (r"the working assumption", "/terms/default"),
    (r"the due day", "/terms/due"),
    (r"terms\.options|option \d|option '|two options|the question has", "/terms/options"),
    (r"the reason", "/reason"),
    (r"the outcome|a claim can only", "/outcome"),
    (r"it is decided but|the claim has no answer|the option of the claim", "/answer"),
    (r"it does not say by which", "/authority"),
    (r"supersedes|reopened must", "/supersedes"),
    (r"the claim has no evidence", "/evidence"),
    (r"the relation|it has no relation|only the .* side may state", "/relation"),
    (r"the note does not", "/about"),
    (r"proposal\b|question\b", "/proposal"),
)
"""How a phrase begins → which member it is about."""


def problems(reading: Reading, entry: Entry) -> list[dict[str, object]]:
    """What is wrong, in the order in which it was found, up to MOST; empty when it may be written."""
    told = list(entry.problems)
    value = reading.value
    if not is_object(value):
        told = told or ["it is not an object"]
    elif not told:
        told += broken_rules(value)
        told += [f"the name {quoted(name)} stands twice in one object" for name in reading.duplicate_keys]
        if why := cannot_hold(entry):
            told.append(why)
        if value.get("ext") not in _KNOWN:
            told += [
                f"its {name} is missing or empty" for name in ("ext", "origin", "id") if not filled(value.get(name))
            ]
        told += _options(value.get("terms"))
    return [{"path": _place(each), "problem": one_line(each, 200)} for each in list(dict.fromkeys(told))[:MOST]]


def _options(terms: object) -> list[str]:
    options = terms.get("options") if is_object(terms) else None
    if not isinstance(options, list) or len(options) <= MOST_OPTIONS:
        return []
    return [f"the question has {len(options):,} options; {MOST_OPTIONS} are the most"]


def _place(problem: str) -> str:
    """A JSON pointer (RFC 6901); the whole record where no member can be named."""
    return next((pointer for begins, pointer in _PLACES if re.match(begins, problem)), "")
