"""Small Handoff records for tests, as the bytes that a store would hold."""

import json
from datetime import UTC, datetime, timedelta

START = datetime(2026, 10, 27, 9, 0, tzinfo=UTC)


def line(record: dict[str, object]) -> bytes:
    """A record as one JSON line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def at(minutes: float) -> str:
    """So many minutes after the start, as records write it."""
    return (START + timedelta(minutes=minutes)).isoformat()


def raised(key: str, text: str = "Which database?", minutes: float = 0, **more: object) -> dict[str, object]:
    """A question with two options; `terms` members and `by` may be given."""
    by = more.pop("by", "cc-17")
    options = [{"id": "pg", "label": "PostgreSQL"}, {"id": "sqlite", "label": "SQLite"}]
    return {
        "ext": "decisions/0.3",
        "type": "raised",
        "origin": "requester",
        "key": key,
        "id": f"r:{key}",
        "at": at(minutes),
        "terms": {"text": text, "options": options, "default": "sqlite", **more},
        "terms_rev": 1,
        "sayso": {"by": by},
    }


def settled(
    key: str, option: str = "pg", record_id: str = "s1", minutes: float = 5, **more: object
) -> dict[str, object]:
    """A settlement of the principal."""
    return {
        "ext": "decisions/0.3",
        "type": "settled",
        "origin": "principal",
        "key": key,
        "id": record_id,
        "at": at(minutes),
        "outcome": "decided",
        "answer": {"text": option, "option": option},
        "authority": {"kind": "principal", "by": "ana"},
        "terms_rev": 1,
        **more,
    }


def note(key: str, text: str = "Ana is away.", record_id: str = "n1", minutes: float = 2) -> dict[str, object]:
    """An agent's note."""
    return {
        "ext": "decisions/0.3",
        "type": "note",
        "origin": "agent",
        "key": key,
        "id": record_id,
        "at": at(minutes),
        "about": f"r:{key}",
        "note": text,
    }
