"""Wire records of decisions/0.3: reading them, knowing them apart, judging them.

One place to import from; the work is done next door: `json_door` (bytes), `validity` (rules), `instants` (times).
"""

from typing import NamedTuple

from sayso_client.handoff.instants import instant
from sayso_client.handoff.json_door import (
    Damaged,
    NotCanonical,
    Reading,
    canonical,
    digest,
    encode,
    read,
)
from sayso_client.handoff.validity import problems
from sayso_client.handoff.vocabulary import EXT, Family, Record, family, is_object

__all__ = [
    "EXT",
    "Damaged",
    "Family",
    "Identity",
    "NotCanonical",
    "Reading",
    "Record",
    "canonical",
    "digest",
    "encode",
    "family",
    "identity",
    "instant",
    "problems",
    "read",
    "sendable",
    "unsendable",
]


class Identity(NamedTuple):
    """What makes a record the same record, within one store. None where the record has no such text."""

    ext: str | None
    key: str | None
    origin: str | None
    family: Family
    id: str | None


def identity(record: object) -> Identity:
    """Who a record is (our reading of core section 10). Any JSON value may be asked about.

    Family and origin belong to it, so that no requester or agent can displace the principal's record by reusing an id.
    """
    if not is_object(record):
        return Identity(None, None, None, "other", None)

    def text(name: str) -> str | None:
        value = record.get(name)
        return value if isinstance(value, str) else None

    return Identity(text("ext"), text("key"), text("origin"), family(record.get("type")), text("id"))


def sendable(text: str) -> bool:
    """Whether a key or id can be kept by SQLite and sent over any wire."""
    return unsendable(text) is None


def unsendable(text: str) -> str | None:
    """Why a key or id cannot be kept by SQLite, as a phrase; None when it can."""
    if "\0" in text:
        return "it holds a NUL character"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "it holds half of a surrogate pair, which is no character"
    return None
