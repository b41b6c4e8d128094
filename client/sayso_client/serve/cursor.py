"""Cursors: which store, how many of its records were read, and the beginning of the hash of all of them.

The cursor of a reader who reaches only keys of a prefix says so. Should they reach more later, it is no longer one of
theirs: what they did not get lies behind it.
"""

import re
import sqlite3
from hashlib import sha256
from typing import NamedTuple

from sayso_client.ledger import chain
from sayso_client.ledger.chain import Link

_TEXT = re.compile(r"([0-9A-Za-z-]{1,64})\.(0|[1-9][0-9]{0,17})\.([0-9a-f]{16})(?:\.([0-9a-f]{8}))?")


class Cursor(NamedTuple):
    """A place in the records of a store. To everybody else it is opaque."""

    uuid: str
    n: int
    digits: str
    """The first 16 hexadecimal digits of link n."""
    scope: str
    """Of the prefix that was read; "" when that is everything."""

    def __str__(self) -> str:
        return f"{self.uuid}.{self.n}.{self.digits}" + (f".{self.scope}" if self.scope else "")


def of(uuid: str, link: Link, prefix: str) -> Cursor:
    """The cursor of whoever has read up to that link what they reach: the keys that begin with the prefix."""
    return Cursor(uuid, link.n, link.chain[:8].hex(), _scope(prefix))


def place(db: sqlite3.Connection, store: int, uuid: str, text: str | None, prefix: str) -> int | None:
    """How many records whoever brings this cursor has read; None when it is not one of this store's, or not any more.

    Args:
        db: In one view with what is read next.
        store: Its number.
        uuid: Its own.
        text: As it was sent; None begins at the beginning.
        prefix: What the reader reaches now. Less than before is well: they have all of it up to there.
    """
    if text is None:
        return 0
    found = _TEXT.fullmatch(text)
    if found is None or found[1] != uuid or not _covers(found[4], prefix):
        return None
    link = chain.at(db, store, int(found[2]))
    return link.n if link is not None and of(uuid, link, prefix).digits == found[3] else None


def _scope(prefix: str) -> str:
    return sha256(prefix.encode("utf-8", "surrogatepass")).hexdigest()[:8] if prefix else ""


def _covers(scope: str | None, prefix: str) -> bool:
    """Whether the prefix of that scope is one of this prefix, or the same."""
    return not scope or any(_scope(prefix[: end + 1]) == scope for end in range(len(prefix)))
