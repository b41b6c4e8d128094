"""Decisions and rows as JSON documents (docs/cli.md): everything the read model holds, names as it has them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.rows import Row
from sayso_client.seen_token import seen_token
from sayso_tui.widgets.pane.when import overdue

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.arrivals import Arrival
    from sayso_client.ledger.outbox import Outgoing
    from sayso_client.stores.contract import Held

PAIRS = frozenset({"probabilities", "legend", "metadata"})
"""Members that are pairs in the read model, since their order counts, and objects in a document."""

OPAQUE = frozenset({"ref", "seen", "rank", "ended", "revision", "folds"})
"""Members that mean something to this process only, or stand in the document under names of their own."""


class Shown(NamedTuple):
    """What `show` tells beside a decision."""

    records: "Iterable[Held]"
    """What it was made from."""
    outbox: "Iterable[Outgoing]"
    """What was said about it here, or asked, and is not recorded in its store."""


def decision_members(decision: "Decision", now: datetime, shown: "Shown | None" = None) -> dict[str, object]:
    """The document "decision".

    Args:
        decision: As it stands.
        now: Aware; decides what is overdue.
        shown: What `show` tells beside it; left out when None.
    """
    members = {"store": decision.ref.store, "key": decision.ref.key, **_members(decision)}
    members["overdue"] = decision.waiting and decision.due is not None and overdue(decision.due, now)
    members["seen"] = seen_token(decision.seen)
    if shown is not None:
        members["records"] = [_record(each) for each in shown.records]
        members["outbox"] = [outgoing_members(each) for each in shown.outbox]
    return members


def outgoing_members(one: "Outgoing") -> dict[str, object]:
    """The document "outgoing", and what the document "decision" tells of each thing in the outbox."""
    from sayso_client.outgoing import note_of

    return {
        "number": one.num,
        "store": one.ref.store,
        "key": one.ref.key,
        "id": one.parcel.id,
        "stage": str(one.stage),
        "principal": bool(one.verdict),
        "said": one.parcel.words,
        "note": note_of(one),
        "queued": _plain(one.parcel.queued),
        "tried": _plain(one.tried),
        "tries": one.tries,
        "why": one.why,
    }


def row_members(row: Row, now: datetime) -> dict[str, object]:
    """The document "row": one line of a list."""
    members = {"store": row.ref.store, "key": row.ref.key, **_members(row)}
    members["overdue"] = row.waiting and row.due is not None and overdue(row.due, now)
    return members


def change_members(arrival: "Arrival", row: Row | None, now: datetime) -> dict[str, object]:
    """The document "change": one thing that happened, and how the decision stands since.

    Args:
        arrival: The record that came in.
        row: The decision as it stands now.
        now: Aware; decides what is overdue.
    """
    from sayso_client.handoff.arrived import arrived

    event, held = arrived(arrival.held), arrival.held
    members: dict[str, object] = {"seq": held.seq, "store": arrival.ref.store, "key": arrival.ref.key}
    members |= {name: getattr(event, name) for name in ("what", "id", "text", "by")}
    members |= {"at": _plain(event.at), "received": _plain(held.received), "door": held.door}
    members["now"] = row_members(row, now) if row is not None else None
    return members


def _record(held: "Held") -> object:
    """The record itself; what is no JSON at all is given as the text it is."""
    return held.value if held.value is not None else held.raw.decode("utf-8", "replace")


def _members(value: object) -> dict[str, object]:
    members: dict[str, object] = {}
    for name in _names(value):
        if name not in OPAQUE:
            member = getattr(value, name)
            members[name] = dict(member) if name in PAIRS else _plain(member)
    if hasattr(value, "confirmable"):  # a proposal: not held but worked out
        members["confirmable"] = value.confirmable
    return members


def _names(value: object) -> tuple[str, ...]:
    """The members of a value of the read model; none for what has no members of its own."""
    if hasattr(value, "__dataclass_fields__"):
        # Imported here: rows need none of it.
        from dataclasses import fields, is_dataclass

        return tuple(each.name for each in fields(value)) if is_dataclass(value) else ()
    return tuple(getattr(value, "_fields", ())) if isinstance(value, tuple) else ()


def _plain(value: object) -> object:
    """A value of the read model as plain JSON values; times in UTC, sets sorted."""
    match value:
        case StrEnum():
            return str(value)
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case Sequence() if not isinstance(value, str) and not _names(value):
            return [_plain(each) for each in value]
        case frozenset():
            return sorted(str(each) for each in value)
        case Mapping():
            return {str(name): _plain(each) for name, each in value.items()}
    return _members(value) if _names(value) else value
