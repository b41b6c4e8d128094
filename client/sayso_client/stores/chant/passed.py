"""What became of a question before: what a decider passed on, with all its numbers, and what people took back."""

from collections.abc import Iterator

from sayso_client.around import Fact
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.deciders import decided_by
from sayso_client.stores.chant.seam import Json, told, word

BELOW = "below the threshold"


def escalations(question: Json) -> Iterator[Fact]:
    """Of each decider that passed it on: why, and what it would have said."""
    for each in seam.objects(question, "escalations"):
        who = seam.text(each, "model")
        label = " ".join(part for part in (seam.text(each, "kind"), who) if part)
        if backend := seam.text(each, "backend"):
            label += f" on {backend}"
        yield Fact(label or "?", seam.text(each, "reason") or "no reason is given", _badge(each))
        if (leaning := word(each.get("answer"))) is not None:
            yield Fact("  it said", leaning)
        yield from _numbers(each)
        if reason := seam.text(each, "model_reason"):
            yield Fact("  because", reason)


def _badge(said: Json) -> str | None:
    """From the numbers alone: what was not relied on need not have been below a threshold."""
    confidence, threshold = seam.number(said, "confidence"), seam.number(said, "threshold")
    return BELOW if confidence is not None and threshold is not None and confidence < threshold else None


def _numbers(said: Json) -> Iterator[Fact]:
    if given := seam.mapping(said, "probabilities"):
        yield Fact("  probabilities", " · ".join(f"{name} {told(value)}" for name, value in given.items()))
    for name in ("confidence", "threshold"):
        if (number := seam.number(said, name)) is not None:
            yield Fact(f"  {name}", told(number))


def retractions(question: Json) -> Iterator[Fact]:
    """Of each answer that was taken back: by whom, and all that was known of it."""
    for each in seam.objects(question, "retractions"):
        on, by = seam.text(each, "on"), ", ".join(seam.names(each, "by"))
        yield Fact(on or "?", f"{told(word(each.get('answer')))}, taken back by {by or 'nobody named'}")
        if note := seam.text(each, "note"):
            yield Fact("  because", note)
        answered_on, who = seam.text(each, "answeredOn"), ", ".join(seam.names(each, "answeredBy"))
        yield Fact(
            "  was answered", " ".join(part for part in (answered_on, f"by {who}" if who else "") if part) or "-"
        )
        yield Fact("  decided by", decided_by(seam.mapping(each, "decider")))
        if note := seam.text(each, "answerNote"):
            yield Fact("  its note", note)
        if relayed := seam.text(each, "answerRelayedBy"):
            yield Fact("  relayed by", relayed)
