"""The door for records from elsewhere.

Its checks stand in one order, so that a retry of what was accepted is always 200:
who may write this (403) · held already (200) · same identity, other content (409) · another asker's key (403) ·
the rules of records (422, 413) · moved since it was seen (412) · too many open asks (429).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sayso_client.decision import Decision, Ref
from sayso_client.errors import OverLimit
from sayso_client.handoff import records
from sayso_client.handoff.vocabulary import is_object
from sayso_client.ledger import askers, chain
from sayso_client.ledger.chain import Link
from sayso_client.ledger.rules import Entry
from sayso_client.ledger.writing import Writing
from sayso_client.serve import errata, who
from sayso_client.serve.matching import Match, etag_of
from sayso_client.serve.problems import Refusal
from sayso_client.serve.tokens import Grant
from sayso_client.stores.limits import LARGEST, refuse_too_many_asks
from sayso_client.stores.local import KIND
from sayso_client.stores.local_door import broken_rules, entry_from, read_entry
from sayso_client.text import one_line

LARGEST_OF_PRINCIPAL = 1_048_576
"""Bytes of one record of the principal side; of others it is as at every door."""

_HELD = "SELECT seq FROM own_record WHERE store = ? AND digest = ?"
_OF_KEY = "SELECT raw, door FROM own_record WHERE store = ? AND key = ? ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Taken:
    """A record that is held now."""

    id: str
    link: Link
    """Where it stands in the chain."""
    new: bool
    etag: str | None
    """Of its decision, as it stands now."""


class Moved(Exception):
    """The decision is no longer what was seen (412); the refusal is made of it outside of the transaction."""

    def __init__(self, decision: Decision | None) -> None:
        super().__init__("moved")
        self.decision = decision


@dataclass(frozen=True, slots=True)
class Knock:
    """A record before the door: read, and allowed to the caller as far as can be told without the ledger."""

    grant: Grant
    entry: Entry
    problems: list[dict[str, object]]
    match: Match | None

    @property
    def origin(self) -> object:
        """As the record has it."""
        return self.entry.value.get("origin") if is_object(self.entry.value) else None

    @property
    def kind(self) -> object:
        """The record's type."""
        return self.entry.value.get("type") if is_object(self.entry.value) else None


def knock(raw: bytes, grant: Grant, match: Match | None, mandates: Mapping[str, str]) -> Knock:
    """Read a record and see whether the caller may write such a one.

    Raises:
        Refusal: they may not (403).
    """
    raw = raw.strip(b" \t\r\n")
    reading = records.read(raw)
    entry = entry_from(reading)
    who.refuse_others(grant, reading.value, mandates)
    return Knock(grant, entry, errata.problems(reading, entry), match)


def take(writing: Writing, name: str, knock: Knock) -> Taken:
    """Write it, inside the transaction.

    Args:
        writing: Open; whatever is raised here ends it with nothing written.
        name: The store's.
        knock: The record.

    Raises:
        Refusal: 403, 409, 413, 422, 429.
        Moved: 412.
    """
    number, entry = writing.store(name, KIND), knock.entry
    asker = _asker(writing, number, knock)
    _refuse_change_of_anothers(knock, asker)
    held = writing.db.execute(_HELD, (number, entry.digest)).fetchone()
    if held is None:
        _refuse_reused_id(writing, number, entry)
        _refuse_anothers_key(knock, asker)
        _refuse_what_breaks_rules(knock)
        before = writing.decision(Ref(name, entry.key or ""), KIND)
        _refuse_moved(knock, before)
        _append(writing, (number, name), knock)
        held = writing.db.execute(_HELD, (number, entry.digest)).fetchone()
        return _taken(writing, name, entry, held[0], new=True)
    return _taken(writing, name, entry, held[0], new=False)


def _taken(writing: Writing, name: str, entry: Entry, seq: int, *, new: bool) -> Taken:
    link = chain.of_record(writing.db, seq)
    assert link is not None, "a served store links every record"
    now = writing.decision(Ref(name, entry.key or ""), KIND)
    return Taken(entry.id or "", link, new, etag_of(now.seen) if now else None)


def _asker(writing: Writing, number: int, knock: Knock) -> str | None:
    """Who raised the decision that a record of an asker is about: the door through which its first valid question came.

    None when nobody did yet, or the record is of another kind.
    """
    if knock.kind not in ("raised", "amended", "withdrawn") or knock.entry.key is None:
        return None
    if records.unsendable(knock.entry.key):
        return None
    for raw, door in writing.db.execute(_OF_KEY, (number, knock.entry.key)):
        value = read_entry(raw).value
        if is_object(value) and value.get("type") == "raised" and not broken_rules(value):
            return str(door)
    return None


def _refuse_change_of_anothers(knock: Knock, asker: str | None) -> None:
    """Only who raised a decision amends or withdraws it."""
    if knock.kind in ("amended", "withdrawn") and asker not in (None, knock.grant.name):
        raise who.not_the_asker(knock.grant, asker)


def _refuse_anothers_key(knock: Knock, asker: str | None) -> None:
    """A key belongs to whoever asked under it first, and nothing is said ahead of a question that nobody asked yet.

    After 409: two who ask in the same form of id are told so by that, and compare what they asked.
    """
    if knock.kind == "raised" and asker not in (None, knock.grant.name):
        raise who.asked_by_another(knock.entry.key or "")
    if knock.kind in ("amended", "withdrawn") and asker is None:
        raise who.not_asked_yet(knock.entry.key or "")


def _refuse_reused_id(writing: Writing, number: int, entry: Entry) -> None:
    if entry.key is None or entry.id is None or records.unsendable(entry.key) or records.unsendable(entry.id):
        return
    mine = records.identity(entry.value)
    if any(records.identity(each.value) == mine for each in writing.held(number, entry.key, entry.id)):
        detail = f"The record id {one_line(entry.id, 80)} is held with other content. Nothing was written."
        raise Refusal(409, "id-reused", detail)


def _refuse_what_breaks_rules(knock: Knock) -> None:
    if knock.problems:
        told = "; ".join(str(each["problem"]) for each in knock.problems)
        detail = f"The record was refused: {one_line(told, 500)}. Nothing was written."
        raise Refusal(422, "invalid-record", detail, members={"errors": knock.problems})
    most = LARGEST_OF_PRINCIPAL if knock.origin == "principal" else LARGEST
    if len(knock.entry.raw) > most:
        raise too_large(most, f"The record has {len(knock.entry.raw):,} bytes")


def too_large(most: int, what: str = "The body is too large") -> Refusal:
    """The refusal of too many bytes."""
    detail = f"{what}; this door takes {most:,} bytes at most. Nothing was written. Put the rest where a link leads."
    return Refusal(413, "too-large", detail)


def _refuse_moved(knock: Knock, decision: Decision | None) -> None:
    if knock.match is None or knock.origin != "principal" or knock.kind not in ("settled", "reopened", "related"):
        return
    if decision is None or not knock.match.allows(etag_of(decision.seen)):
        raise Moved(decision)


def _append(writing: Writing, store: tuple[int, str], knock: Knock) -> None:
    number, name = store
    key, speaks = knock.entry.key or "", knock.origin == "principal"
    before = askers.standing(writing.db, number, key)
    writing.append(name, KIND, [knock.entry], knock.grant.name, mine=speaks and knock.grant.asked)
    if speaks:
        return
    try:
        refuse_too_many_asks(writing.db, store, key, before)
    except OverLimit as error:
        detail = f"{error} What is open already may always be amended."
        raise Refusal(429, "too-many-asks", detail, headers={"Retry-After": "60"}) from error
