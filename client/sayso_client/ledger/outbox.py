"""The outbox: what I said to stores elsewhere, durable before it is sent, with one id for ever.

queued → sending → written, conflict or refused; or unknown, when no answer came. Conflict and refused wait for the
person. What the store says is written counts as recorded once it was met in what the store holds. It stays in the book
then, so that it can be told when a store has lost it (lost), and sent again. Nothing leaves the book but by an act of
the person.
"""

import sqlite3
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from sayso_client.ledger import stamps
from sayso_client.stores.contract import Parcel
from sayso_client.vocabulary import Ref


class Stage(StrEnum):
    """How far something that I said has come."""

    QUEUED = "queued"
    SENDING = "sending"
    UNKNOWN = "unknown"
    """It was sent and no answer came; it is sent again, or read back."""
    WRITTEN = "written"
    """The store says that it holds it; we have not read it there yet. A matter of moments, and no news to a person."""
    RECORDED = "recorded"
    CONFLICT = "conflict"
    """Something came before it. Both sides wait for the person."""
    REFUSED = "refused"
    LOST = "lost"
    """The store does not hold it any more, or is another one than it was said to. Sent again only when the person says
    so."""
    UNSEEN = "unseen"
    """It was recorded, and what we may read of the store now does not reach that far. Nobody knows more than that."""


ON_ITS_WAY = frozenset({Stage.QUEUED, Stage.SENDING, Stage.UNKNOWN})
"""Stages that the sync goes on from by itself."""
DONE = frozenset({Stage.WRITTEN, Stage.RECORDED, Stage.UNSEEN})
"""Stages in which there is nothing to do."""
WAITS = frozenset({Stage.CONFLICT, Stage.REFUSED, Stage.LOST})
"""Stages from which only the person goes on."""

_NEWS = "state <> 'recorded' AND state <> 'written' AND state <> 'unseen'"
_UNMET = "state <> 'recorded' AND state <> 'unseen'"
_TO_SEND = "store = ? AND state <> 'recorded' AND state IN ('queued', 'sending', 'unknown') AND uuid = ?"
_COLUMNS = "num, store, uuid, key, id, state, payload, seen, words, verdict, queued, tried, tries, why"


class Outgoing(NamedTuple):
    """One thing in the outbox."""

    num: int
    """Its number in the outbox, in the order in which things were said."""
    uuid: str
    """Of the store that it was said to."""
    stage: Stage
    parcel: Parcel
    verdict: str
    """The verdict as text (`codec`), so that it can be shown and said anew; "" for a requester's record."""
    tried: datetime | None
    tries: int
    why: str
    """What the store said, or why there is no answer yet; a sentence, or nothing."""

    @property
    def ref(self) -> Ref:
        """Which decision it is about."""
        return self.parcel.ref


def there(db: sqlite3.Connection) -> bool:
    """Whether there is an outbox; an older ledger that is only read has none."""
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'outbox'").fetchone() is not None


def addressee(db: sqlite3.Connection, store: str) -> str:
    """What the store of that name is known by, to which things are said now; "" when it was never reached."""
    sql = "SELECT uuid FROM subscription WHERE name = ? AND place <> 'old' ORDER BY place = 'aside' DESC LIMIT 1"
    found = db.execute(sql, (store,)).fetchone()
    return str(found[0]) if found else ""


def unseen(db: sqlite3.Connection, store: str) -> int:
    """How much that was recorded in a store is out of sight with what we may read there now."""
    sql = "SELECT count(*) FROM outbox WHERE store = ? AND state <> 'recorded' AND state = 'unseen'"
    return int(db.execute(sql, (store,)).fetchone()[0])


def recorded(db: sqlite3.Connection, store: str, uuid: str) -> int:
    """How much was said to the store of that name and uuid and is done with, as far as it is known."""
    sql = "SELECT count(*) FROM outbox WHERE store = ? AND uuid = ? AND state IN ('recorded', 'written', 'unseen')"
    return int(db.execute(sql, (store, uuid)).fetchone()[0])


def one(db: sqlite3.Connection, num: int) -> Outgoing | None:
    """What has that number."""
    return next(iter(_read(db, "num = ?", (num,))), None)


def by_id(db: sqlite3.Connection, ref: Ref, record_id: str) -> tuple[Outgoing, ...]:
    """What was said about a decision under that id, recorded or not."""
    return _read(db, "store = ? AND key = ? AND id = ?", (ref.store, ref.key, record_id))


def of_decision(db: sqlite3.Connection, ref: Ref) -> tuple[Outgoing, ...]:
    """What is not recorded yet of what was said about a decision."""
    return _read(db, f"store = ? AND key = ? AND {_NEWS}", (ref.store, ref.key))


def asked(db: sqlite3.Connection, ref: Ref) -> tuple[Outgoing, ...]:
    """What askers said about a decision and is not recorded yet, or was not met in the store yet."""
    return _read(db, f"store = ? AND key = ? AND verdict = '' AND {_UNMET}", (ref.store, ref.key))


def asked_in(db: sqlite3.Connection, store: str) -> tuple[Outgoing, ...]:
    """Likewise about every decision of a store."""
    return _read(db, f"store = ? AND verdict = '' AND {_UNMET}", (store,))


def under_way(db: sqlite3.Connection, store: str | None = None) -> tuple[Outgoing, ...]:
    """What is not recorded yet, to one store or to all, in the order in which it was said."""
    if store is None:
        return _read(db, _NEWS, ())
    return _read(db, f"store = ? AND {_NEWS}", (store,))


def unmet(db: sqlite3.Connection, store: str) -> int:
    """How much is on its way to a store, or is written there as the store says and was not met in it yet."""
    on_its_way = "state <> 'recorded' AND state IN ('queued', 'sending', 'unknown', 'written')"
    return int(db.execute(f"SELECT count(*) FROM outbox WHERE store = ? AND {on_its_way}", (store,)).fetchone()[0])


def queued(db: sqlite3.Connection, store: str) -> bool:
    """Whether anything waits to be sent there that never was."""
    sql = "SELECT 1 FROM outbox WHERE store = ? AND state <> 'recorded' AND state = 'queued' LIMIT 1"
    return db.execute(sql, (store,)).fetchone() is not None


def to_send(db: sqlite3.Connection, ref: Ref, uuid: str) -> tuple[Outgoing, ...]:
    """What the sync sends next about a decision, in the order in which it was said."""
    return _read(db, f"{_TO_SEND} AND key = ?", (ref.store, uuid, ref.key))


def keys_to_send(db: sqlite3.Connection, store: str, uuid: str) -> dict[str, datetime | None]:
    """The decisions about which something is to be sent, first said first, and when what comes next was tried last."""
    found: dict[str, datetime | None] = {}
    for key, tried in db.execute(f"SELECT key, tried FROM outbox WHERE {_TO_SEND} ORDER BY num", (store, uuid)):
        if key not in found:
            found[key] = stamps.told(tried)
    return found


def settling(db: sqlite3.Connection, ref: Ref) -> Outgoing | None:
    """The settlement of a decision that is on its way."""
    on_its_way = "settles = 1 AND state IN ('queued', 'sending', 'unknown', 'written')"
    return next(iter(_read(db, f"store = ? AND key = ? AND {on_its_way}", (ref.store, ref.key))), None)


def settled(db: sqlite3.Connection, ref: Ref) -> Outgoing | None:
    """The last settlement of a decision that was said here and is recorded in its store, or written as that says."""
    said = "settles = 1 AND verdict <> '' AND state IN ('recorded', 'written')"
    return next(iter(_read(db, f"store = ? AND key = ? AND {said}", (ref.store, ref.key))[-1:]), None)


def keys(db: sqlite3.Connection, store: str) -> tuple[str, ...]:
    """The decisions of a store about which something is not recorded yet."""
    found = db.execute("SELECT DISTINCT key FROM outbox WHERE store = ? AND state <> 'recorded'", (store,))
    return tuple(key for (key,) in found)


def _read(db: sqlite3.Connection, condition: str, values: tuple[object, ...]) -> tuple[Outgoing, ...]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM outbox WHERE {condition} ORDER BY num", values).fetchall()
    return tuple(_outgoing(*row) for row in rows)


def _outgoing(
    num: int,
    store: str,
    uuid: str,
    key: str,
    record_id: str,
    state: str,
    payload: bytes,
    seen: str,
    words: str,
    verdict: str,
    queued: str,
    tried: str | None,
    tries: int,
    why: str,
) -> Outgoing:
    parcel = Parcel(record_id, Ref(store, key), payload, seen, words, stamps.received(queued))
    return Outgoing(num, uuid, Stage(state), parcel, verdict, stamps.told(tried), tries, why)
