"""Drafts, each kept for the inbox that writes it, and what becomes of those whose inbox has ended.

A sheet has one draft in front and any number set aside. Whoever opens a sheet takes over, in one transaction, what
ended inboxes left in it: the newest comes to the front unless there is one already, the rest is set aside. A running
inbox's drafts are left alone.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sayso_client.errors import LedgerError
from sayso_client.ledger.presence import Presence
from sayso_client.ledger.query import storable
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import Act, Ref

if TYPE_CHECKING:
    from sayso_client.draft import Draft
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.ledger.writing import Writing
    from sayso_client.via import Via

T = TypeVar("T")

_OF_SHEET = "store = ? AND key = ? AND act = ?"


class Elsewhere(NamedTuple):
    """Another running inbox in which something is written about the same decision."""

    act: Act
    host: str
    terminal: str
    pid: int


class _Held(NamedTuple):
    num: int
    """Grows with every write: the largest was written last."""
    session: str
    aside: bool
    draft: "Draft"


class Drafts:
    """The drafts of one ledger, as one inbox sees them."""

    def __init__(self, ledger: "Ledger", presence: Presence, via: "Via", started: datetime) -> None:
        self._ledger = ledger
        self._presence = presence
        self._via = via
        self._started = started

    def draft(self, ref: Ref, act: Act) -> "Draft | None":
        """What a sheet begins with: mine, else what was set aside last or left by an inbox that has ended."""
        mine = self._mine(ref, act)
        return mine[0].draft if mine else None

    def let_go(self) -> None:
        """Be seen running no more: others may take over what this inbox wrote."""
        self._presence.release()

    def others(self, ref: Ref, act: Act) -> int:
        """How many drafts of this sheet there are to look at beside the one in front."""
        return sum(each != (self._presence.session, False) for each in self._whose(ref, act))

    def elsewhere(self, ref: Ref) -> tuple[Elsewhere, ...]:
        """The other running inboxes in which something is written about this decision now."""
        found = self._ledger.look(
            lambda db: db.execute(
                "SELECT draft.session, act, host, terminal, pid FROM draft JOIN session ON session.id = draft.session "
                "WHERE store = ? AND key = ? AND aside = 0 AND draft.session <> ? ORDER BY started, act",
                (storable(ref.store), storable(ref.key), self._presence.session),
            ).fetchall()
        )
        return tuple(
            Elsewhere(Act(act), host, terminal, pid)
            for session, act, host, terminal, pid in found
            if self._presence.alive(session)
        )

    async def take_up(self, ref: Ref, act: Act) -> "Draft | None":
        """Begin to write: take over what ended inboxes left in this sheet. What to begin with, or None.

        When the disk does not take that now, the words are given all the same.
        """
        whose, mine = self._whose(ref, act), (self._presence.session, False)
        if whose and (mine not in whose or any(session != mine[0] for session, _ in whose)):
            with suppress(LedgerError):
                await self._write(lambda db: self._take_over(db, ref, act))
        return self.draft(ref, act)

    async def keep(self, draft: "Draft") -> None:
        """Put a draft in front of its sheet, onto the disk, in place of the earlier one there.

        Raises:
            LedgerError: it is not there.
        """
        await self._put_alone(draft, aside=False)

    async def set_aside(self, draft: "Draft") -> None:
        """Put a copy of a draft among those set aside.

        Raises:
            LedgerError: it is not there.
        """
        await self._put_alone(draft, aside=True)

    async def put_back(self, draft: "Draft", also: "Callable[[Writing], object]") -> None:
        """Put a draft in front of its sheet, in one transaction with `also`; one with words there is set aside.

        Raises:
            SaysoError: what `also` raises; nothing changed.
            LedgerError: nothing changed.
        """

        def put(db: sqlite3.Connection) -> None:
            self._take_over(db, draft.ref, draft.act)
            mine = [each for each in self._held(db, draft.ref, draft.act) if not each.aside]
            if mine and mine[0].session == self._presence.session and mine[0].draft.words:
                db.execute("UPDATE draft SET aside = 1 WHERE num = ?", (mine[0].num,))
            self._put(db, draft, aside=False)

        await self._write(put, also)

    async def forget(self, ref: Ref, act: Act) -> None:
        """Drop the draft in front, if there is one of this inbox; those set aside stay.

        Raises:
            LedgerError: it is still there.
        """
        if (self._presence.session, False) in self._whose(ref, act):
            await self._write(lambda db: self._drop(db, ref, act))

    def drop(self, writing: "Writing", ref: Ref, act: Act, done_with: "Callable[[Draft], bool]") -> None:
        """Drop those of this sheet, mine or left by ended inboxes, that are done with; in an open transaction."""
        db = writing.db
        nums = [(each.num,) for each in self._open_to_me(self._held(db, ref, act)) if done_with(each.draft)]
        db.executemany("DELETE FROM draft WHERE num = ?", nums)

    async def turn_over(self, draft: "Draft") -> "Draft | None":
        """Set this draft aside and bring the one to the front that was seen least lately; None when there is none.

        A draft without words is not set aside but dropped.

        Raises:
            LedgerError: nothing changed.
        """

        def turn(db: sqlite3.Connection) -> "Draft | None":
            self._take_over(db, draft.ref, draft.act)
            aside = [each for each in self._held(db, draft.ref, draft.act) if each.aside]
            if not aside:
                return None
            self._drop(db, draft.ref, draft.act)
            if draft.words:
                self._put(db, draft, aside=True)
            oldest = min(aside, key=lambda each: each.num)
            db.execute("UPDATE draft SET aside = 0 WHERE num = ?", (oldest.num,))
            return oldest.draft

        return await self._write(turn)

    async def _put_alone(self, draft: "Draft", *, aside: bool) -> None:
        """Under the name that the store has now: what is typed while it is renamed is found again under that."""
        kept = draft

        def named(writing: "Writing") -> None:
            nonlocal kept
            kept = _of_store(draft, writing.now_called(draft.ref.store))

        await self._write(lambda db: self._put(db, kept, aside=aside), named)

    # one transaction

    async def _write(
        self, act: Callable[[sqlite3.Connection], T], also: "Callable[[Writing], object]" = lambda _: None
    ) -> T:
        def run(writing: "Writing") -> T:
            # Locked before anything can be seen, so that nobody takes it for left.
            self._presence.hold()
            self._introduce(writing.db)
            also(writing)
            return act(writing.db)

        return await self._ledger.write(run)

    def _introduce(self, db: sqlite3.Connection) -> None:
        via = self._via
        db.execute(
            "INSERT OR IGNORE INTO session (id, host, terminal, pid, started) VALUES (?, ?, ?, ?, ?)",
            (self._presence.session, via.host or "", via.tty or "", os.getpid(), self._started.isoformat()),
        )

    def _put(self, db: sqlite3.Connection, draft: "Draft", *, aside: bool) -> None:
        # Imported with the first draft, as below: a list of rows needs none of it.
        from sayso_client import codec

        db.execute(
            "INSERT OR REPLACE INTO draft (store, key, act, session, aside, body) VALUES (?, ?, ?, ?, ?, ?)",
            (draft.ref.store, draft.ref.key, draft.act, self._presence.session, aside, codec.dumps(draft)),
        )

    def _drop(self, db: sqlite3.Connection, ref: Ref, act: Act) -> None:
        db.execute(
            f"DELETE FROM draft WHERE {_OF_SHEET} AND session = ? AND aside = 0",
            (ref.store, ref.key, act, self._presence.session),
        )

    def _take_over(self, db: sqlite3.Connection, ref: Ref, act: Act) -> None:
        """Make the left ones mine. What says nothing more than another one is dropped."""
        from dataclasses import replace

        said: set[Draft] = set()
        front = False
        for each in self._held(db, ref, act):
            mine = each.session == self._presence.session
            if not mine and self._presence.alive(each.session):
                continue
            says = replace(each.draft, terms_rev=None, seen="", at=None)
            if says in said or (front and not each.draft.words):
                db.execute("DELETE FROM draft WHERE num = ?", (each.num,))
                continue
            said.add(says)
            db.execute(
                "UPDATE draft SET session = ?, aside = ? WHERE num = ?", (self._presence.session, front, each.num)
            )
            front = True
        for (session,) in db.execute("SELECT id FROM session WHERE id NOT IN (SELECT session FROM draft)").fetchall():
            if not self._presence.alive(session):
                db.execute("DELETE FROM session WHERE id = ?", (session,))

    # reading

    def _whose(self, ref: Ref, act: Act) -> list[tuple[str, bool]]:
        """Session, and whether it is set aside, of mine and of those that ended inboxes left in this sheet."""
        alive, me = self._presence.alive, self._presence.session
        rows = self._ledger.look(lambda db: self._rows(db, "session, aside", ref, act))
        return [(session, bool(aside)) for session, aside in rows if session == me or not alive(session)]

    def _mine(self, ref: Ref, act: Act) -> list[_Held]:
        """Mine and those of ended inboxes, in the order in which they would come to the front."""
        return self._open_to_me(self._ledger.look(lambda db: self._held(db, ref, act)))

    def _open_to_me(self, held: list[_Held]) -> list[_Held]:
        alive, me = self._presence.alive, self._presence.session
        return [each for each in held if each.session == me or not alive(each.session)]

    def _held(self, db: sqlite3.Connection, ref: Ref, act: Act) -> list[_Held]:
        """Everybody's in this sheet: first my own in front, then the last written first."""
        return list(_readable(self._rows(db, "num, session, aside, body", ref, act)))

    def _rows(self, db: sqlite3.Connection, what: str, ref: Ref, act: Act) -> list[tuple[Any, ...]]:
        if self._ledger.read_only and not _of_sessions(db):
            return []
        return db.execute(
            f"SELECT {what} FROM draft WHERE {_OF_SHEET} ORDER BY session = ? AND aside = 0 DESC, num DESC",
            (storable(ref.store), storable(ref.key), act, self._presence.session),
        ).fetchall()


def _of_store(draft: "Draft", name: str) -> "Draft":
    if draft.ref.store == name:
        return draft
    from dataclasses import replace

    return replace(draft, ref=draft.ref._replace(store=name))


def _readable(rows: list[tuple[Any, ...]]) -> Iterator[_Held]:
    """Those of which we understand every word; a draft of another kind of sayso stays where it is."""
    if not rows:
        return
    from sayso_client import codec
    from sayso_client.draft import Draft

    for num, session, aside, body in rows:
        with suppress(Unreadable):
            yield _Held(num, session, bool(aside), codec.loads(Draft, body))


def _of_sessions(db: sqlite3.Connection) -> bool:
    """Whether the drafts are kept as we know them. An older ledger that may not be written keeps its own."""
    return bool(db.execute("SELECT 1 FROM pragma_table_info('draft') WHERE name = 'session'").fetchone())
