"""Drafts that nobody has on the screen now."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sayso_client import codec
from sayso_client.draft import Draft
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import Ref

_DRAFTS = (
    "SELECT draft.store, draft.key, draft.act, draft.session, draft.body, EXISTS "
    "(SELECT 1 FROM decision JOIN store ON store.num = decision.store "
    "WHERE store.name = draft.store AND decision.key = draft.key) FROM draft ORDER BY draft.store, draft.key, draft.num"
)


@dataclass(frozen=True, slots=True)
class Left:
    """A draft that no running inbox shows: its inbox has ended, or its decision is not held."""

    ref: Ref
    act: str
    held: bool
    """Whether its decision is held: then its sheet brings it back."""
    at: str | None
    """When it was last written, RFC 3339."""
    length: int
    """Code points that the person typed."""
    words: str
    """What they typed, field by field. Shown only to whoever asks."""


def left(db: sqlite3.Connection, alive: Callable[[str], bool]) -> tuple[Left, ...]:
    """Every such draft.

    Args:
        db: The reading connection.
        alive: Whether an inbox still runs, by its session.
    """
    rows = db.execute(_DRAFTS).fetchall()
    return tuple(
        _left(store, key, act, body, bool(held))
        for store, key, act, session, body, held in rows
        if not held or not alive(session)
    )


def _left(store: str, key: str, act: str, body: str, held: bool) -> Left:
    try:
        draft = codec.loads(Draft, body)
    except Unreadable:
        return Left(Ref(store, key), act, held, None, len(body), body)
    fields = (draft.option or "", draft.text, draft.under, draft.basis, draft.note, draft.to)
    words = "\n".join(each for each in fields if each.strip())
    return Left(Ref(store, key), act, held, draft.at.isoformat() if draft.at else None, len(words), words)


def drafts(found: tuple[Left, ...]) -> Iterator[Finding]:
    """One finding for all that no sheet would bring back."""
    lost = [each for each in found if not each.held]
    if lost:
        many = "1 draft belongs" if len(lost) == 1 else f"{len(lost):,} drafts belong"
        yield Finding(
            Topic.DRAFTS,
            f"{many} to decisions that this ledger does not hold, so no sheet shows them. They are kept; read them "
            "with: sayso doctor --drafts, or import the records of their decisions.",
            wrong=False,
            decisions=tuple(dict.fromkeys(each.ref for each in lost))[:MOST],
        )
