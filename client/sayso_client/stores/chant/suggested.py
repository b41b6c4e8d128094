"""What a model proposed, as a proposal: while it stands, and once people confirmed it."""

import hashlib
import json

from sayso_client.asked import Kind
from sayso_client.said import Proposal, ProposalSource
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import ESCALATED, MODEL, Asked, Json, told

KINDS = {"choice": Kind.CHOICE, "noul": Kind.BOOLEAN, "score": Kind.SCORE}
"""chant's types of questions."""


def proposals(asked: Asked) -> tuple[Proposal, ...]:
    """What the model proposes or proposed, also where people said otherwise.

    What a model leaned to below its threshold is none: that is told in the facts. Nor is what people took back.
    """
    question = asked.question
    if asked.state == ESCALATED:
        return ()
    if seam.text(asked.decider, "kind") == MODEL:
        return (_proposal(asked, question, asked.decider, reason="reason"),)
    given = [each for each in seam.objects(question, "escalations") if _was_proposed(each)]
    return tuple(_proposal(asked, each, each, reason="model_reason") for each in given[-1:])


def _was_proposed(each: Json) -> bool:
    """Whether it was good enough for its threshold, by the numbers."""
    confidence, threshold = seam.number(each, "confidence"), seam.number(each, "threshold")
    enough = confidence is not None and threshold is not None and confidence >= threshold
    return seam.text(each, "kind") == MODEL and seam.word(each.get("answer")) is not None and enough


def _proposal(asked: Asked, said: Json, by: Json, *, reason: str) -> Proposal:
    given, problems = probabilities(said)
    confidence, threshold = seam.number(said, "confidence"), seam.number(said, "threshold")
    for name, value in (("confidence", confidence), ("threshold", threshold)):
        if value is not None and not 0 <= value <= 1:
            problems = (*problems, f"{name} {told(value)} is not between 0 and 1")
    option, model = seam.word(said.get("answer")), seam.text(by, "model")
    return Proposal(
        id=_name(seam.text(asked.question, "inputsHash"), model, option),
        source=ProposalSource.CLAIMED,
        kind=KINDS.get(seam.text(asked.question, "questionType") or "", Kind.CHOICE),
        option=option,
        probabilities=given,
        confidence=_within(confidence),
        threshold=_within(threshold),
        model=model,
        backend=seam.text(by, "backend"),
        reason=seam.text(said, reason),
        problems=problems,
    )


def _name(*parts: str | None) -> str:
    """The same for the same answer of the same model to the same inputs, whatever became of it."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def probabilities(said: Json) -> tuple[tuple[tuple[str, float], ...], tuple[str, ...]]:
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
