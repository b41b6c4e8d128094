"""Decisions of a store elsewhere as their askers know them: as they are held, with what has yet to be sent."""

import sqlite3
from dataclasses import replace

from sayso_client.decision import Decision, Flag
from sayso_client.ledger import copies, outbox
from sayso_client.ledger.kept import Keeping
from sayso_client.ledger.names import Names
from sayso_client.ledger.outbox import ON_ITS_WAY, Outgoing, Stage
from sayso_client.ledger.query import storable
from sayso_client.ledger.records import Records
from sayso_client.ledger.rules import Rules
from sayso_client.stores.contract import Held, Reader
from sayso_client.vocabulary import Ref

_BEHIND = 2**62
"""What has yet to be sent comes after all that arrived."""


def said(db: sqlite3.Connection, ref: Ref) -> tuple[Outgoing, ...]:
    """What askers said about a decision and its store does not show yet, in order; what came to nothing among it."""
    can_be = storable(ref.store) is not None and storable(ref.key) is not None
    return outbox.asked(db, ref) if can_be and outbox.there(db) else ()


def on_its_way(several: tuple[Outgoing, ...]) -> tuple[Outgoing, ...]:
    """Those of them that the store will show, unless it refuses them."""
    return tuple(each for each in several if each.stage in ON_ITS_WAY or each.stage is Stage.WRITTEN)


def records(db: sqlite3.Connection, rules: Rules, ref: Ref) -> tuple[Held, ...]:
    """The records of one decision: those of the copy, in order of arrival, and then those that have yet to be sent.

    Args:
        db: The ledger, inside a transaction or not.
        rules: Of the store's kind.
        ref: Which decision of a store elsewhere.
    """
    copy = copies.subscription(db, ref.store) or copies.subscription(db, ref.store, "aside")
    there = _copied(db, rules, copy.store, ref.key) if copy else ()
    return (*there, *(_as_held(each, rules) for each in on_its_way(said(db, ref))))


def standing(db: sqlite3.Connection, rules: Rules, ref: Ref) -> Decision | None:
    """The decision that these records make; None when there are none. Unsent when some of it has yet to be sent."""
    objects = records(db, rules, ref)
    if not objects:
        return None
    decision = rules.projection.project(ref.key, objects, _reader(db, ref.store))
    unsent = objects[-1].seq > _BEHIND
    return replace(decision, flags=decision.flags | {Flag.UNSENT}) if unsent else decision


def _reader(db: sqlite3.Connection, store: str) -> Reader:
    copy = copies.subscription(db, store) or copies.subscription(db, store, "aside")
    kept = Names.kept(db)
    names = Names((*kept.own, copy.you), kept.assistants) if copy and copy.you else kept
    return Reader(store, names.mine, names.in_my_name)


def _copied(db: sqlite3.Connection, rules: Rules, store: int, key: str) -> tuple[Held, ...]:
    return Records(db).read(Keeping(db).of(store), rules.read, "key = ?", (storable(key),))


def _as_held(each: Outgoing, rules: Rules) -> Held:
    entry = rules.read(each.parcel.payload)
    return Held(entry.raw, entry.value, entry.problems, each.parcel.queued, None, _BEHIND + each.num)
