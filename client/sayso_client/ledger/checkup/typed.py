"""Drafts that no sheet would bring back by itself."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from sayso_client import codec
from sayso_client.draft import Draft
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import Ref

_ORPHANS = (
    "SELECT draft.store, draft.key, draft.act, draft.body FROM draft WHERE NOT EXISTS "
    "(SELECT 1 FROM decision JOIN store ON store.num = decision.store "
    "WHERE store.name = draft.store AND decision.key = draft.key) ORDER BY draft.store, draft.key, draft.act"
)


@dataclass(frozen=True, slots=True)
class Orphan:
    """A draft whose decision is not held, so that no sheet opens for it."""

    ref: Ref
    act: str
    at: str | None
    """When it was last written, RFC 3339."""
    length: int
    """Code points that the person typed."""
    words: str
    """What they typed, field by field. Shown only to whoever asks."""


def orphans(db: sqlite3.Connection) -> tuple[Orphan, ...]:
    """Every such draft."""
    return tuple(_orphan(*row) for row in db.execute(_ORPHANS))


def _orphan(store: str, key: str, act: str, body: str) -> Orphan:
    try:
        draft = codec.loads(Draft, body)
    except Unreadable:
        return Orphan(Ref(store, key), act, None, len(body), body)
    fields = (draft.option or "", draft.text, draft.under, draft.basis, draft.note, draft.to)
    words = "\n".join(each for each in fields if each.strip())
    return Orphan(Ref(store, key), act, draft.at.isoformat() if draft.at else None, len(words), words)


def drafts(found: tuple[Orphan, ...]) -> Iterator[Finding]:
    """One finding for all of them."""
    if found:
        many = "1 draft belongs" if len(found) == 1 else f"{len(found):,} drafts belong"
        yield Finding(
            Topic.DRAFTS,
            f"{many} to decisions that this ledger does not hold, so no sheet shows them. They are kept; read them "
            "with: sayso doctor --drafts, or import the records of their decisions.",
            wrong=False,
            decisions=tuple(dict.fromkeys(each.ref for each in found))[:MOST],
        )
