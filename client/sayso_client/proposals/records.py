"""sayso.proposals/0.1: the records in which a model's or an agent's suggestion is kept. docs/proposals.md has the form.

Receivers of decisions/0.3 skip them, since the extension is another one. A proposal settles nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sayso_client.decision import Kind, Option
from sayso_client.errors import InvalidRecord
from sayso_client.handoff.instants import stamp
from sayso_client.handoff.records import Damaged, instant
from sayso_client.proposals.reading import KINDS, SUM_IS_OFF, proposal
from sayso_client.proposals.values import shown, words
from sayso_client.text import one_line

__all__ = ["EXT", "ORIGINS", "build", "problems", "proposal"]

EXT = "sayso.proposals/0.1"
ORIGINS = frozenset({"agent", "principal"})


def problems(record: object) -> tuple[str, ...]:
    """Why this cannot be kept as a proposal record at all; empty when it can.

    Numbers that cannot be used do not make a record invalid: `proposal` names them and shows the rest.
    """
    if isinstance(record, Damaged):
        return record.problems
    if not isinstance(record, Mapping):
        return ("a proposal record is a JSON object",)
    wrong = []
    if record.get("ext") != EXT:
        wrong.append(f"ext is not {EXT}")
    if record.get("type") != "proposed":
        wrong.append(f"type {shown(record.get('type'))} is not proposed")
    origin = record.get("origin")
    if not isinstance(origin, str) or origin not in ORIGINS:
        wrong.append(f"origin {shown(origin)} is neither agent nor principal")
    wrong.extend(f"{name} is missing or empty" for name in ("key", "id") if not words(record.get(name)))
    if instant(record.get("at")) is None:
        wrong.append("at is not a date and time with an offset")
    if not _revision(record.get("terms_rev")):
        wrong.append("terms_rev is not a whole number from 1 on")
    body = record.get("proposal")
    if not isinstance(body, Mapping):
        return (*wrong, "proposal is not an object")
    kind = body.get("question")
    if kind is not None and not (isinstance(kind, str) and kind in KINDS):
        wrong.append(f"question {shown(kind)} is not one of {', '.join(sorted(KINDS))}")
    return tuple(wrong)


def _revision(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def build(
    *,
    key: str,
    id: str,  # noqa: A002 - the record's own word
    at: datetime,
    terms_rev: int,
    options: Sequence[Option] | None = None,
    origin: str = "agent",
    by: str | None = None,
    option: str | None = None,
    text: str | None = None,
    probabilities: Sequence[tuple[str, float]] = (),
    probability: float | None = None,
    score: float | None = None,
    legend: Sequence[tuple[str, str]] = (),
    confidence: float | None = None,
    threshold: float | None = None,
    model: str | None = None,
    backend: str | None = None,
    reason: str | None = None,
    usage: Mapping[str, object] | None = None,
    metadata: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """A complete record, ready to be appended.

    Args:
        key: The decision's.
        id: Minted by the caller, unused so far.
        at: Aware.
        terms_rev: The revision that the proposal was made for.
        options: Those of that revision; they are checked against. None when they are not known: no option can be named.
        origin: "agent", or "principal" when sayso itself asked the model.
        by: Who proposes, in words (`sayso.by`).
        option: The id of the proposed option.
        text: The proposed answer in words.
        probabilities: (option id, or level index of a score; probability).
        probability: P(true) of a boolean question.
        score: The weighted level index.
        legend: (level index, what it means).
        confidence: From 0 to 1, as the model gave it; never derived.
        threshold: From 0 to 1, what the asker's system demands.
        model: Who suggests it.
        backend: Where it was asked.
        reason: In the model's words.
        usage: What it cost, as given.
        metadata: Whatever else came along.

    Raises:
        InvalidRecord: Nothing is proposed, parts exclude each other, or a value cannot be used. `problems` has each.
    """
    answer = {name: value for name, value in (("text", text), ("option", option)) if value is not None}
    body = {
        "question": _kind(option, probabilities, probability, score, legend).value,
        "answer": answer,
        "probabilities": dict(probabilities),
        "probability": probability,
        "score": score,
        "legend": dict(legend),
        "confidence": confidence,
        "threshold": threshold,
        "model": model,
        "backend": backend,
        "reason": reason,
        "usage": usage,
        "metadata": metadata,
    }
    record: dict[str, object] = {
        "ext": EXT,
        "type": "proposed",
        "origin": origin,
        "key": key,
        "id": id,
        "at": stamp(at),
        "terms_rev": terms_rev,
        "proposal": {name: value for name, value in body.items() if value is not None and value != {}},
    }
    if by:
        record["sayso"] = {"by": by}
    _check(record, options, probabilities, legend)
    return record


def _kind(
    option: str | None,
    probabilities: Sequence[object],
    probability: float | None,
    score: float | None,
    legend: Sequence[object],
) -> Kind:
    if score is not None or legend:
        return Kind.SCORE
    if probability is not None:
        return Kind.BOOLEAN
    return Kind.CHOICE if option is not None or probabilities else Kind.OPEN


def _check(
    record: dict[str, object],
    options: Sequence[Option] | None,
    probabilities: Sequence[tuple[str, float]],
    legend: Sequence[tuple[str, str]],
) -> None:
    """Strict, since we write it: whatever a reader would have to name is refused, save a sum that is off."""
    body = record["proposal"]
    assert isinstance(body, dict)
    wrong = [*problems(record)]
    if not {"answer", "probabilities", "probability", "score"} & set(body):
        wrong.append("nothing is proposed: give an option, a text, probabilities, P(true) or a score")
    if "probability" in body and {"score", "legend", "probabilities"} & set(body):
        wrong.append("P(true) belongs to a yes or no question; it goes with neither a score nor other probabilities")
    for what, pairs in (("probability", probabilities), ("legend line", legend)):
        names = [name for name, _ in pairs]
        wrong.extend(
            f"more than one {what} for {shown(each)}" for each in sorted({n for n in names if names.count(n) > 1})
        )
    if not wrong:
        wrong.extend(each for each in proposal(record, options).problems if not each.startswith(SUM_IS_OFF))
    if wrong:
        told = one_line("; ".join(wrong))
        raise InvalidRecord(f"This proposal cannot be written: {told}. Nothing was written.", wrong)
