"""What I said to stores elsewhere and what became of it, for people: listing it, sending it again, dropping it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sayso_client.errors import NotFound, RefusedByRule
from sayso_client.ledger import moves, outbox
from sayso_client.ledger.outbox import ON_ITS_WAY, WAITS, Outgoing, Stage
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sqlite3 import Connection

    from sayso_client.ledger.ledger import Ledger
    from sayso_client.ledger.writing import Writing
    from sayso_client.verdict import Verdict

__all__ = ["Outbox", "Outgoing", "Stage"]


class Outbox:
    """The outbox of one ledger."""

    def __init__(self, ledger: "Ledger") -> None:
        self._ledger = ledger

    def all(self, store: str | None = None) -> tuple[Outgoing, ...]:
        """What is not recorded yet, to one store or to all, in the order in which it was said."""
        return self._ledger.look(lambda db: outbox.under_way(db, store) if outbox.there(db) else ())

    def of(self, ref: Ref) -> tuple[Outgoing, ...]:
        """What is not recorded yet of what was said about a decision."""
        return self._ledger.look(lambda db: outbox.of_decision(db, ref) if outbox.there(db) else ())

    def kept_here(self, store: str | None = None) -> tuple[str, ...]:
        """What people said that waits for others to say the same, and is in no outbox: a sentence for each store."""
        from sayso_client.ledger import votes

        def told(db: "Connection") -> tuple[str, ...]:
            names = votes.stores(db) if store is None else (store,)
            return tuple(votes.in_words(kept, name) for name in names if (kept := votes.waiting(db, name)))

        return self._ledger.look(told)

    def one(self, num: int) -> Outgoing | None:
        """One thing by its number, recorded or not; None when there is none."""
        return self._ledger.look(lambda db: outbox.one(db, num) if outbox.there(db) else None)

    def by_id(self, ref: Ref, record_id: str) -> tuple[Outgoing, ...]:
        """What was said about a decision under that id, recorded or not."""
        return self._ledger.look(lambda db: outbox.by_id(db, ref, record_id) if outbox.there(db) else ())

    def is_being_written(self, one: Outgoing) -> bool:
        """Whether a program that was started for it lives at this moment, whoever started it."""
        from sayso_client.sync.run_lock import RunLock

        return one.stage in ON_ITS_WAY and RunLock(self._ledger.path, one.uuid, one.ref.key).running() is not None

    async def send_again(self, num: int) -> Outgoing:
        """Queue what waits for the person once more: the same bytes, under the same id.

        Upon a decision that moved it meets a conflict again; then a new verdict is the way, and dropping this one.

        Raises:
            NotFound: there is none of that number.
            RefusedByRule: it is on its way already, or recorded, or was said to a store that is another one now.
            LedgerError: nothing changed.
        """

        def act(writing: "Writing") -> Outgoing:
            found = _found(writing, num)
            if found.stage not in WAITS:
                raise RefusedByRule(f"It is {found.stage} already. Nothing changed.")
            if found.uuid and found.uuid != outbox.addressee(writing.db, found.ref.store):
                raise RefusedByRule(
                    f"It was said to another store, which was named {one_line(found.ref.store, 40)} before. "
                    "Nothing was sent; say it anew, or drop it."
                )
            moves.move(writing, num, WAITS, Stage.QUEUED)
            return _found(writing, num)

        return await self._ledger.write(act)

    async def drop(self, num: int) -> Outgoing:
        """Take it out for good. Only an act of the person may call this. What it was.

        What was sent without an answer may be recorded all the same; it then comes back as an answer from elsewhere.

        Raises:
            NotFound: there is none of that number.
            RefusedByRule: it is recorded, or being sent at this moment.
            LedgerError: nothing changed.
        """
        return await self._ledger.write(dropping(num))


def dropping(num: int) -> "Callable[[Writing], Outgoing]":
    """What `Outbox.drop` does, for a transaction that does more than that."""

    def act(writing: "Writing") -> Outgoing:
        found = _found(writing, num)
        if found.stage is Stage.SENDING:
            raise RefusedByRule(
                " ".join(filter(None, ("It is being sent at this moment. Nothing was dropped.", found.why)))
            )
        if not moves.drop(writing, num):
            raise RefusedByRule("It is recorded. Nothing was dropped; retract it instead.")
        return found

    return act


def verdict_of(one: Outgoing) -> "Verdict | None":
    """The verdict that was said, to be shown or said anew; None for a requester's record, or one of another sayso."""
    if not one.verdict:
        return None
    from dataclasses import replace

    from sayso_client import verdict_text
    from sayso_client.unreadable import Unreadable

    try:
        return replace(verdict_text.read(one.verdict), ref=one.ref)
    except Unreadable:
        return None


def note_of(one: Outgoing) -> str | None:
    """What was said beside it: the words that are nowhere else while the store does not hold it. None for nothing."""
    from sayso_client.verdict import Note

    said = verdict_of(one)
    return None if said is None else said.text if isinstance(said, Note) else said.note


def _found(writing: "Writing", num: int) -> Outgoing:
    found = outbox.one(writing.db, num)
    if found is None:
        raise NotFound(f"There is nothing with the number {num} in the outbox.")
    return found
