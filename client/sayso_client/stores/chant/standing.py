"""What a question's record says about an order: whether it is in there, could still be given, or was overtaken."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sayso_client.stores.chant import counting, older_copy, seam
from sayso_client.stores.chant.order import RETRACT, Order, trimmed
from sayso_client.stores.chant.seam import ANSWERED, MODEL, PROPOSED, TABLE, Asked, Json
from sayso_client.text import one_line

_SAID = 80
_NAMES = 5


class Stands(StrEnum):
    """What there is of an order."""

    RECORDED = "recorded"
    AS_SEEN = "as seen"
    MOVED = "moved"
    BROKEN = "broken"
    """There is a record, and chant takes nothing to it."""
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Standing:
    """What the record says."""

    how: Stands
    words: str
    """A clause on what stands there: who, what, when."""
    mend: str = "Mend the file"
    """What it takes for one that is broken; the beginning of a sentence."""


def of(order: Order, seen: str, found: object) -> Standing:
    """Compare them.

    Args:
        order: What was said.
        seen: The token of the question that it was said upon.
        found: The question's one object now (see `Workspace.objects`), parsed; None when there is none.
    """
    if found is None:
        return Standing(Stands.GONE, "the workspace does not hold this question any more")
    asked = Asked.of(found)
    if asked.question and _holds(order, asked):
        return Standing(Stands.RECORDED, _now(asked))
    if seen and asked.seen == seen:
        return Standing(Stands.AS_SEEN, _now(asked))
    if asked.lacks:
        record, copy = (one_line(seam.text(asked.whole, each) or order.id, 200) for each in ("file", "copy"))
        return Standing(Stands.BROKEN, older_copy.is_older(copy, asked.lacks, f"the record {record}"), older_copy.MEND)
    if not asked.question or not asked.valid:
        file = one_line(seam.text(asked.whole, "file") or order.id, 200)
        return Standing(Stands.BROKEN, f"the record {file} cannot be read, or does not fit the schema")
    if asked.unread is not None:
        return Standing(Stands.BROKEN, one_line(asked.unread, 400).rstrip("."))
    return Standing(Stands.MOVED, _what_moved(order, asked))


def shows(order: Order, asked: Asked) -> bool | None:
    """Whether the record still shows an order that it held once, or what people did upon it.

    Who counts can have changed since then, so it is enough that nobody else is named.

    Returns:
        None when the record cannot be read, so that nobody knows.
    """
    if not asked.question or not asked.valid:
        return None
    since = tuple(seam.objects(asked.question, "retractions"))[order.retractions :]
    if order.do == RETRACT:
        gone = asked.state != ANSWERED and order.note is None
        return gone or (bool(since) and _is_by(order, since[0], "by", "note"))
    if since:
        return _is_it(order, since[0]) and _is_by(order, since[0], "answeredBy", "answerNote")
    answered = asked.state == ANSWERED and _is_it(order, asked.question)
    return answered and _is_by(order, asked.question, "answeredBy", "note")


def _is_by(order: Order, held: Json, people: str, note: str) -> bool:
    named, found = ({seam.person(each) for each in several} for several in (order.by, seam.names(held, people)))
    return found <= named and trimmed(seam.text(held, note)) == order.note


def _holds(order: Order, asked: Asked) -> bool:
    """Whether what was said is in the record. What was taken back is told in order, so each has its place there."""
    taken_back = tuple(seam.objects(asked.question, "retractions"))
    since = taken_back[order.retractions :]
    if order.do == RETRACT:
        return bool(since) and _same(order, asked, since[0], "by", "note")
    if since:
        return _is_it(order, since[0]) and _same(order, asked, since[0], "answeredBy", "answerNote")
    answered = asked.state == ANSWERED and _is_it(order, asked.question)
    return answered and _same(order, asked, asked.question, "answeredBy", "note")


def _is_it(order: Order, held: Json) -> bool:
    """Whether that is the answer. In Python True is 1."""
    found = held.get("answer")
    return found == order.answer and isinstance(found, bool) is isinstance(order.answer, bool)


def _same(order: Order, asked: Asked, held: Json, people: str, note: str) -> bool:
    named = {seam.person(each) for each in order.by}
    counted = {seam.person(each) for each in order.by if counting.not_counted(asked, each) is None}
    found = {seam.person(each) for each in seam.names(held, people)}
    return bool(found) and found in (named, counted) and trimmed(seam.text(held, note)) == order.note


def _what_moved(order: Order, asked: Asked) -> str:
    since = tuple(seam.objects(asked.question, "retractions"))[order.retractions :]
    if since and asked.state != ANSWERED:
        last = since[-1]
        who = _people(seam.names(last, "by"))
        return f"{who} took the answer {_quoted(last)} back{_on(last, 'on')}; it waits again"
    return _now(asked)


def _now(asked: Asked) -> str:
    """Who said what, and when."""
    question, answer = asked.question, _quoted(asked.question)
    decider = seam.text(asked.decider, "kind")
    if asked.state == ANSWERED:
        note = seam.text(question, "note")
        when = _on(question, "answeredOn") + (f" (note: {one_line(note, _SAID)})" if note else "")
        if decider == TABLE:
            return f"a row of the point's table answers it with {answer}{when}"
        people = _people(seam.names(question, "answeredBy"))
        return f"{people} {'confirmed' if decider == MODEL else 'answered'} {answer}{when}"
    if asked.state == PROPOSED:
        model = one_line(seam.text(asked.decider, "model") or "a model", _SAID)
        return f"{model} proposes {answer} now"
    return "it waits, and its record or its point is another one than you saw"


def _people(names: Iterable[str]) -> str:
    several = [one_line(each, 40) for each in names]
    shown = several[:_NAMES] + ([f"{len(several) - _NAMES} more"] if len(several) > _NAMES else [])
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:]))) or "somebody"


def _quoted(held: Json) -> str:
    return f"“{one_line(seam.word(held.get('answer')) or '', _SAID)}”"


def _on(held: Json, name: str) -> str:
    day = seam.text(held, name)
    return f" on {one_line(day, 20)}" if day else ""
