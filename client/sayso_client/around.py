"""What stands around a question: who must answer, who did, what happened, and what may be done now."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from sayso_client.vocabulary import Act


class PolicyKind(StrEnum):
    """How many answers settle it."""

    SINGLE = "single"
    ANY_OF = "any_of"
    ALL_OF = "all_of"
    M_OF_N = "m_of_n"


@dataclass(frozen=True, slots=True)
class Policy:
    """How many must answer alike."""

    kind: PolicyKind = PolicyKind.SINGLE
    needed: int | None = None
    roles: tuple[str, ...] = ()
    together: bool = False
    """The store takes the word of all of them at once, so until enough agree it stands here alone."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody to whom the question is addressed."""

    who: str
    kind: str | None = None
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """One person's answer where several are needed."""

    who: str
    what: str
    mine: bool = False
    at: date | datetime | None = None
    """A day where the system keeps no more than that."""
    id: str | None = None
    """Of the verdict, where it is kept here until enough people say the same."""
    why_void: str | None = None
    """Why it does not count any more, in words that follow "because"; None while it counts."""
    takes_back: bool = False
    """It is for taking back the answer that stands."""
    note: str | None = None
    """What this person wrote beside it."""
    beside: bool = False
    """It was settled without this word: it counts for nothing, waits for nobody, and stands here alone."""


def agreeing(votes: Iterable[Vote]) -> int:
    """How many say the same, of those that count: the most on any one side."""
    sides = Counter((each.what, each.takes_back) for each in votes if each.why_void is None)
    return max(sides.values(), default=0)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the history."""

    at: date | datetime | None
    """A day where the system keeps no more than that."""
    what: str
    """raised, amended, decided, dismissed, retracted, withdrawn, claimed, note, proposed, passed on, related, voted (it
    did not prevail and is kept here alone) or invalid."""
    text: str = ""
    by: str | None = None
    id: str | None = None
    supersedes: tuple[str, ...] = ()
    current: bool = False
    """The record that now stands in its register."""
    received: datetime | None = None
    """When our door took it in; `at` is the record's own word."""
    authority: str | None = None
    """Of a settlement: the kind of its authority, as it came."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line that a system has beyond this model, drawn as given."""

    label: str
    value: str
    badge: str | None = None


@dataclass(frozen=True, slots=True)
class FactSection:
    """A titled group of facts."""

    title: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Can:
    """What this store accepts from me on this decision now.

    `acts` and `kinds` are what is offered. A refusal says why something usual is not.
    """

    acts: frozenset[Act] = frozenset()
    kinds: tuple[str, ...] = ()
    refusals: Mapping[str, str] = field(default_factory=dict)
    """Act or authority kind → a sentence."""
    first: Act | None = None
    """What has to be done, and can be, before an answer is taken; None where answers are taken or nothing helps."""
    words: bool = True
    """Whether an answer may be in one's own words; else it is one of the options."""
    confirms: bool = False
    """Whether answering what is proposed is a confirmation there, and never an answer of one's own."""
