"""What happened to a question, oldest first. chant keeps days, and of what a decider passed on not even these."""

from datetime import date

from sayso_client.around import Event
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.days import day
from sayso_client.stores.chant.deciders import settled_by
from sayso_client.stores.chant.seam import ANSWERED, ESCALATED, MODEL, Asked, Json, word
from sayso_client.verdict import AuthorityKind

PASSED_ON = "passed on"


def events(asked: Asked, title: str) -> tuple[Event, ...]:
    """A line each: asked under its title, passed on, answered and taken back, and what stands."""
    question = asked.question
    if not question:
        return ()
    found = [Event(day(seam.text(question, "askedOn")), "raised", title, by=asked.asker)]
    found += [_passed_on(each) for each in seam.objects(question, "escalations")]
    for each in seam.objects(question, "retractions"):
        found += _taken_back(each)
    if asked.state != ESCALATED:
        found.append(_standing(asked))
    return tuple(found)


def _passed_on(each: Json) -> Event:
    by = seam.text(each, "model") or seam.text(each, "backend") or seam.text(each, "kind")
    return Event(None, PASSED_ON, seam.text(each, "reason") or "", by=by)


def _taken_back(each: Json) -> tuple[Event, Event]:
    answer = word(each.get("answer")) or ""
    answered_on, on = day(seam.text(each, "answeredOn")), day(seam.text(each, "on"))
    answered = _decided(answered_on, answer, seam.mapping(each, "decider"), seam.names(each, "answeredBy"))
    people = ", ".join(seam.names(each, "by")) or None
    return answered, Event(on, "retracted", seam.text(each, "note") or "", by=people)


def _standing(asked: Asked) -> Event:
    question, answer = asked.question, asked.answer or ""
    if asked.state != ANSWERED:
        return Event(None, "proposed", answer, by=seam.text(asked.decider, "model"), current=True)
    on = day(seam.text(question, "answeredOn"))
    return _decided(on, answer, asked.decider, seam.names(question, "answeredBy"), current=True)


def _decided(on: date | None, answer: str, decider: Json, people: tuple[str, ...], *, current: bool = False) -> Event:
    kind = seam.text(decider, "kind")
    if kind == seam.TABLE:
        return Event(on, "decided", answer, by=settled_by(decider), current=current)
    authority = AuthorityKind.CONFIRMED if kind == MODEL else AuthorityKind.PRINCIPAL
    return Event(on, "decided", answer, by=", ".join(people) or None, current=current, authority=authority)
