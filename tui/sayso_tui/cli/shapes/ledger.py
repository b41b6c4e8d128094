"""The documents of the ledger itself, member by member."""

from dataclasses import dataclass

from sayso_client.ledger.checkup.facts import Facts
from sayso_client.ledger.checkup.finding import Topic


@dataclass(frozen=True)
class Which:
    """A decision by its name."""

    store: str
    key: str


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with the ledger, or that its owner should know."""

    topic: Topic
    wrong: bool
    sentence: str
    command: str | None
    """What mends it."""
    decisions: tuple[Which, ...]


@dataclass(frozen=True)
class LeftDraft:
    """A draft that no running inbox shows."""

    store: str
    key: str
    act: str
    held: bool
    """Whether its decision is held: then its sheet brings it back."""
    at: str | None
    length: int
    """Code points that were typed."""
    text: str = ""
    """Only with --drafts."""


@dataclass(frozen=True)
class Doctor:
    """How the ledger is doing."""

    ledger: str
    well: bool
    findings: tuple[Finding, ...]
    facts: Facts | None
    drafts: tuple[LeftDraft, ...]


@dataclass(frozen=True)
class Backup:
    """A copy that was made of the ledger."""

    ledger: str
    file: str
    bytes: int
