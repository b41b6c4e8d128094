"""What one person's word comes to where several have to say the same, before it is said."""

from dataclasses import dataclass

from sayso_client.around import Vote
from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.lookalike import matches_name

NAMED = 5
"""So many of those who agree are named."""


@dataclass(frozen=True, slots=True)
class Together:
    """How far others agree with what is about to be said."""

    needed: int
    agreed: tuple[Vote, ...]
    """Others who said the same and count, in the order in which they spoke."""
    against: int
    """So many others said something else."""

    @property
    def last(self) -> bool:
        """Whether this one is enough for the store to be told."""
        return self.lacking <= 0

    @property
    def lacking(self) -> int:
        """How many more have to say the same after this one."""
        return self.needed - len(self.agreed) - 1

    def names(self, me: str) -> str:
        """Who is named in what is written; the one who speaks comes last."""
        others = [each.who for each in self.agreed]
        told = [*others[:NAMED], f"{len(others) - NAMED} more"] if len(others) > NAMED else others
        return ", ".join((*told, me))

    def count(self) -> str:
        """Where that stands, in words: "1 of 2: 1 more has to say the same"."""
        have = f"{len(self.agreed) + 1} of {self.needed}"
        if self.last:
            return f"{have}, the last one needed"
        more = "1 more has" if self.lacking == 1 else f"{self.lacking} more have"
        against = f", {self.against} {'says' if self.against == 1 else 'say'} otherwise" if self.against else ""
        return f"{have}: {more} to say the same{against}"


def together(decision: Decision, draft: Draft, name: str | None) -> Together | None:
    """How far others agree; None where one alone settles it, or where each one's word goes to the store by itself.

    Args:
        decision: As it is on the screen.
        draft: What is about to be said.
        name: Whose word it is; what the same person said before is replaced by it.
    """
    policy = decision.policy
    if not policy.together or draft.act not in (Act.ANSWER, Act.CONFIRM, Act.RETRACT):
        return None
    retracts = draft.act is Act.RETRACT
    said = "" if retracts else draft.option or ""
    counting = [
        each
        for each in decision.votes
        if each.id and each.why_void is None and each.takes_back is retracts and not matches_name(each.who, name or "")
    ]
    agreed = tuple(each for each in counting if each.what == said)
    return Together(policy.needed or 1, agreed, len(counting) - len(agreed))


def own_vote(decision: Decision, name: str | None) -> Vote | None:
    """What this person said here and waits for others: an answer, or, of one that stands, that it be taken back."""
    retracts = decision.settlement is not None
    standing = (each for each in decision.votes if not each.beside and (not retracts or each.why_void is None))
    kept = (each for each in standing if each.id and each.takes_back is retracts)
    return next((each for each in kept if matches_name(each.who, name or "")), None)
