"""What chant tells beyond the read model: sections of facts for the reader, each value as the record has it."""

from collections.abc import Iterator

from sayso_client.around import Fact, FactSection
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import ANSWERED, MODEL, TABLE, Asked, Json, told, word

_COMPARED = {"eq": "=", "ne": "≠", "lt": "<", "lte": "≤", "gt": ">", "gte": "≥", "in": "in"}
BELOW = "below the threshold"
OUTDATED = "declared anew since"


def all_of(asked: Asked) -> tuple[FactSection, ...]:
    """Sections that have something to say, what matters for deciding first."""
    titled = (
        ("Who decides, in this order", (*_deciders(asked), *_of_record(asked))),
        ("Passed on by", _escalations(asked.question)),
        ("Taken back", _retractions(asked.question)),
        ("Answer", _answer(asked)),
        ("Not given", _not_given(asked)),
        ("Point", _point(asked)),
        ("Record", _record(asked)),
        ("As the record has it", _as_it_is(asked)),
    )
    found = ((title, tuple(facts)) for title, facts in titled)
    return tuple(FactSection(title, facts) for title, facts in found if facts)


def settled_by(decider: Json) -> str:
    """Who decided, in words: where chant keeps no person for it."""
    if seam.text(decider, "kind") != TABLE:
        return "who decided is not told"
    row = seam.number(decider, "row")
    # Rows count from 0 in a record, and from 1 on the screen, as in the section above.
    return "the table" if row is None else f"the table, row {int(row) + 1}"


def people(quorum: Json) -> str:
    """How many people, of which roles."""
    count = seam.number(quorum, "count")
    many = "people" if count is None else "1 person" if count == 1 else f"{told(count)} people"
    roles = seam.names(quorum, "roles")
    return f"{many} with the role {' or '.join(roles)}" if roles else many


def _deciders(asked: Asked) -> Iterator[Fact]:
    for each in seam.objects(asked.point, "deciders"):
        kind = seam.text(each, "kind") or "?"
        if kind == TABLE:
            for number, row in enumerate(seam.objects(each, "rows"), 1):
                note = seam.text(row, "note")
                value = f"{_when(seam.mapping(row, 'when'))} → {told(word(row.get('answer')))}"
                yield Fact(f"table, row {number}", f"{value} ({note})" if note else value)
        elif kind == MODEL:
            yield Fact(kind, _model(each))
        else:
            yield Fact("people", people(each))
        if note := seam.text(each, "note"):
            yield Fact(f"{kind}, note", note)


def _of_record(asked: Asked) -> Iterator[Fact]:
    """Whom the record itself names, where its point is not there to say it."""
    if not asked.point and asked.decider:
        yield Fact("people", people(asked.decider), "as the record has it")


def _when(conditions: Json) -> str:
    parts = []
    for name, wanted in conditions.items():
        tests = wanted.items() if isinstance(wanted, dict) else (("eq", wanted),)
        parts += [f"{name} {_COMPARED.get(how, how)} {told(value)}" for how, value in tests]
    return " and ".join(parts) or "always"


def _model(each: Json) -> str:
    threshold = seam.number(each, "threshold")
    parts = [f"{seam.text(each, 'model') or 'a model'} on {seam.text(each, 'backend') or 'a backend unnamed'}"]
    parts += [f"threshold {told(threshold)}"] if threshold is not None else []
    parts += [f"when it cannot be reached: {gone}"] if (gone := seam.text(each, "unreachable")) else []
    return ", ".join(parts)


def _escalations(question: Json) -> Iterator[Fact]:
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


def _retractions(question: Json) -> Iterator[Fact]:
    for each in seam.objects(question, "retractions"):
        on, by = seam.text(each, "on"), ", ".join(seam.names(each, "by"))
        yield Fact(on or "?", f"{told(word(each.get('answer')))}, taken back by {by or 'nobody named'}")
        if note := seam.text(each, "note"):
            yield Fact("  because", note)
        answered_on, who = seam.text(each, "answeredOn"), ", ".join(seam.names(each, "answeredBy"))
        yield Fact(
            "  was answered", " ".join(part for part in (answered_on, f"by {who}" if who else "") if part) or "-"
        )
        yield Fact("  decided by", _decided_by(seam.mapping(each, "decider")))
        if note := seam.text(each, "answerNote"):
            yield Fact("  its note", note)
        if relayed := seam.text(each, "answerRelayedBy"):
            yield Fact("  relayed by", relayed)


def _decided_by(decider: Json) -> str:
    kind = seam.text(decider, "kind")
    if kind == TABLE:
        return settled_by(decider)
    if kind == MODEL:
        return f"{_model(decider)}, confirmed"
    who = ", ".join(seam.names(decider, "by"))
    return f"{people(decider)}: {who}" if who else people(decider)


def _answer(asked: Asked) -> Iterator[Fact]:
    if asked.state != ANSWERED:
        return
    yield Fact("decided by", _decided_by(asked.decider))
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
