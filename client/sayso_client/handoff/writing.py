"""New records, complete and valid, as plain dicts in the order of members that the extension's samples have.

Strict where reading is lenient: whoever decides is named, a mandate with `delegated`, evidence with `attested`, an
option that the terms have. All builders are pure; ids and times come in as arguments. All raise InvalidRecord, whose
sentence says what is missing; then nothing was written.

What sayso adds stands under one member `sayso`, which every other receiver ignores.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from sayso_client.handoff.composing import (
    Saw,
    answer_of,
    asking,
    authority_of,
    compose,
    demand,
    given,
    label_of,
    make_terms,
    seen,
)
from sayso_client.handoff.instants import after, stamp
from sayso_client.handoff.vocabulary import Record, filled

if TYPE_CHECKING:
    from sayso_client.verdict import Grounds
    from sayso_client.via import Via

__all__ = [
    "Saw",
    "after",
    "amended",
    "claimed",
    "label_of",
    "make_terms",
    "note",
    "raised",
    "raised_id",
    "related",
    "reopened",
    "settled",
    "stamp",
    "withdrawn",
]


def raised_id(key: str) -> str:
    """The one id under which a decision is raised (decisions/0.3 section 4)."""
    return f"r:{key}"


def raised(
    key: str,
    *,
    at: str,
    terms: Record,
    by: str | None = None,
    to: str | Sequence[str] = (),
    subject: str | None = None,
    project: str | None = None,
    links: Sequence[str] = (),
    note: str | None = None,
) -> Record:
    """A new decision. Its id is always `r:<key>`, so raising again repeats it."""
    members: Record = {"terms": terms, "terms_rev": 1, "note": note}
    members["sayso"] = asking(by, to, subject, project, links)
    return compose("raised", "requester", key, raised_id(key), at, members)


def amended(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    terms: Record,
    terms_rev: int,
    supersedes: Sequence[str],
    by: str | None = None,
    to: str | Sequence[str] = (),
    subject: str | None = None,
    project: str | None = None,
    links: Sequence[str] = (),
    note: str | None = None,
    beside: Record | None = None,
) -> Record:
    """New terms. `supersedes` are all need heads; `terms_rev` is one more than the revision in force.

    `beside` are more members of `sayso`, of a later version than ours.
    """
    demand(bool(supersedes), "an amendment must name the need record that it replaces")
    members: Record = {"terms": terms, "terms_rev": terms_rev, "supersedes": list(supersedes)}
    members |= {"note": note, "sayso": (beside or {}) | asking(by, to, subject, project, links)}
    return compose("amended", "requester", key, id, at, members)


def withdrawn(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    reason: str,
    supersedes: Sequence[str] = (),
    note: str | None = None,
) -> Record:
    """The asker needs no answer any more. `reason` is settled or not_needed; `supersedes` are all need heads."""
    members: Record = {"reason": reason, "supersedes": list(supersedes) or None, "note": note}
    return compose("withdrawn", "requester", key, id, at, members)


def claimed(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    basis: str,
    text: str | None = None,
    option: str | None = None,
    terms: Record | None = None,
    origin: Literal["agent", "requester"] = "requester",
    note: str | None = None,
    check_option: bool = True,
) -> Record:
    """Word that the principal already decided elsewhere. It settles nothing. Arguments as for `settled`."""
    members: Record = {"outcome": "decided"}
    members["answer"] = answer_of(text, option, terms, check_option)
    members |= {"evidence": {"basis": basis}, "note": note}
    return compose("claimed", origin, key, id, at, members)


def related(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    kind: Literal["same_as", "derived_from"],
    to_key: str | None = None,
    to_uri: str | None = None,
    by: str | None = None,
    note: str | None = None,
    saw: Saw | None = None,
    via: "Via | None" = None,
) -> Record:
    """A relation to another decision or to a resource: exactly one of `to_key` and `to_uri`.

    The origin follows from the kind: the principal side states `same_as`, the requester `derived_from`.
    """
    origin = "principal" if kind == "same_as" else "requester"
    members: Record = {"relation": given({"kind": kind, "key": to_key, "uri": to_uri}), "note": note}
    members["sayso"] = seen(saw, via) | given({"by": by})
    return compose("related", origin, key, id, at, members)


def note(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    text: str,
    origin: Literal["agent", "principal", "requester"],
    about: str | None = None,
    to: str | None = None,
    reason: str | None = None,
) -> Record:
    """A remark. `about` is a record's id, else the decision itself. With `to` it hands the decision over."""
    demand(filled(text), "a note needs some text")
    members: Record = {"about": about if about is not None else key, "note": text}
    members["sayso"] = given({"to": to, "reason": reason})
    return compose("note", origin, key, id, at, members)


def settled(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    outcome: Literal["decided", "dismissed"],
    grounds: "Grounds",
    terms_rev: int,
    text: str | None = None,
    option: str | None = None,
    terms: Record | None = None,
    supersedes: Sequence[str] = (),
    note: str | None = None,
    claim: str | None = None,
    saw: Saw | None = None,
    via: "Via | None" = None,
    undoes: str | None = None,
    check_option: bool = True,
) -> Record:
    """The principal side's answer or dismissal.

    Args:
        key: Which decision.
        id: Minted before the first try and kept for ever.
        at: See `after`.
        outcome: A dismissal takes neither text nor option.
        grounds: Who decided, and on what ground.
        terms_rev: The revision that was on the screen.
        text: The words; the option's label when not given.
        option: An option of `terms`.
        terms: The terms at `terms_rev`.
        supersedes: All answer heads.
        note: Why; with a dismissal there should be one.
        claim: The id of the claim that is adopted.
        saw: What was on the screen.
        via: Through which door it came.
        undoes: The id of the record that is taken back by it.
        check_option: False only when somebody else's settlement is converted: its answer must not be lost.
    """
    members: Record = {"outcome": outcome}
    if outcome == "decided":
        members["answer"] = answer_of(text, option, terms, check_option)
    else:
        demand(text is None and option is None, "a dismissal carries no answer")
    members |= authority_of(grounds, claim)
    members |= {"terms_rev": terms_rev, "supersedes": list(supersedes) or None, "note": note}
    members["sayso"] = seen(saw, via) | given({"undoes": undoes})
    return compose("settled", "principal", key, id, at, members)


def reopened(
    key: str,
    *,
    id: str,  # noqa: A002 - the record's own word
    at: str,
    supersedes: Sequence[str],
    by: str,
    note: str | None = None,
    saw: Saw | None = None,
    via: "Via | None" = None,
    undoes: str | None = None,
) -> Record:
    """Takes settlements back. `supersedes` are all answer heads; `undoes` is the act that is taken back by it."""
    demand(filled(by), "it must say who takes the settlement back")
    members: Record = {"supersedes": list(supersedes), "note": note}
    members["sayso"] = seen(saw, via) | given({"by": by, "undoes": undoes})
    return compose("reopened", "principal", key, id, at, members)
