"""Asking the process that keeps in touch with a store for a look at it, by way of the ledger: it hears every commit."""

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing


def wish(writing: "Writing", store: str) -> int:
    """Ask for a look that begins from now on; its number."""
    number = max(wished(writing.db, store), looked(writing.db, store)) + 1
    writing.mark(_wished(store), str(number))
    return number


def answer(writing: "Writing", store: str, number: int) -> None:
    """The look of that number, and all before it, have come to an end, well or not; how, the store's health tells."""
    writing.mark(_looked(store), str(number))


def wished(db: sqlite3.Connection, store: str) -> int:
    """The number of the last look that was asked for."""
    return _number(db, _wished(store))


def looked(db: sqlite3.Connection, store: str) -> int:
    """The number of the last look that was answered."""
    return _number(db, _looked(store))


def _wished(store: str) -> str:
    return f"look wished: {store}"


def _looked(store: str) -> str:
    return f"looked: {store}"


def _number(db: sqlite3.Connection, mark: str) -> int:
    found = db.execute("SELECT value FROM mark WHERE name = ?", (mark,)).fetchone()
    return int(found[0]) if found and str(found[0]).isdecimal() else 0
