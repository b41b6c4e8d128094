"""Decision: the one read model that every store fills and every screen draws.

A principal must be able to decide from these values alone. They are frozen, hold no clock and no store's wire format.
All text in them is raw, as it came: `option.id`, `ref.key` and record ids must match what the store holds. Whoever
paints passes them through `sayso_client.text.plain` first.

Times are aware datetimes. A `date` is a calendar day in the reader's own zone (a due date of 2026-12-31 ends when that
day ends where the reader is). `None` always means "not given", never zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum


class State(StrEnum):
    """Where a decision stands, without a clock.

    lapsed, expired, overdue and clock-ahead are computed when somebody looks, never stored.
    """

    OPEN = "open"
    PROPOSED = "proposed"
    ESCALATED = "escalated"
    STALE = "stale"
    DECIDED = "decided"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"
    CLOSED = "closed"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class Flag(StrEnum):
    """What a reader must be told besides the state."""

    CONTESTED = "contested"
    CONFLICT = "conflict"
    MISMATCH = "mismatch"
    INCOMPLETE_AUTHORITY = "incomplete-authority"
    TERMS_EXCHANGED = "terms-exchanged"
    NOT_FROM_HERE = "not-from-here"
    UNSAFE_TEXT = "unsafe-text"
    LOOK_ALIKE = "look-alike"
    UNSENT = "unsent"
    UNKNOWN_OUTCOME = "unknown-outcome"
    REFUSED = "refused"
    INVALID_RECORDS = "invalid-records"


class Kind(StrEnum):
    """What sort of question it is."""

    CHOICE = "choice"
    SCORE = "score"
    BOOLEAN = "boolean"
    OPEN = "open"


class DueEffect(StrEnum):
    """What the asker's system does when the due time has passed. No effect ever answers."""

    NONE = "none"
    HIDE = "hide"
    CLOSE = "close"
    ESCALATE = "escalate"


class Awaiting(StrEnum):
    """Whose move it is."""

    ME = "me"
    OTHERS = "others"
    ASKER = "asker"
    NOBODY = "nobody"


class PolicyKind(StrEnum):
    """How many answers settle it."""

    SINGLE = "single"
    ANY_OF = "any_of"
    ALL_OF = "all_of"
    M_OF_N = "m_of_n"


class ProposalSource(StrEnum):
    """How we know who made a proposal."""

    ASKED_HERE = "asked here"
    """sayso itself put the question to the model."""
    ASKER = "from the asker itself"
    CLAIMED = "says it is"
    """The record names a model; nobody checked."""


class Act(StrEnum):
    """What a person can do with a decision."""

    ANSWER = "answer"
    CONFIRM = "confirm"
    DISMISS = "dismiss"
    RETRACT = "retract"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Ref:
    """Which decision: a store's name and the store's own key. Keys may hold slashes and spaces."""

    store: str
    key: str


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


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model or an agent suggests. Numbers stand as they were given."""

    id: str
    source: ProposalSource
    kind: Kind
    at: datetime | None = None
    terms_rev: int | None = None
    option: str | None = None
    text: str | None = None
    probabilities: tuple[tuple[str, float], ...] = ()
    """(option id or level index, probability) in the order given; never renormalised."""
    probability: float | None = None
    """A boolean question's P(true). Not a yes or a no."""
    score: float | None = None
    legend: tuple[tuple[str, str], ...] = ()
    confidence: float | None = None
    threshold: float | None = None
    model: str | None = None
    backend: str | None = None
    by: str | None = None
    reason: str | None = None
    metadata: tuple[tuple[str, str], ...] = ()
    """Usage and whatever else came along, as text, for the reader."""
    problems: tuple[str, ...] = ()
    """Why parts of it cannot be used ("confidence 1.2 is not between 0 and 1"). Such numbers stand nowhere else."""
    current: bool = True
    """False when it was made for an older revision of the terms."""

    @property
    def confirmable(self) -> bool:
        """Whether there is an answer in it to confirm. A bare P(true) has none, nor has one for older terms."""
        return self.current and (self.option is not None or bool((self.text or "").strip()))


@dataclass(frozen=True, slots=True)
class Authority:
    """On what ground a settlement stands (Handoff: authority; chant: as)."""

    kind: str
    by: str | None = None
    under: str | None = None
    basis: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody's word that the principal already decided elsewhere. It settles nothing."""

    id: str
    text: str
    option: str | None = None
    basis: str = ""
    by: str | None = None
    at: datetime | None = None
    adopted: bool = False
    """True when the settlement in force names this claim as its evidence."""


class Outcome(StrEnum):
    """What a settlement says."""

    DECIDED = "decided"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Settlement:
    """The principal side's record that stands now."""

    id: str
    outcome: Outcome
    text: str | None = None
    option: str | None = None
    authority: Authority | None = None
    settled_by: str | None = None
    """In words, where the store knows no authority kinds ("the table, row 1")."""
    terms_rev: int | None = None
    at: datetime | None = None
    note: str | None = None
    via: str | None = None
    """Through which door it was written: inbox, cli, unattended, import; None when the record does not say."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How many must answer alike."""

    kind: PolicyKind = PolicyKind.SINGLE
    needed: int | None = None
    roles: tuple[str, ...] = ()


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
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the history."""

    at: datetime | None
    what: str
    """raised, amended, decided, dismissed, retracted, withdrawn, claimed, note, proposed, related or invalid."""
    text: str = ""
    by: str | None = None
    id: str | None = None
    supersedes: tuple[str, ...] = ()
    current: bool = False
    """The record that now stands in its register."""
    received: datetime | None = None
    """When our door took it in; `at` is the record's own word."""


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


@dataclass(frozen=True, slots=True)
class Decision:
    """One question for the principal, and everything known about it."""

    ref: Ref
    seen: str
    """Opaque token of what this value was made from; a verdict hands it back so that the store can tell a change."""
    title: str
    text: str
    question: Question
    state: State
    waiting: bool
    """It waits for me: addressed to me or nobody, not handed over by me, and the store's rule says that it waits."""
    options: tuple[Option, ...] = ()
    working_assumption: WorkingAssumption | None = None
    due: date | datetime | None = None
    due_effect: DueEffect = DueEffect.NONE
    asked_by: str | None = None
    asked_at: datetime | None = None
    received_at: datetime | None = None
    """When our door took the question in; ages and "clock ahead" use this one."""
    to: tuple[str, ...] = ()
    subject: str | None = None
    project: str | None = None
    links: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()
    relations: tuple[Relation, ...] = ()
    terms_rev: int | None = None
    terms_history: tuple[Terms, ...] = ()
    """Older revisions and the present one, oldest first; the last 20."""
    awaiting: Awaiting = Awaiting.NOBODY
    proposals: tuple[Proposal, ...] = ()
    """Newest first; the last 20."""
    claims: tuple[Claim, ...] = ()
    """The last 20."""
    settlement: Settlement | None = None
    policy: Policy = field(default_factory=Policy)
    recipients: tuple[Recipient, ...] = ()
    votes: tuple[Vote, ...] = ()
    withdrawal: str | None = None
    """Why the asker took it back: settled, not_needed, or the store's own word."""
    history: tuple[Event, ...] = ()
    """By supersedes, then time; the last 200, oldest first."""
    history_total: int = 0
    """How many there are in all."""
    facts: tuple[FactSection, ...] = ()
    flags: frozenset[Flag] = frozenset()
    problems: tuple[str, ...] = ()
    """Sentences for the reader about records that are invalid or odd."""
    can: Can = field(default_factory=Can)

    def option(self, option_id: str | None) -> Option | None:
        """The option of that id, or None."""
        return next((each for each in self.options if each.id == option_id), None)
