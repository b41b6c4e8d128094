"""The parts that new records are put together from. `writing` has the records themselves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sayso_client.errors import InvalidRecord
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.records import unsendable
from sayso_client.handoff.settlements import option_ids
from sayso_client.handoff.validity import problems
from sayso_client.handoff.vocabulary import EXT, Record, filled, is_object, quoted

if TYPE_CHECKING:
    from sayso_client.verdict import Grounds
    from sayso_client.via import Via


@dataclass(frozen=True, slots=True)
class Saw:
    """What was on the screen when the principal decided."""

    need: str | None
    """The id of the need record; None when none was held."""
    terms: str | None
    """Hex SHA-256 of the canonical terms; None when none were held."""

    @classmethod
    def of(cls, need: str | None, terms: Record | None) -> "Saw":
        """From the current need record's id and the terms in force."""
        return cls(need, digest(terms) if terms is not None else None)


def make_terms(
    text: str,
    *,
    options: Iterable[tuple[str, str]] = (),
    default: str | None = None,
    due: date | str | None = None,
) -> Record:
    """Terms from their parts.

    `options` are (id, label); `default` is an option's id or free text. They are checked when used.
    """
    terms: Record = {"text": text}
    listed: list[object] = [{"id": name, "label": label} for name, label in options]
    if listed:
        terms["options"] = listed
    if default is not None:
        terms["default"] = default
    if due is not None:
        terms["due"] = due if isinstance(due, str) else due.isoformat()
    return terms


def label_of(terms: Record | None, option: str) -> str | None:
    """The label that the terms give an option; None when they have no such option."""
    options = terms.get("options") if terms else None
    for each in options if isinstance(options, list) else ():
        if is_object(each) and each.get("id") == option and isinstance(each.get("label"), str):
            return str(each["label"])
    return None


def answer_of(text: str | None, option: str | None, terms: Record | None, check: bool) -> Record:
    """The `answer` member. Without words, the label of the option; `check` demands that the terms have it."""
    if option is None:
        demand(filled(text), "the answer has no words")
        return {"text": text}
    if check:
        demand(terms is not None, "the option cannot be checked: its terms are not held")
        demand(option in option_ids(terms or {}), f"the terms have no option {quoted(option)}")
    words = text if text is not None else label_of(terms, option)
    demand(filled(words), "the answer has no words")
    return {"text": words, "option": option}


def authority_of(grounds: "Grounds", claim: str | None) -> Record:
    """The `authority` member, and `evidence` where there is any."""
    # Whoever asks writes no settlement, and is done sooner without it.
    from sayso_client.verdict import AuthorityKind

    demand(filled(grounds.by), "it must say who decided")
    if grounds.kind == AuthorityKind.DELEGATED:
        demand(filled(grounds.under), "a delegated answer must name its mandate (under)")
    if grounds.kind == AuthorityKind.ATTESTED:
        demand(filled(grounds.basis), "an attested answer must name its evidence (basis)")
    made: Record = {}
    made["authority"] = given({"kind": str(grounds.kind), "by": grounds.by, "under": grounds.under})
    evidence = given({"basis": grounds.basis, "claim": claim})
    return made | ({"evidence": evidence} if evidence else {})


def asking(
    by: str | None,
    to: str | Sequence[str],
    subject: str | None,
    project: str | None,
    links: Sequence[str],
) -> Record:
    """What sayso adds to a raised or amended: who asks whom, about what. One name in `to` stands as a text."""
    names = [to] if isinstance(to, str) else list(to)
    whom = names[0] if len(names) == 1 else names or None
    return given({"by": by, "to": whom, "subject": subject, "project": project, "links": list(links) or None})


def seen(saw: Saw | None, via: "Via | None") -> Record:
    """What sayso adds to a settled or reopened."""
    return given(
        {
            "saw": given({"need": saw.need, "terms": saw.terms}) if saw else None,
            "via": given({"kind": via.kind, "host": via.host, "tty": via.tty}) if via else None,
        }
    )


def given(members: Record) -> Record:
    """Those members that have a value."""
    return {name: value for name, value in members.items() if value is not None}


def compose(kind: str, origin: str, key: str, name: str, at: str, members: Record) -> Record:
    """The whole record: the core members first, then those given. Raises InvalidRecord unless it is valid."""
    record: Record = {"ext": EXT, "type": kind, "origin": origin, "key": key, "id": name, "at": at}
    record |= given(members)
    if record.get("sayso") == {}:
        del record["sayso"]
    found = [*problems(record), *filter(None, (unsendable(key), unsendable(name)))]
    if found:
        raise InvalidRecord(f"Nothing was written: {found[0]}.", found)
    return record


def demand(fulfilled: bool, problem: str) -> None:
    """Raise InvalidRecord with this phrase unless it is fulfilled."""
    if not fulfilled:
        raise InvalidRecord(f"Nothing was written: {problem}.", (problem,))
