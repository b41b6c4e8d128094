"""Tokens: who may come from elsewhere, and what they may write.

A token is 256 random bits. Only its SHA-256 is kept: a slow hash would protect what people think up, and nobody can try
2^256 values. So a stolen ledger opens no door, and the token is shown once.
"""

import json
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from sayso_client.doors import NOBODY, SIDES

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

MARK = "sayso_"
"""What each begins with, so that people and scanners of secrets know one when they see it."""

ORIGINS = SIDES


@dataclass(frozen=True, slots=True)
class Grant:
    """What somebody may do here."""

    name: str
    origins: tuple[str, ...]
    """In the order of ORIGINS."""
    prefix: str = ""
    """Only decisions whose key begins so are read and written."""
    assistant: str | None = None
    """Who may be named by delegated and attested settlements."""
    mandates: tuple[str, ...] = ()
    """Under which delegated ones may stand."""
    asked: bool = False
    """The principal was asked at a terminal before it was granted: what is settled with it is by an act of theirs."""
    made: datetime | None = field(default=None, compare=False)

    @property
    def has_token(self) -> bool:
        """False for whoever comes without one."""
        return self.name != NOBODY

    def covers(self, key: str | None) -> bool:
        """Whether a decision of that key may be read and written."""
        return not self.prefix or (key is not None and key.startswith(self.prefix))


ANYONE = Grant(NOBODY, ("requester", "agent"))
"""What a caller on this machine may do while no token is configured."""


def uuid_of(db: sqlite3.Connection, name: str) -> str | None:
    """The uuid of that store, by which tokens know it since a name may change; None when there is no such store."""
    found = db.execute("SELECT uuid FROM store WHERE name = ?", (name,)).fetchone()
    return found[0] if found else None


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def add(writing: "Writing", store: str, grant: Grant, now: datetime) -> str | None:
    """Grant it and return the token, which is nowhere else; None when the store has a token of that name.

    Args:
        writing: The open transaction.
        store: The uuid of the store.
        grant: Who, and what.
        now: Aware.
    """
    token = MARK + secrets.token_urlsafe(32)
    granted = {name: value for name, value in asdict(grant).items() if name not in ("name", "made")}
    done = writing.db.execute(
        "INSERT INTO token (digest, store, name, granted, made) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (store, name) DO NOTHING",
        (hashed(token), store, grant.name, json.dumps(granted), now.isoformat()),
    )
    return token if done.rowcount == 1 else None


def named(db: sqlite3.Connection, store: str, name: str) -> Grant | None:
    """What the token of that name allows in that store; None when there is none."""
    row = db.execute("SELECT name, granted, made FROM token WHERE store = ? AND name = ?", (store, name)).fetchone()
    return _grant(*row) if row else None


def rotate(writing: "Writing", store: str, grant: Grant, now: datetime) -> str | None:
    """Put a new token in the place of the one of that name, with the rights of the grant; it ends with that.

    Args:
        writing: The open transaction.
        store: The uuid of the store.
        grant: As `named` told it, or asked for anew.
        now: Aware.

    Returns:
        The new token, which is nowhere else; None when there is none of that name.
    """
    return add(writing, store, grant, now) if remove(writing, store, grant.name) else None


def remove(writing: "Writing", store: str, name: str) -> bool:
    """Take it back; False when there is none of that name."""
    return writing.db.execute("DELETE FROM token WHERE store = ? AND name = ?", (store, name)).rowcount == 1


def find(db: sqlite3.Connection, store: str, digest: bytes) -> Grant | None:
    """What the token of that hash allows in that store."""
    found = db.execute(
        "SELECT name, granted, made FROM token WHERE digest = ? AND store = ?", (digest, store)
    ).fetchone()
    return _grant(*found) if found else None


def every(db: sqlite3.Connection, store: str) -> tuple[Grant, ...]:
    """All of a store, the oldest first."""
    rows = db.execute("SELECT name, granted, made FROM token WHERE store = ? ORDER BY made, name", (store,))
    return tuple(_grant(*row) for row in rows.fetchall())


def are_there(db: sqlite3.Connection, store: str) -> bool:
    """Whether the store has any."""
    return db.execute("SELECT 1 FROM token WHERE store = ? LIMIT 1", (store,)).fetchone() is not None


def _grant(name: str, granted: str, made: str) -> Grant:
    told: Mapping[str, object] = json.loads(granted)
    assistant = told.get("assistant")
    return Grant(
        name,
        _texts(told.get("origins")),
        str(told.get("prefix") or ""),
        assistant if isinstance(assistant, str) else None,
        _texts(told.get("mandates")),
        told.get("asked") is True,
        datetime.fromisoformat(made),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
