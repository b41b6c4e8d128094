"""Who asks: by what names are told apart, and how a filter asks for the decisions of somebody."""

import re
import sqlite3
from typing import NamedTuple

from sayso_client.ledger.search import folded
from sayso_client.rows import By

LONGEST = 200
"""Askers are told apart by so many code points."""

_LAST_CHARACTER = "\U0010ffff"
_BY = re.compile(r'(?:(?<=\s)|^)by:(?:"([^"]*)"|([^\s"]+))(?=\s|$)', re.IGNORECASE)


class Standing(NamedTuple):
    """What counts of a decision for its asker."""

    asker: str
    open: bool


def asker(name: str | None) -> str:
    """A name without case and without what nobody sees; "" for none."""
    if name is None:
        return ""
    seen = (each if each.isprintable() else " " if each.isspace() else "" for each in folded(name, LONGEST))
    return " ".join("".join(seen).replace('"', "'").split())


def split(text: str) -> tuple[By | None, str]:
    """What a filter says of the asker and its other words. Of several askers the last one counts.

    `by:"agent x"` is that asker alone, `by:agent` is every asker whose name begins so.
    """
    found = _BY.findall(text)
    if not found:
        return None, text
    whole, beginning = found[-1]
    return By(asker(beginning or whole), not beginning), _BY.sub(" ", text).strip()


def filter_for(name: str) -> str:
    """The filter that finds the decisions of one asker, by the name as `asker` gives it."""
    return f'by:"{name}"'


def condition(by: By) -> tuple[str, tuple[str, ...]]:
    """The condition on rows of `decision`, with its parameters."""
    if by.whole:
        return "asker = ?", (by.name,)
    return "asker >= ? AND asker < ?", (by.name, by.name + _LAST_CHARACTER)


def standing(db: sqlite3.Connection, store: int, key: str) -> Standing | None:
    """Who asks a decision, and whether it is open; None when it is not held."""
    found = db.execute("SELECT asker, open FROM decision WHERE store = ? AND key = ?", (store, key)).fetchone()
    return Standing(found[0] or "", bool(found[1])) if found else None


def open_asks(db: sqlite3.Connection, store: int, name: str, most: int) -> int:
    """How many open decisions an asker has in a store; no more than `most` are counted, along an index."""
    return int(
        db.execute(
            "SELECT count(*) FROM (SELECT 1 FROM decision WHERE asker = ? AND store = ? AND open = 1 LIMIT ?)",
            (name, store, most),
        ).fetchone()[0]
    )
