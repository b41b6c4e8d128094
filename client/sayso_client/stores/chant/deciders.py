"""Who decides a question, in words: a table, a model, people."""

from collections.abc import Iterator

from sayso_client.around import Fact
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import MODEL, TABLE, Asked, Json, told, word

_COMPARED = {"eq": "=", "ne": "≠", "lt": "<", "lte": "≤", "gt": ">", "gte": "≥", "in": "in"}


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


def chain(asked: Asked) -> Iterator[Fact]:
    """The deciders as they are declared, in the order in which they are asked."""
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


def of_record(asked: Asked) -> Iterator[Fact]:
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


def decided_by(decider: Json) -> str:
    """Who gave an answer that stands or stood."""
    kind = seam.text(decider, "kind")
    if kind == TABLE:
        return settled_by(decider)
    if kind == MODEL:
        return f"{_model(decider)}, confirmed"
    who = ", ".join(seam.names(decider, "by"))
    return f"{people(decider)}: {who}" if who else people(decider)
