"""Records as they go out: the bytes that are held, spliced into the answer, with what the server knows beside them.

Nothing is decoded and encoded again, so a million records cost reading them and little more. Bytes that are no sound
JSON, which an import may have brought, travel as base64 under another name.
"""

import json
import sqlite3
import sys
from base64 import b64encode
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from sayso_client.handoff import json_door
from sayso_client.ledger import chain
from sayso_client.ledger.chain import Link

MOST = 1_000
"""Records of one page."""
LARGEST = 8 * 1_048_576
"""Bytes of one page, unless its only record is larger."""
MOST_COUNTED = 100_000
"""So many records of a prefix are counted; counting more would hold up whoever else asks."""
LOOKED_THROUGH = 20_000
"""Records that one page of a prefix looks at."""

_COLUMNS = "n, chain, digest, raw, received, door"
_ALL = (
    f"SELECT {_COLUMNS} FROM own_link JOIN own_record USING (seq) "
    "WHERE own_link.store = ?1 AND n > ?2 AND n <= ?3 {and_key} ORDER BY n LIMIT ?4"
)
_OF_PREFIX = "AND substr(key, 1, length(?5)) = ?5"
_OF_KEY = (
    f"SELECT {_COLUMNS} FROM own_record JOIN own_link USING (seq) WHERE own_record.store = ?1 AND key = ?5 "
    "AND n > ?2 AND n <= ?3 ORDER BY seq LIMIT ?4"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records."""

    store: int
    prefix: str = ""
    key: str | None = None


class Item(NamedTuple):
    """One record as it goes out."""

    link: Link
    body: bytes
    """A JSON object on one line."""


class Page(NamedTuple):
    """Some records, in the order in which they were accepted."""

    items: list[Item]
    end: Link
    """Up to here everything that was wanted is in this page or in earlier ones."""
    more: bool


def page(
    db: sqlite3.Connection,
    wanted: Wanted,
    after: int,
    limit: int,
    largest: int = LARGEST,
    looked_through: int = LOOKED_THROUGH,
) -> Page:
    """The next page.

    Args:
        db: In one view with the look at the cursor.
        wanted: Which records.
        after: How many of the store's records the reader has behind them.
        limit: Records at most.
        largest: Bytes at most, unless the first record alone has more.
        looked_through: Records at most that are looked at for those of a prefix.
    """
    head = chain.last(db, wanted.store)
    upto, items, size = head.n, list[Item](), 0
    if wanted.key is None and wanted.prefix:
        upto = min(head.n, after + looked_through)
    for item in _items(db, wanted, (after, upto), limit):
        size += len(item.body)
        if size > largest and items:
            return Page(items, items[-1].link, True)
        items.append(item)
    if len(items) == limit:
        return Page(items, items[-1].link, items[-1].link.n < head.n)
    end = head if upto == head.n else chain.at(db, wanted.store, upto)
    assert end is not None
    return Page(items, end, end.n < head.n)


def count(db: sqlite3.Connection, wanted: Wanted) -> int:
    """How many records there are of what is wanted; of those of a prefix MOST_COUNTED at most."""
    if not wanted.prefix:
        return chain.last(db, wanted.store).n
    sql = "SELECT count(*) FROM (SELECT 1 FROM own_record WHERE store = ? AND key >= ? AND {} LIMIT ?)"
    beyond = _beyond(wanted.prefix)
    within, bound = ("key < ?", beyond) if beyond else ("key >= ?", wanted.prefix)
    found = db.execute(sql.format(within), (wanted.store, wanted.prefix, bound, MOST_COUNTED)).fetchone()
    return int(found[0])


def _beyond(prefix: str) -> str:
    """The first text behind all that begin with the prefix, in the order of code points; "" when there is none."""
    kept = prefix.rstrip(chr(sys.maxunicode))
    if not kept:
        return ""
    last = ord(kept[-1]) + 1
    return kept[:-1] + chr(0xE000 if 0xD800 <= last < 0xE000 else last)


def _items(db: sqlite3.Connection, wanted: Wanted, between: tuple[int, int], limit: int) -> Iterator[Item]:
    parameters: tuple[object, ...] = (wanted.store, *between, limit)
    if wanted.key is not None:
        rows = db.execute(_OF_KEY, (*parameters, wanted.key))
    elif wanted.prefix:
        rows = db.execute(_ALL.format(and_key=_OF_PREFIX), (*parameters, wanted.prefix))
    else:
        rows = db.execute(_ALL.format(and_key=""), parameters)
    for n, link, digest, raw, received, door in rows:
        yield Item(Link(n, link), encoded(raw, digest, received, door))


def encoded(raw: bytes, digest: bytes, received: str, door: str) -> bytes:
    """One record with what stands beside it. The record comes last, so that its bytes are easily cut out again."""
    head = b'{"accepted_at":"%b","accepted_from":%b,' % (received.encode(), _quoted(door))
    if not is_sound(raw, digest):
        return head + b'"raw":"%b"}' % b64encode(raw)
    if b"\n" in raw or b"\r" in raw:
        # A line break can only stand between the tokens of a JSON text, where a space means the same.
        raw = raw.replace(b"\r", b" ").replace(b"\n", b" ")
    return head + b'"record":%b}' % raw.removeprefix(BOM_UTF8)


def is_sound(raw: bytes, digest: bytes) -> bool:
    """Whether the bytes are JSON that can stand in an answer.

    The digest is that of the canonical JSON where there is one, and of the bytes themselves else; so another digest
    than that of the bytes tells without parsing.
    """
    return sha256(raw).digest() != digest or json_door.read(raw).canonical is not None


@lru_cache(maxsize=1_024)
def _quoted(name: str) -> bytes:
    return json.dumps(name).encode()
