"""Taking in what a store elsewhere holds: changes with the cursor behind them, in one transaction."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.ledger import asked_twice, elsewhere, found_there, still_there
from sayso_client.ledger.recount import recount, voted_on
from sayso_client.ledger.rules import Coming, Read
from sayso_client.stores.contract import Append, Change, Gone, Held, Replace

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

Taken = Coming | Gone
"""One change as it is kept."""


def read(changes: Iterable[Change], how: Read, keepable: Callable[[Coming], bool], now: datetime) -> list[Taken]:
    """Read what came. No transaction is needed for it, so nobody waits meanwhile.

    Args:
        changes: Without Reset.
        how: The store kind's way to read one object.
        keepable: Whether an object can be kept at all; others are left out.
        now: The arrival time of what bears none.
    """
    found: list[Taken] = []
    for each in changes:
        if isinstance(each, Append):
            coming = Coming(how(each.raw), each.received or now, each.door or "")
        elif isinstance(each, Replace):
            entry = how(each.raw)
            # An object that names no decision is one by itself.
            entry = entry if entry.key is not None or entry.problems else replace(entry, key=each.key)
            coming = Coming(entry, now, "", each.key, each.version)
        elif isinstance(each, Gone):
            found.append(each)
            continue
        else:
            raise ValueError("a reset comes first and alone")
        if keepable(coming):
            found.append(coming)
    return found


def take(writing: "Writing", store: int, taken: Sequence[Taken], cursor: str | None) -> None:
    """Keep what came and derive its decisions anew. What is held already changes nothing.

    Args:
        writing: The open transaction.
        store: The number of the copy that it belongs to.
        taken: In the store's order.
        cursor: Where to go on after all of it; None while more of the same batch follows.
    """
    records = [each for each in taken if isinstance(each, Coming) and each.object is None]
    writing.keep(store, records)
    touched: dict[str, list[Held] | None] = {}
    for each in taken:
        if isinstance(each, Gone):
            touched.update(_gone(writing, store, each.key))
        elif each.object is not None:
            _replaced(writing, store, each, each.object, touched)
    for key, latest in touched.items():
        writing.derive_anew(store, key, latest or ())
    for key in touched.keys() & voted_on(writing, store):
        recount(writing, store, key)
    label, shows = writing.keeping.of(store).label, writing.rules(store).holds is not None
    found_there.arrived(writing, label, (each.entry.digest for each in records), () if shows else touched.keys())
    still_there.look(writing, store, touched.keys())
    asked_twice.met(writing, store, {*touched, *(each.entry.key for each in records if each.entry.key)})
    if cursor is not None:
        elsewhere.go_on(writing, store, cursor)


def _replaced(writing: "Writing", store: int, one: Coming, name: str, touched: dict[str, list[Held] | None]) -> None:
    """Keep the present version of an object, and tell of the decisions that it belonged and belongs to.

    Args:
        writing: The open transaction.
        store: The number of the copy.
        one: The object.
        name: What it is called there.
        touched: Decision → its objects that came just now; None where one that came may be gone again.
    """
    sql = "SELECT key, version, digest FROM replica_record WHERE store = ? AND object = ?"
    held = writing.db.execute(sql, (store, name)).fetchone()
    one = replace(one, entry=writing.rules(store).remembers(one.entry, lambda: _raw(writing, store, name)))
    if held is not None:
        if held[1:] == (one.version, one.entry.digest):
            return
        before = _gone(writing, store, name)
        touched.update({key: None for key in before if key in touched or key != one.entry.key})
    kept, entry = writing.keeping.of(store), one.entry
    seq = writing.records.insert(kept, one)
    if entry.key is None or seq is None:
        return
    latest = touched.setdefault(entry.key, [])
    if latest is not None:
        own = writing.records.is_known(kept, entry, seq)
        latest.append(Held(entry.raw, entry.value, entry.problems, one.received, one.door, seq, own))


def _raw(writing: "Writing", store: int, name: str) -> bytes | None:
    sql = "SELECT raw FROM replica_record WHERE store = ? AND object = ?"
    found = writing.db.execute(sql, (store, name)).fetchone()
    return bytes(found[0]) if found is not None else None


def _gone(writing: "Writing", store: int, name: str) -> dict[str, None]:
    """Take an object out; the decision that it belonged to."""
    sql = "DELETE FROM replica_record WHERE store = ? AND object = ? RETURNING key"
    found = writing.db.execute(sql, (store, name)).fetchall()
    return {key: None for (key,) in found if key is not None}
