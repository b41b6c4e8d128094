"""Handoff records for tests of the projection, and the decisions that they make."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sayso_client.decision import Decision
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.stores.contract import Held, Reader

KEY = "acme/db-choice"
START = datetime(2026, 10, 27, 9, tzinfo=UTC)
TERMS = {
    "text": "Which database?\n\nThe trial runs out in May.",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "sqlite", "label": "SQLite"}],
    "default": "sqlite",
    "due": "2026-11-03",
}
NEED = f"r:{KEY}"
ME = Reader("home", lambda name: name == "ana")

Record = dict[str, Any]


def record(kind: str, name: str, minutes: float, origin: str, **members: Any) -> Record:
    return {
        "ext": "decisions/0.3",
        "type": kind,
        "origin": origin,
        "key": KEY,
        "id": name,
        "at": (START + timedelta(minutes=minutes)).isoformat(),
        **members,
    }


def raised(minutes: float = 0, **members: Any) -> Record:
    return record("raised", NEED, minutes, "requester", **{"terms": TERMS, "terms_rev": 1, **members})


def amended(name: str = "a2", minutes: float = 10, rev: int = 2, **members: Any) -> Record:
    return record(
        "amended", name, minutes, "requester", **{"terms": TERMS, "terms_rev": rev, "supersedes": [NEED], **members}
    )


def settled(name: str = "s1", minutes: float = 5, option: str | None = "pg", **members: Any) -> Record:
    answer = {"text": "Use PostgreSQL."} | ({"option": option} if option else {})
    body = {"outcome": "decided", "answer": answer, "authority": {"kind": "principal", "by": "ana"}, "terms_rev": 1}
    return record("settled", name, minutes, "principal", **{**body, **members})


def dismissed(name: str = "s1", minutes: float = 5, **members: Any) -> Record:
    body = {"outcome": "dismissed", "authority": {"kind": "principal", "by": "ana"}, "terms_rev": 1}
    return record("settled", name, minutes, "principal", **{**body, **members})


def reopened(name: str = "o1", minutes: float = 8, supersedes: tuple[str, ...] = ("s1",), **members: Any) -> Record:
    return record("reopened", name, minutes, "principal", supersedes=list(supersedes), **members)


def withdrawn(reason: str = "not_needed", minutes: float = 20) -> Record:
    return record("withdrawn", "w1", minutes, "requester", reason=reason)


def claimed(name: str = "c1", minutes: float = 3, **members: Any) -> Record:
    body = {
        "outcome": "decided",
        "answer": {"text": "Use PostgreSQL.", "option": "pg"},
        "evidence": {"basis": "said in the meeting, 10:05"},
    }
    return record("claimed", name, minutes, "agent", **{**body, **members})


def note(
    name: str = "n1", minutes: float = 2, origin: str = "agent", text: str = "Ana is away.", **members: Any
) -> Record:
    return record("note", name, minutes, origin, **{"about": KEY, "note": text, **members})


def related(name: str = "x1", minutes: float = 2, **relation: Any) -> Record:
    tie = relation or {"kind": "derived_from", "uri": "https://example.org/inquiry/9"}
    return record("related", name, minutes, "principal" if tie["kind"] == "same_as" else "requester", relation=tie)


def proposed(name: str = "p1", minutes: float = 4, rev: int = 1, origin: str = "agent", **body: Any) -> Record:
    proposal = body or {"question": "choice", "answer": {"option": "pg"}, "confidence": 0.87, "model": "jev-1.13.0"}
    return {**record("proposed", name, minutes, origin, terms_rev=rev, proposal=proposal), "ext": "sayso.proposals/0.1"}


def held(value: object, seq: int = 0, problems: tuple[str, ...] = ()) -> Held:
    """An object as a ledger hands it over; taken in a second after it was written, so it tells when."""
    received = START + timedelta(days=1, seconds=seq)
    return Held(b"{}", value, problems, received, "cli", seq)


def projected(*records: object, reader: Reader = ME, complete: bool = False) -> Decision:
    """The decision that these records make, as Ana reads it."""
    objects = [each if isinstance(each, Held) else held(each, seq) for seq, each in enumerate(records)]
    return HandoffProjection(complete).project(KEY, objects, reader)
