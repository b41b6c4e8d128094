"""The door of a local store for bytes and records: what can be kept, and what a requester may say."""

from collections.abc import Mapping

from sayso_client.errors import InvalidRecord
from sayso_client.handoff import records
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.ledger.rules import Entry, Rules
from sayso_client.proposals import records as suggestions
from sayso_client.stores.limits import refuse_too_large, refuse_too_many_options
from sayso_client.text import one_line


def read_entry(raw: bytes) -> Entry:
    """The bytes of one record, as the ledger takes it. Never raises."""
    return entry_from(records.read(raw))


def entry_from(reading: records.Reading) -> Entry:
    """What was read already, as the ledger takes it."""
    value = reading.value
    return Entry(
        raw=reading.raw,
        value=value,
        digest=bytes.fromhex(reading.digest),
        key=_named(value, "key"),
        id=_named(value, "id"),
        problems=reading.problems,
        speaks=isinstance(value, dict) and value.get("origin") == "principal",
    )


RULES = Rules(read_entry, HandoffProjection(complete=True))
"""For the ledger. A local store holds all that there is of it, so an id that is not held hides no fork."""


def entry_of(record: Mapping[str, object]) -> Entry:
    """A record of our own making."""
    return read_entry(records.encode(record))


def at_the_door(record: Mapping[str, object]) -> Entry:
    """A record of a requester or an agent, held to the rules before it is let in.

    Raises:
        InvalidRecord: it breaks one; nothing was written.
        OverLimit: it is too large, or has too many options; nothing was written.
    """
    if record.get("origin") == "principal":
        raise InvalidRecord("Only the principal side may write records of the principal. Nothing was written.")
    try:
        entry = entry_of(record)
    except records.NotCanonical as error:
        raise InvalidRecord(f"The record was refused: {error}. Nothing was written.", (str(error),)) from None
    refuse_too_large(entry.raw)
    refuse_too_many_options(record)
    problems = entry.problems + broken_rules(record)
    if why := cannot_hold(entry):
        problems = (why, *problems)
    if problems:
        told = one_line("; ".join(problems), 1_000)
        raise InvalidRecord(f"The record was refused: {told}. Nothing was written.", problems)
    return entry


def broken_rules(record: object) -> tuple[str, ...]:
    """Why a record is invalid by its own extension; of an unknown extension nothing can be said."""
    extension = record.get("ext") if isinstance(record, dict) else None
    if extension == suggestions.EXT:
        return suggestions.problems(record)
    known = extension == records.EXT or not isinstance(extension, str)
    return records.problems(record) if known else ()


def cannot_hold(entry: Entry) -> str | None:
    """Why a record cannot be kept at all, or None."""
    if entry.key is None:
        return "it names no decision (key); " + ("; ".join(entry.problems) or "a key is needed")
    for name, text in (("key", entry.key), ("id", entry.id or "")):
        if why := records.unsendable(text):
            return f"its {name} cannot be kept: {why}"
    return None


def _named(value: object, member: str) -> str | None:
    """A key or id as text with something in it, or None."""
    text = value.get(member) if isinstance(value, dict) else None
    return text if isinstance(text, str) and text.strip() else None
