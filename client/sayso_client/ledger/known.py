"""What the ledger knows of one store: for whoever lists the stores, renames one or takes one out."""

import sqlite3
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sayso_client.ledger import outbox, votes
from sayso_client.ledger.healths import read
from sayso_client.stores.health import Health


class Known(NamedTuple):
    """One store, as far as it is known here."""

    uuid: str | None = None
    """What it is known by for ever; None before it was ever reached or, when it is local, written to."""
    decisions: int = 0
    drafts: int = 0
    waiting: int = 0
    """So much of what I said is not recorded there yet."""
    recorded: int = 0
    """So much of what I said was recorded there, as far as it is known."""
    unseen: int = 0
    """So much of what I said was recorded there, and is out of sight with the token that we have now."""
    votes: int = 0
    """So many answers of people stand here alone and wait for others to say the same."""
    health: Health | None = None
    """Of a store elsewhere, as whoever keeps in touch with it wrote it down."""
    heard: datetime | None = None
    """When it was last heard."""


def known(db: sqlite3.Connection, name: str, now: datetime, in_touch: Callable[[], bool] = lambda: True) -> Known:
    """What is known of the store of that label.

    Args:
        db: The ledger.
        name: The label.
        now: Aware; old news of a store's health is none.
        in_touch: Whether some process keeps in touch with it; see `healths.read`.
    """
    (drafts,) = db.execute("SELECT count(*) FROM draft WHERE store = ?", (name,)).fetchone()
    waiting = len(outbox.under_way(db, name))
    health, heard = read(db, name, now, in_touch)
    own = db.execute("SELECT num, uuid, kind FROM store WHERE name = ?", (name,)).fetchone()
    uuid = outbox.addressee(db, name) or (own[1] if own and own[2] == "local" else None)
    decisions = 0
    if own:
        (decisions,) = db.execute("SELECT count(*) FROM decision WHERE store = ?", (own[0],)).fetchone()
    return Known(
        uuid=uuid,
        decisions=decisions,
        drafts=drafts,
        waiting=waiting,
        recorded=outbox.recorded(db, name, uuid or ""),
        unseen=outbox.unseen(db, name),
        votes=len(votes.waiting(db, name)),
        health=health,
        heard=heard,
    )
