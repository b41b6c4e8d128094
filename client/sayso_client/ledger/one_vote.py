"""What one person said to a question that several have to answer alike, and whether it counts."""

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.around import Vote
from sayso_client.lookalike import matches_name
from sayso_client.unreadable import Unreadable

if TYPE_CHECKING:
    from sayso_client.decision import Decision

MOVED = "it was given before the question or what stands of it changed"
OUTVOTED = "it did not prevail and is kept here alone"
GONE = "it was recorded with those of others, and the store does not hold that any more"
OVERTAKEN = "something came before what was sent"
NOT_NEEDED = "it was not needed and is kept here alone"


class Stands(StrEnum):
    """What became of what somebody said."""

    STANDS = "stands"
    REPLACED = "replaced"
    """The same person said something else since."""
    TAKEN_BACK = "taken back"
    TAKES_BACK = "takes back"
    """It took another one back, and is done with."""
    SENT = "sent"
    """It went out with the others who said the same."""
    BESIDE = "beside"
    """Others who agreed went out; it did not."""


class Cast(NamedTuple):
    """What one person said."""

    num: int
    id: str
    """Of the verdict."""
    state: Stands
    person: str
    """By what people are told apart."""
    who: str
    """As the name was spelled first."""
    what: str
    """The id of the option; "" for taking the answer back."""
    retracts: bool
    seen: str
    """The token of the decision that it was said upon."""
    verdict: str
    """As text (`verdict_text`)."""
    at: datetime
    void: str
    """Why it does not count whatever the question is, without a full stop; empty while it may."""
    parcel: int | None
    """The number in the outbox that it went out with, or stood beside."""
    over: bool = False
    """What it stood beside is recorded."""
    last: bool = False
    """Of those that stood beside something, it belongs to the newest."""
    stuck: bool = False
    """What it went out with, or stood beside, was overtaken or is not held any more: that waits in the outbox, and this
    counts for nothing."""
    since: bool = False
    """The same person said something else since."""

    def beside(self, decision: "Decision") -> bool:
        """Whether that was settled without it. Worked out when it is shown: a record may be set back."""
        settled = decision.settlement is not None
        return self.over or (self.state is Stands.STANDS and self.retracts is not settled)

    def counts_for(self, seen: str) -> bool:
        """Whether it counts for the decision as it stands."""
        return self.state is Stands.STANDS and self.seen == seen and not self.void

    def vote(self, decision: "Decision", *, mine: bool) -> Vote:
        """For the reader, upon the decision as it stands."""
        void = self.void or (MOVED if self.state is Stands.STANDS and self.seen != decision.seen else "")
        beside = self.beside(decision)
        if beside:
            void = OUTVOTED if self.outvoted(decision) else NOT_NEEDED
        apart = beside or self.stuck
        return Vote(self.who, self.what, mine, self.at, self.id, void or None, self.retracts, self.note, apart)

    def is_done(self, decision: "Decision") -> bool:
        """Whether the store shows already what it asks for, so that the store's own word is enough."""
        on_its_way = self.state is Stands.SENT and not self.stuck
        if on_its_way and (decision.settlement is None) is self.retracts:
            return True
        theirs = (each for each in decision.votes if each.id is None and each.what == self.what)
        alone = self.state is Stands.STANDS and not self.retracts
        return alone and any(matches_name(each.who, self.who) for each in theirs)

    def outvoted(self, decision: "Decision") -> bool:
        """Whether another answer than this one was recorded."""
        settled = decision.settlement
        return self.over or (settled is not None and settled.option != self.what)

    @property
    def note(self) -> str | None:
        """What was written beside it; None also where another sayso kept it in words that we cannot read."""
        # Imported where there is a vote: most decisions have none.
        from sayso_client import verdict_text
        from sayso_client.verdict import Answer, Retraction

        try:
            said = verdict_text.read(self.verdict)
        except Unreadable:
            return None
        return said.note if isinstance(said, Answer | Retraction) else None
