"""Decision: the one read model that every store fills and every screen draws.

A principal must be able to decide from these values alone. They are frozen, hold no clock and no store's wire format.
All text in them is raw, as it came: `option.id`, `ref.key` and record ids must match what the store holds. Whoever
paints passes them through `sayso_client.text.plain` first.

Times are aware datetimes. A `date` is a calendar day in the reader's own zone (a due date of 2026-12-31 ends when that
day ends where the reader is). `None` always means "not given", never zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from sayso_client.around import Can, Event, Fact, FactSection, Policy, PolicyKind, Recipient, Vote
from sayso_client.asked import Effect, Input, Kind, Option, Question, Relation, Terms, WorkingAssumption
from sayso_client.said import Authority, Claim, Outcome, Proposal, ProposalSource, Settlement
from sayso_client.vocabulary import Act, DueEffect, Flag, Ref, State

__all__ = [
    "Act",
    "Authority",
    "Awaiting",
    "Can",
    "Claim",
    "Decision",
    "DueEffect",
    "Effect",
    "Event",
    "Fact",
    "FactSection",
    "Flag",
    "Input",
    "Kind",
    "Option",
    "Outcome",
    "Policy",
    "PolicyKind",
    "Proposal",
    "ProposalSource",
    "Question",
    "Recipient",
    "Ref",
    "Relation",
    "Settlement",
    "State",
    "Terms",
    "Vote",
    "WorkingAssumption",
]


class Awaiting(StrEnum):
    """Whose move it is."""

    ME = "me"
    OTHERS = "others"
    ASKER = "asker"
    NOBODY = "nobody"


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
    asked_at: date | datetime | None = None
    """A day where the system keeps no more than that."""
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
    history: Sequence[Event] = ()
    """By supersedes, then time; the last 200, oldest first."""
    history_total: int = 0
    """How many there are in all."""
    facts: tuple[FactSection, ...] = ()
    flags: frozenset[Flag] = frozenset()
    problems: tuple[str, ...] = ()
    """Sentences for the reader about records that are invalid or odd."""
    can: Can = field(default_factory=Can)

    @property
    def is_held(self) -> bool:
        """Whether its store holds anything of it; else this is made of what I said, which stands in the outbox."""
        return Flag.NOT_HELD not in self.flags

    def option(self, option_id: str | None) -> Option | None:
        """The option of that id, or None."""
        return next((each for each in self.options if each.id == option_id), None)
