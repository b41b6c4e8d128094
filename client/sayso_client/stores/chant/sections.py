"""What chant tells beyond the read model: sections of facts for the reader, each value as the record has it."""

from collections.abc import Iterator

from sayso_client.around import Fact, FactSection
from sayso_client.stores.chant import deciders, passed, seam
from sayso_client.stores.chant.seam import ANSWERED, Asked, told

OUTDATED = "declared anew since"


def all_of(asked: Asked) -> tuple[FactSection, ...]:
    """Sections that have something to say, what matters for deciding first."""
    titled = (
        ("Who decides, in this order", (*deciders.chain(asked), *deciders.of_record(asked))),
        ("Passed on by", passed.escalations(asked.question)),
        ("Taken back", passed.retractions(asked.question)),
        ("Answer", _answer(asked)),
        ("Not given", _not_given(asked)),
        ("Point", _point(asked)),
        ("Record", _record(asked)),
        ("As the record has it", _as_it_is(asked)),
    )
    found = ((title, tuple(facts)) for title, facts in titled)
    return tuple(FactSection(title, facts) for title, facts in found if facts)


def _answer(asked: Asked) -> Iterator[Fact]:
    if asked.state != ANSWERED:
        return
    yield Fact("decided by", deciders.decided_by(asked.decider))
    if relayed := seam.text(asked.question, "relayedBy"):
        yield Fact("relayed by", relayed, "carried it, does not count")


def _not_given(asked: Asked) -> Iterator[Fact]:
    """Inputs that the point knows and this question came without."""
    given = seam.mapping(asked.question, "inputs")
    for each in seam.objects(asked.point, "inputs"):
        name = seam.text(each, "name") or ""
        if name not in given:
            yield Fact(name, seam.text(each, "description") or "")


def _point(asked: Asked) -> Iterator[Fact]:
    point, question = asked.point, asked.question
    if name := seam.text(question, "point"):
        yield Fact("name", name, None if point else "not declared now")
    title = seam.text(point, "title")
    if title and not (seam.text(question, "title") or "").startswith(title):
        yield Fact("title", title)
    if asked.whole.get("identified") is True:
        yield Fact("names", "of people whom a forge or the workspace's list of signers vouches for")
    if seam.mapping(question, "asked") and (general := seam.text(point, "instructions")):
        yield Fact("in general", general)
    if file := seam.text(point, "file"):
        yield Fact("file", file)
    asked_as, now = seam.text(question, "pointVersion"), seam.text(point, "version")
    if asked_as:
        yield Fact("asked as version", asked_as, OUTDATED if question.get("current") is False else None)
    if now and now != asked_as:
        yield Fact("version now", now)
        # What the record was asked with may differ from what is declared now.
        yield Fact("declared now", ", ".join(told(each) for each in seam.listed(point, "candidates")))
        criteria = seam.mapping(point, "criteria")
        yield from (Fact(f"  {name}", told(meaning)) for name, meaning in criteria.items())


def _record(asked: Asked) -> Iterator[Fact]:
    question, asker = asked.question, seam.mapping(asked.question, "askedBy")
    if file := seam.text(asked.whole, "file"):
        yield Fact("file", file, "on the branch" if seam.text(question, "ledger") else None)
    if (path := seam.text(question, "path")) and path != file:
        yield Fact("in the tree", path)
    for name, label in (("id", "id"), ("askedOn", "asked on"), ("answeredOn", "answered on")):
        if value := seam.text(question, name):
            yield Fact(label, value)
    if kind := seam.text(asked.whole, "kind"):
        yield Fact("kind", kind)
    if run := seam.text(asker, "run"):
        yield Fact("asked in the run", run)
    if digest := seam.text(question, "inputsHash"):
        yield Fact("inputs", digest)
    for each in seam.objects(question, "warnings"):
        yield Fact("chant warns", seam.text(each, "message") or "", seam.text(each, "code"))


def _as_it_is(asked: Asked) -> Iterator[Fact]:
    """Of a record that does not fit, whatever is in it: it may be elsewhere than where it is looked for."""
    if asked.valid:
        return
    for name, value in asked.question.items():
        if value not in (None, [], {}, False):
            yield Fact(name, told(value))
