"""What the principal says, and what the store said back. Stores translate verdicts into their own records."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sayso_client.decision import Act, Decision, Ref
from sayso_client.via import Via


class AuthorityKind(StrEnum):
    """On what ground a settlement is made (decisions/0.3, authority kinds)."""

    PRINCIPAL = "principal"
    """The principal answered."""
    CONFIRMED = "confirmed"
    """The principal confirmed what somebody proposed."""
    DELEGATED = "delegated"
    """The assistant answered under a mandate (`under`), without the principal."""
    ATTESTED = "attested"
    """Taken from evidence (`basis`), such as a mail."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The authority that a verdict is to be recorded with."""

    kind: AuthorityKind
    by: str
    under: str | None = None
    basis: str | None = None


@dataclass(frozen=True, slots=True)
class _Verdict:
    ref: Ref
    seen: str
    """The token of the decision that was on the screen; the store holds the verdict when it moved since."""
    id: str
    """Minted before the first try and kept for ever, so that a retry or a double press cannot write twice."""
    at: datetime
    via: Via


@dataclass(frozen=True, slots=True)
class Answer(_Verdict):
    """A choice or a free answer. Revises whatever settlement stood on the screen."""

    grounds: Grounds
    terms_rev: int | None
    """The revision that was on the screen."""
    text: str
    """The words of the answer: typed, or the chosen option's label as sent."""
    option: str | None = None
    note: str | None = None
    proposal: str | None = None
    """The id of the proposal that is confirmed."""
    claim: str | None = None
    """The id of the claim that is adopted."""
    undoes: str | None = None
    """The id of the own record that is taken back by saying again what stood before it."""

    @property
    def sheets(self) -> tuple[Act, ...]:
        """Whose drafts are done with once it is recorded."""
        return (Act.ANSWER, Act.CONFIRM) if self.undoes is None else (Act.RETRACT,)


@dataclass(frozen=True, slots=True)
class Dismissal(_Verdict):
    """No answer is needed."""

    grounds: Grounds
    terms_rev: int | None
    note: str | None = None
    undoes: str | None = None
    """As for an answer."""

    @property
    def sheets(self) -> tuple[Act, ...]:
        """Whose drafts are done with once it is recorded."""
        return (Act.DISMISS,) if self.undoes is None else (Act.RETRACT,)


@dataclass(frozen=True, slots=True)
class Retraction(_Verdict):
    """Take the settlement back; the question waits again."""

    by: str
    note: str | None = None
    undoes: str | None = None
    """The id of the own settlement that is taken back because it was the last act."""

    @property
    def sheets(self) -> tuple[Act, ...]:
        """Whose drafts are done with once it is recorded."""
        return (Act.RETRACT,)


@dataclass(frozen=True, slots=True)
class Note(_Verdict):
    """A remark that settles nothing. With `to` it hands the decision over to somebody else."""

    text: str
    to: str | None = None
    reason: str | None = None

    @property
    def sheets(self) -> tuple[Act, ...]:
        """Whose drafts are done with once it is recorded."""
        return (Act.NOTE,)


@dataclass(frozen=True, slots=True)
class SameAs(_Verdict):
    """Another decision asks the same. Each is still settled on its own."""

    other: str
    """The key of the other one, in the same store."""
    other_seen: str
    """What `seen` is, of the other one."""
    by: str
    note: str | None = None

    @property
    def sheets(self) -> tuple[Act, ...]:
        """No sheet writes it."""
        return ()


Verdict = Answer | Dismissal | Retraction | Note | SameAs


class ReceiptKind(StrEnum):
    """What became of a verdict."""

    RECORDED = "recorded"
    QUEUED = "queued"
    VOTED = "voted"
    """It is kept here until enough people say the same; then all of it is sent at once."""
    UNKNOWN = "unknown"
    REFUSED = "refused"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the store said back."""

    kind: ReceiptKind
    ref: Ref
    id: str
    sentence: str
    """One line for the reader: what was written where, or why not and what was kept."""
    now: Decision | None = None
    """The decision as it stands after it (recorded) or instead of it (conflict)."""

    @property
    def recorded(self) -> bool:
        """Whether the verdict is in the store for good."""
        return self.kind is ReceiptKind.RECORDED

    @property
    def kept(self) -> bool:
        """Whether it is on the disk, in the store or on its way there: nothing has to be typed again."""
        return self.kind not in (ReceiptKind.REFUSED, ReceiptKind.CONFLICT)

    @property
    def on_its_way(self) -> bool:
        """Whether it has yet to become known what its store says."""
        return self.kind in (ReceiptKind.QUEUED, ReceiptKind.UNKNOWN)
