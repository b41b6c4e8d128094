"""The documents of decisions, member by member."""

from dataclasses import dataclass
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.rows import Row
from sayso_client.verdict import ReceiptKind


@dataclass(frozen=True)
class Receipt:
    """What became of an answer, a confirmation, a dismissal, a retraction or a same-as."""

    receipt: ReceiptKind
    store: str
    key: str
    id: str
    """Of the record, also when it was not written."""
    sentence: str
    decision: Decision | None
    """As it stands now."""


@dataclass(frozen=True)
class Change:
    """One thing that happened to a decision."""

    seq: int
    """Grows with each change and is never used again; --since takes it."""
    store: str
    key: str
    what: str
    """raised, amended, withdrawn, decided, dismissed, retracted, claimed, note, proposed, related, invalid or other."""
    id: str | None
    """Of the record."""
    text: str
    """The beginning of what was said, on one line."""
    by: str | None
    at: datetime | None
    """The record's own word."""
    received: datetime | None
    """When it came in here."""
    door: str | None
    """Through which door it came in."""
    now: Row | None
    """The decision as it stood when this was printed; null when it is no longer held."""


@dataclass(frozen=True)
class Refused:
    """A line of an import that could not be kept."""

    line: int
    """From 1."""
    reason: str


@dataclass(frozen=True)
class Import:
    """What became of an import."""

    store: str
    new: int
    known: int
    """Held already."""
    invalid: int
    """Among the new ones: kept, shown, and without effect."""
    refused: tuple[Refused, ...]
