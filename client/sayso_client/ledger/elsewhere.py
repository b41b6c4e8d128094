"""Copies of stores elsewhere: which store it is, and how far it was read.

What is read from the beginning is filled aside, in a copy that no list, count or notice shows, and takes its place
later; see `swapping`. A copy that was replaced is taken out a little at a time.
"""

import shlex
import sqlite3
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sayso_client import codec
from sayso_client.draft import Draft
from sayso_client.errors import Conflict, WrongServer
from sayso_client.ledger import found_there, healths, outbox, renaming, votes, voting
from sayso_client.ledger.from_before import EVERY
from sayso_client.ledger.kept import HIDDEN
from sayso_client.text import one_line
from sayso_client.unreadable import Unreadable

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing
    from sayso_client.stores.contract import Hello

MOST_SWEPT = 200
"""Decisions that one step takes out at most."""
_NAMING = (("store", "name"), ("subscription", "name"), ("outbox", "store"), ("vote", "store"))
"""Where a name stands for a store of which something is held."""
_RECORDS = 5
"""Records are taken out as fast as one decision for each so many of them."""


class Subscription(NamedTuple):
    """One copy of a store."""

    store: int
    """Its number in the ledger."""
    place: str
    """shown, aside, or old."""
    uuid: str
    """What the store is known by."""
    cursor: str | None
    """Where to go on; None for the beginning."""
    you: str | None
    """Who I am there."""
    origins: frozenset[str]
    """The sides that I may write for there."""
    began: str
    """When the store was met whose content this is, RFC 3339. What was sent later is not missed in it."""
    prefix: str | None
    """What the keys begin with that are read; None where an earlier sayso did not write it down."""
    before: int = 0
    """The last record that was there when the store was first read from here; 0 where that is told record by record."""

    @property
    def is_partly_shown(self) -> bool:
        """What waits in it is shown, and the rest is still being read."""
        return self.place == "shown" and self.before == EVERY


def subscription(db: sqlite3.Connection, name: str, place: str = "shown") -> Subscription | None:
    """The copy of that store that is shown, or the one that is filled aside."""
    # All columns: an older ledger that is only read has fewer.
    found = db.execute("SELECT * FROM subscription WHERE name = ? AND place = ?", (name, place)).fetchone()
    if found is None:
        return None
    store, _, where, uuid, cursor, you, origins, began, *more = found
    return Subscription(store, where, uuid, cursor, you, frozenset(origins.split()), began, *(more or (None,)))


def meet(writing: "Writing", name: str, kind: str, hello: "Hello") -> Subscription:
    """Learn who answers. The first to answer under a name is the store of that name from then on.

    Returns:
        The copy that what comes next belongs to.

    Raises:
        WrongServer: it is another store than the one that is known; nothing changed.
        StoreRenamed: it has another name by now; nothing changed.
    """
    writing.refuse_former(name)
    shown, aside = (subscription(writing.db, name, place) for place in ("shown", "aside"))
    known = aside or shown
    if known is None:
        begin(writing, name, kind, hello)
    elif known.uuid != hello.uuid:
        raise WrongServer(
            f"{one_line(name, 40)} is another store now ({one_line(hello.uuid, 40)}) than the one that you subscribed "
            f"to ({known.uuid}). Nothing was sent to it, and what you have of the other one is kept. If it was set up "
            f"anew, take it in the other one's place: sayso store accept {shlex.quote(one_line(name, 40))}"
        )
    else:
        for each in (shown, aside):
            if each is not None and each.uuid == hello.uuid:
                _learn(writing, each, hello)
        if known.prefix not in (None, hello.prefix):
            # Another part of it is to be read; what is out of reach now must not stand as if it were news.
            begin(writing, name, kind, hello)
    found = subscription(writing.db, name, "aside") or subscription(writing.db, name)
    assert found is not None
    return found


def _learn(writing: "Writing", known: Subscription, hello: "Hello") -> None:
    writing.db.execute(
        "UPDATE subscription SET you = ?, origins = ?, prefix = coalesce(prefix, ?) WHERE store = ?",
        (hello.you, " ".join(sorted(hello.origins)), hello.prefix, known.store),
    )
    if hello.you != known.you:
        writing.keeping.forget()
        sql = "SELECT key FROM decision WHERE store = ? AND personal = 1"
        for (key,) in writing.db.execute(sql, (known.store,)).fetchall():
            writing.derive(known.store, key)


def begin(writing: "Writing", name: str, kind: str, hello: "Hello", met: str | None = None) -> int:
    """Begin a copy aside, from the beginning, in the place of one that was not finished.

    Args:
        writing: The open transaction.
        name: The store's label.
        kind: Its kind.
        hello: Who answered.
        met: When, RFC 3339: what was sent since then went to the store as it is now. None for this moment.

    Returns:
        Its number.
    """
    db = writing.db
    writing.refuse_former(name)
    retire(writing, name, "aside")
    num = writing.another(f"{name}{HIDDEN}", kind)
    shown = subscription(db, name)
    before = 0 if shown is not None and shown.uuid == hello.uuid else EVERY
    db.execute(
        "INSERT INTO subscription (store, name, place, uuid, cursor, you, origins, began, prefix, before) "
        "VALUES (?, ?, 'aside', ?, NULL, ?, ?, ?, ?, ?)",
        (num, name, hello.uuid, hello.you, " ".join(sorted(hello.origins)), met or writing.stamp, hello.prefix, before),
    )
    found_there.pin(db, name, hello.uuid)
    if shown is None:
        voting.move(writing, name, hello.uuid)
        # My acts of before, should I have been subscribed to it already.
        db.execute(
            "INSERT OR IGNORE INTO own_act (store, digest, id) "
            "SELECT ?, digest, id FROM outbox WHERE uuid = ? AND verdict <> ''",
            (num, hello.uuid),
        )
    writing.keeping.forget()
    return num


def go_on(writing: "Writing", store: int, cursor: str) -> None:
    """Remember where to go on; in the transaction of what came up to there."""
    writing.db.execute("UPDATE subscription SET cursor = ? WHERE store = ?", (cursor, store))
    healths.heard(writing.db, writing.keeping.of(store).label, writing.stamp)


def versions(db: sqlite3.Connection, store: int) -> dict[str, str]:
    """Which objects a copy holds, and in which version."""
    sql = "SELECT object, version FROM replica_record WHERE store = ? AND object IS NOT NULL"
    return dict(db.execute(sql, (store,)).fetchall())


def retire(writing: "Writing", name: str, place: str) -> None:
    """Hide the copy of a store that is in that place, for ever."""
    found = subscription(writing.db, name, place)
    if found is None:
        return
    hidden = f"{name}{HIDDEN}{found.store}"
    writing.db.execute("UPDATE store SET name = ? WHERE num = ?", (hidden, found.store))
    writing.db.execute("UPDATE subscription SET place = 'old' WHERE store = ?", (found.store,))
    writing.keeping.forget()


def sweep(writing: "Writing", many: int = MOST_SWEPT) -> bool:
    """Take out so many decisions of copies that were replaced, or records of that weight; whether there may be more."""
    db = writing.db
    found = db.execute("SELECT store FROM subscription WHERE place = 'old' LIMIT 1").fetchone()
    if found is None:
        return False
    (store,) = found
    rows = db.execute("SELECT num FROM decision WHERE store = ? LIMIT ?", (store, many)).fetchall()
    if rows:
        db.executemany(
            "INSERT INTO search (search, rowid, words) SELECT 'delete', num, words FROM decision WHERE num = ?", rows
        )
        db.executemany("DELETE FROM body WHERE num = ?", rows)
        db.executemany("DELETE FROM decision WHERE num = ?", rows)
        return True
    gone = "DELETE FROM replica_record WHERE seq IN (SELECT seq FROM replica_record WHERE store = ? LIMIT ?)"
    if db.execute(gone, (store, _RECORDS * many)).rowcount:
        return True
    some = "SELECT digest FROM own_before WHERE store = ?1 LIMIT ?2"
    gone = f"DELETE FROM own_before WHERE store = ?1 AND digest IN ({some})"
    if db.execute(gone, (store, _RECORDS * many)).rowcount:
        return True
    for table in ("counter", "own_act", "subscription"):
        db.execute(f"DELETE FROM {table} WHERE store = ?", (store,))
    writing.unmark(f"whole {store}")
    db.execute("DELETE FROM store WHERE num = ?", (store,))
    return True


def remove(writing: "Writing", name: str, *, votes_too: bool = False) -> None:
    """Forget all that was read from a store. What was sent to it stays known, should it come back.

    Args:
        writing: The open transaction.
        name: The store's.
        votes_too: What people said there and waits for others is taken back; the person said so.

    Raises:
        Conflict: something that was said is not recorded there; nothing changed.
    """
    if votes_too:
        voting.forget(writing, name)
    elif kept := votes.waiting(writing.db, name):
        raise Conflict(
            f"{votes.in_words(kept, name)} Take that back first, each with sayso retract, or all at once: "
            f"sayso store remove {shlex.quote(one_line(name, 40))} --drop-votes"
        )
    waiting = len(outbox.under_way(writing.db, name))
    if waiting:
        what = "1 thing that you said is" if waiting == 1 else f"{waiting:,} things that you said are"
        raise Conflict(
            f"{what} not recorded in {one_line(name, 40)} yet, so it stays. sayso list --outbox shows what, with its "
            "number; send it first, or drop it with sayso sync --drop NUMBER."
        )
    for place in ("shown", "aside"):
        retire(writing, name, place)
    writing.db.execute("DELETE FROM health WHERE store = ?", (name,))
    renaming.changed(writing, name, None)
    writing.went()


def rename(writing: "Writing", old: str, new: str) -> None:
    """Give a store elsewhere, or a local one, another label. Drafts and the outbox go with it.

    Raises:
        Conflict: the ledger knows a store of the new name already; nothing changed.
        StoreRenamed: it was renamed, or taken out, at this moment; nothing changed.
    """
    db = writing.db
    writing.refuse_former(old)
    if any(db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", (new,)).fetchone() for table, column in _NAMING):
        raise Conflict(
            f"The ledger holds something of a store named {one_line(new, 40)} already. Nothing changed. Take another "
            f"name, or take that one out first: sayso store remove {shlex.quote(one_line(new, 40))}"
        )
    # Of a store that is no more there may be a word about how it was doing, and drafts.
    db.execute("DELETE FROM health WHERE store = ?", (new,))
    db.execute("UPDATE draft SET aside = 1 WHERE store = ?", (new,))
    db.execute("UPDATE store SET name = ? WHERE name = ?", (new, old))
    db.execute("UPDATE subscription SET name = ? WHERE name = ?", (new, old))
    for table in ("draft", "outbox", "vote", "health"):
        db.execute(f"UPDATE {table} SET store = ? WHERE store = ?", (new, old))
    for num, body in db.execute("SELECT num, body FROM draft WHERE store = ?", (new,)).fetchall():
        # A draft names its decision; one that another sayso wrote otherwise stays as it is.
        with suppress(Unreadable):
            draft = codec.loads(Draft, body)
            text = codec.dumps(replace(draft, ref=draft.ref._replace(store=new)))
            db.execute("UPDATE draft SET body = ? WHERE num = ?", (text, num))
    renaming.changed(writing, old, new)
    writing.keeping.forget()
    writing.went()


def accept(writing: "Writing", name: str, kind: str, hello: "Hello") -> str | None:
    """Let the store that answers now be the one of that name, in the place of the one that is known.

    It is filled aside, and what is shown stays until that is done; see `swapping.swap`. Drafts stay. Nothing of what
    was said to the other one is sent to it by itself.

    Returns:
        The uuid of the other one; None when the store is the one that is known, or the first: nothing changed.
    """
    shown, aside = (subscription(writing.db, name, place) for place in ("shown", "aside"))
    known = aside or shown
    if known is None or known.uuid == hello.uuid:
        return None
    num = begin(writing, name, kind, hello)
    if shown is None:
        found_there.hand_over(writing, num, name, known.uuid, hello.prefix)
    return known.uuid


def replaced(db: sqlite3.Connection, name: str) -> bool:
    """Whether another store was accepted in the place of the one that is shown, and is being filled."""
    shown, aside = subscription(db, name), subscription(db, name, "aside")
    return shown is not None and aside is not None and shown.uuid != aside.uuid
