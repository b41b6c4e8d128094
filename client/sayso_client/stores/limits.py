"""What a requester's door takes at most. The principal's own import knows none of these limits."""

import sqlite3
from collections.abc import Mapping

from sayso_client.errors import OverLimit
from sayso_client.ledger import askers
from sayso_client.ledger.askers import Standing
from sayso_client.text import one_line

MOST_OPEN = 200
"""Open asks of one asker in one store."""
LARGEST = 65_536
"""Bytes of one record, as it is encoded."""
MOST_OPTIONS = 255
"""Options of one question."""

UNNAMED = frozenset({"", "requester", "agent"})
"""Who asks without a name goes by the side that asks, and all of them count as one."""


def refuse_too_large(raw: bytes) -> None:
    """Raise OverLimit when the bytes of a record are too many."""
    if len(raw) > LARGEST:
        raise OverLimit(
            f"The record has {len(raw):,} bytes; this door takes {LARGEST:,} at most. Nothing was written. "
            "Shorten the text and put the rest where a link leads.",
            "bytes",
        )


def refuse_too_many_options(record: Mapping[str, object]) -> None:
    """Raise OverLimit when a question offers too many options."""
    terms = record.get("terms")
    options = terms.get("options") if isinstance(terms, dict) else None
    if isinstance(options, list) and len(options) > MOST_OPTIONS:
        raise OverLimit(
            f"The question has {len(options):,} options; this door takes {MOST_OPTIONS} at most. Nothing was written. "
            "Offer the likeliest ones, or ask for words; a link may lead to the whole list.",
            "options",
        )


def refuse_too_many_asks(db: sqlite3.Connection, store: tuple[int, str], key: str, before: Standing | None) -> None:
    """Raise OverLimit when the asker of a decision that has just been opened has too many of them.

    What changes one that was open already, or ends it, is never too much.

    Args:
        db: Inside the transaction that wrote it.
        store: Its number and its name.
        key: Which decision.
        before: How it stood before.
    """
    number, name = store
    now = askers.standing(db, number, key)
    if now is None or not now.open or (before is not None and before.open and before.asker == now.asker):
        return
    if askers.open_asks(db, number, now.asker, MOST_OPEN + 1) <= MOST_OPEN:
        return
    named = now.asker not in UNNAMED
    who = f"{one_line(now.asker, 60)} has" if named else "Askers who give no name have"
    first = "W" if named else "Say who asks (--by NAME), or w"
    raise OverLimit(
        f"{who} {MOST_OPEN} open asks in {one_line(name, 40)} already, the most that one asker may have. "
        f"Nothing was written. {first}ithdraw those that nobody needs any more "
        f"(sayso withdraw KEY --reason not_needed); sayso list --view open --filter '{_filter(now.asker)}' shows them.",
        "asks",
    )


def _filter(name: str) -> str:
    return one_line(askers.filter_for(name), 80)
