"""What a model proposed, as a proposal: while it stands, and once people confirmed it."""

from sayso_client.asked import Kind
from sayso_client.said import Proposal, ProposalSource
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import ESCALATED, MODEL, Asked, told

KINDS = {"choice": Kind.CHOICE, "noul": Kind.BOOLEAN, "score": Kind.SCORE}
"""chant's types of questions."""


def proposals(asked: Asked) -> tuple[Proposal, ...]:
    """The proposal of the model that decides; none where people or a table do. Leanings are told in the facts."""
    decider = asked.decider
    if seam.text(decider, "kind") != MODEL or asked.state == ESCALATED:
        return ()
    question = asked.question
    given, problems = probabilities(question)
    confidence, threshold = seam.number(question, "confidence"), seam.number(question, "threshold")
    for name, value in (("confidence", confidence), ("threshold", threshold)):
        if value is not None and not 0 <= value <= 1:
            problems = (*problems, f"{name} {told(value)} is not between 0 and 1")
    return (
        Proposal(
            # Of the record: another text of it is another proposal.
            id=f"model:{seam.text(asked.whole, 'digest')}",
            source=ProposalSource.CLAIMED,
            kind=KINDS.get(seam.text(question, "questionType") or "", Kind.CHOICE),
            option=asked.answer,
            probabilities=given,
            confidence=_within(confidence),
            threshold=_within(threshold),
            model=seam.text(decider, "model"),
            backend=seam.text(decider, "backend"),
            reason=seam.text(question, "reason"),
            problems=problems,
        ),
    )


def probabilities(said: seam.Json) -> tuple[tuple[tuple[str, float], ...], tuple[str, ...]]:
    """(option, probability) as given, and why others cannot be used."""
    good: list[tuple[str, float]] = []
    bad: list[str] = []
    for name, value in seam.mapping(said, "probabilities").items():
        number = seam.number({name: value}, name)
        if number is None or not 0 <= number <= 1:
            bad.append(f"the probability of {name}, {told(value)}, is not between 0 and 1")
        else:
            good.append((name, number))
    return tuple(good), tuple(bad)


def _within(number: float | None) -> float | None:
    return number if number is not None and 0 <= number <= 1 else None
