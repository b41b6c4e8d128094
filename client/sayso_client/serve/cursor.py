"""Cursors: which store, how many of its records were read, and the beginning of the hash of all of them."""

import re
import sqlite3
from typing import NamedTuple

from sayso_client.ledger import chain
from sayso_client.ledger.chain import Link

_TEXT = re.compile(r"([0-9A-Za-z-]{1,64})\.(0|[1-9][0-9]{0,17})\.([0-9a-f]{16})")


class Cursor(NamedTuple):
    """A place in the records of a store. To everybody else it is opaque."""

    uuid: str
    n: int
    digits: str
    """The first 16 hexadecimal digits of link n."""

    def __str__(self) -> str:
        return f"{self.uuid}.{self.n}.{self.digits}"


def of(uuid: str, link: Link) -> Cursor:
    """The cursor of whoever has read up to that link."""
    return Cursor(uuid, link.n, link.chain[:8].hex())


def place(db: sqlite3.Connection, store: int, uuid: str, text: str | None) -> int | None:
    """How many records whoever brings this cursor has read; None when it is not one of this store's, or not any more.

    Args:
        db: In one view with what is read next.
        store: Its number.
        uuid: Its own.
        text: As it was sent; None begins at the beginning.
    """
    if text is None:
        return 0
    found = _TEXT.fullmatch(text)
    if found is None or found[1] != uuid:
        return None
    link = chain.at(db, store, int(found[2]))
    return link.n if link is not None and of(uuid, link).digits == found[3] else None
