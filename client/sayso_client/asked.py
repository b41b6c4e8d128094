"""What is asked: the question, its options, the working assumption, and the revisions of them."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Kind(StrEnum):
    """What sort of question it is."""

    CHOICE = "choice"
    SCORE = "score"
    BOOLEAN = "boolean"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Effect:
    """What the asker's system will do once an option is settled."""

    capability: str | None = None
    summary: str | None = None
    risk: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer. `id` is the store's; it may be any non-empty text."""

    id: str
    label: str
    description: str | None = None
    effect: Effect | None = None
    threshold: str | None = None
    """What this option alone demands (a number of answers, or a confirmation level), as given."""


@dataclass(frozen=True, slots=True)
class Question:
    """The form of the question. `levels` only for a score, low to high."""

    kind: Kind = Kind.OPEN
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkingAssumption:
    """What the asker goes on with until it is answered. Never an answer."""

    option: str | None
    """The id of an option, when the text is one."""
    text: str


@dataclass(frozen=True, slots=True)
class Input:
    """A fact that the question was put with."""

    name: str
    value: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A tie to another decision (`key`) or to anything with a URI. Exactly one of the two."""

    kind: str
    key: str | None = None
    uri: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """One revision of what is asked, as it was put."""

    rev: int
    text: str
    options: tuple[Option, ...] = ()
    working_assumption: WorkingAssumption | None = None
    due: date | datetime | None = None
    at: datetime | None = None
    id: str | None = None
    """The id of the record that brought this revision."""
