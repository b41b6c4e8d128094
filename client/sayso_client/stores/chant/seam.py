"""One question as the ledger holds it (see `Workspace.objects`), with each member as the kind that it has to be.

A record that fits no schema is held, too: a member of another kind counts as absent here.
"""

import json
import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sayso_client.stores.chant.canonical import number_text

Json = Mapping[str, object]

OBJECT = "question"
"""Under this id the ledger keeps the one object of a question."""
ESCALATED, PROPOSED, ANSWERED = "escalated", "proposed", "answered"
ASK_BY = "ask.by"
"""The input in which an ad-hoc question says who asked it, as chant's own points and examples have it."""
TABLE, MODEL, QUORUM = "table", "model", "quorum"


def text(data: Json, name: str) -> str | None:
    """A text, or None."""
    found = data.get(name)
    return found if isinstance(found, str) else None


def number(data: Json, name: str) -> float | None:
    """A number, or None."""
    found = data.get(name)
    if isinstance(found, float) and not math.isfinite(found):
        return None
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def mapping(data: Json, name: str) -> Json:
    """An object; an empty one where there is none."""
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def listed(data: Json, name: str) -> tuple[object, ...]:
    """A list; an empty one where there is none."""
    found = data.get(name)
    return tuple(found) if isinstance(found, list) else ()


def objects(data: Json, name: str) -> Iterator[Json]:
    """The objects in a list."""
    return (each for each in listed(data, name) if isinstance(each, dict))


def names(data: Json, name: str) -> tuple[str, ...]:
    """A list of names, whatever else stands in it as text."""
    return tuple(map(told, listed(data, name)))


def word(answer: object) -> str | None:
    """An answer or a candidate as the id of an option: a noul's true and false are the words."""
    if isinstance(answer, bool):
        return "true" if answer else "false"
    return answer if isinstance(answer, str) else None


def told(value: object) -> str:
    """Any JSON value for a reader: a text as it is, unless it could be taken for another value."""
    match value:
        case str():
            return value if _is_text(value) else json.dumps(value, ensure_ascii=False)
        case bool() | None:
            return json.dumps(value)
        case int() | float():
            return number_text(value)
        case list():
            return f"[{', '.join(map(_inside, value))}]"
        case dict():
            return f"{{{', '.join(f'{_inside(name)}: {_inside(each)}' for name, each in value.items())}}}"
    return str(value)


def _inside(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else told(value)


def _is_text(value: str) -> bool:
    """Whether it reads as a text and as nothing else."""
    if not value or value[0] not in '"-0123456789[{tfn':
        return bool(value)
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return True
    return False


def person(name: str) -> str:
    """What chant tells people apart by: two spellings of one person give the same."""
    return unicodedata.normalize("NFKC", name).strip().lower()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question."""

    whole: Json
    """The object."""
    question: Json
    """As chant shows it; empty for a record that chant passes over."""
    point: Json
    """The point as it is declared now; empty when it is gone or cannot be read."""

    @classmethod
    def of(cls, value: object) -> "Asked":
        """What the ledger holds, whatever that is."""
        whole: Json = value if isinstance(value, dict) else {}
        return cls(whole, mapping(whole, "question"), mapping(whole, "point"))

    @property
    def valid(self) -> bool:
        """Whether it fits the workspace's schema, and has an id of its own."""
        return self.question.get("valid") is True

    @property
    def unread(self) -> str | None:
        """Why a file that it hangs on cannot be read now, so that nothing can be written; None when all can."""
        return text(self.whole, "unread")

    @property
    def unasked(self) -> bool:
        """Whether git told nothing, so that nobody knows who holds which role."""
        return self.whole.get("unasked") is True

    @property
    def undeclared(self) -> bool:
        """Whether its point was not declared when the points file could be read last; see `remembered`."""
        return self.whole.get("undeclared") is True

    @property
    def twin(self) -> str | None:
        """The name of another file that bears its id; None when there is none."""
        return text(self.whole, "twin")

    @property
    def lacks(self) -> tuple[str, ...]:
        """Members of the record that the schema copy is too old to know, where that alone keeps it from fitting."""
        return names(self.whole, "lacks")

    @property
    def state(self) -> str:
        """escalated, proposed or answered."""
        return text(self.question, "state") or ESCALATED

    @property
    def answer(self) -> str | None:
        """The answer, or the one that is proposed, as the id of an option."""
        return word(self.question.get("answer"))

    @property
    def decider(self) -> Json:
        """Who decided or proposed."""
        return mapping(self.question, "decider")

    @property
    def candidates(self) -> tuple[str, ...]:
        """What may be answered: those that came with the question, else those of the record."""
        asked = mapping(self.question, "asked").get("criteria")
        recorded = [each for each in map(word, listed(self.question, "candidates")) if each is not None]
        own = [each for each in asked if isinstance(each, str)] if isinstance(asked, dict | list) else recorded
        # A record lists them in chant's order.
        return tuple(recorded if set(own) == set(recorded) else own)

    @property
    def criteria(self) -> Json:
        """Candidate → what it means; empty where levels speak for themselves."""
        asked = mapping(self.question, "asked")
        return mapping(asked if asked else self.point, "criteria")

    @property
    def needed(self) -> int:
        """How many distinct people have to say the same: what the point says now counts."""
        quorum = mapping(self.point, "quorum") or self.decider
        count = number(quorum, "count")
        return int(count) if count is not None and count >= 1 else 1

    @property
    def roles(self) -> tuple[str, ...]:
        """Roles of which each of them has to hold one; empty when everybody counts."""
        return names(mapping(self.point, "quorum"), "roles")

    @property
    def holders(self) -> Mapping[str, tuple[str, ...]]:
        """Role → who holds it."""
        held = mapping(self.whole, "roles")
        return {role: names(held, role) for role in self.roles}

    @property
    def agents(self) -> tuple[str, ...]:
        """Who answers for nobody."""
        return names(self.whole, "agents")

    @property
    def steward(self) -> str | None:
        """Who asked, when a steward did: it does not count among those who answer."""
        return text(mapping(self.question, "askedBy"), "steward")

    @property
    def asker(self) -> str | None:
        """Who asked, as far as anybody says: the steward, or what an ad-hoc question gives for `ask.by`, its own word.

        That word decides nothing: who counts among those who answer goes by `steward` alone.
        """
        own = text(mapping(self.question, "inputs"), ASK_BY) if mapping(self.question, "asked") else None
        return self.steward or (own.strip() or None if own else None)

    @property
    def holds(self) -> frozenset[str]:
        """The optional fields that the workspace's schema can hold."""
        return frozenset(names(self.whole, "holds"))

    @property
    def seen(self) -> str:
        """What was on the screen: the point as it is declared, the state, and the record's text."""
        version = text(self.point, "version") or text(self.question, "pointVersion")
        return json.dumps([version, text(self.question, "state"), text(self.whole, "digest")])
