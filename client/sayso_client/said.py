"""What was said about a question: by models and agents, by the asker, and by the principal."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sayso_client.asked import Kind


class ProposalSource(StrEnum):
    """How we know who made a proposal."""

    ASKED_HERE = "asked here"
    """sayso itself put the question to the model."""
    ASKER = "from the asker itself"
    CLAIMED = "says it is"
    """The record names a model; nobody checked."""


class Outcome(StrEnum):
    """What a settlement says."""

    DECIDED = "decided"
    DISMISSED = "dismissed"


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

    @property
    def usable(self) -> bool:
        """Whether it says something about the question as it stands now: then an open decision reads "proposed"."""
        said = self.option or self.text or self.probabilities
        return self.current and (bool(said) or self.probability is not None or self.score is not None)


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
    at: date | datetime | None = None
    """A day where the system keeps no more than that."""
    note: str | None = None
    via: str | None = None
    """Through which door it was written: inbox, cli, unattended, import; None when the record does not say."""
    written_at: datetime | None = None
    """When it was written, as far as that can be told where `at` is a day: the order of what was settled on one day."""
