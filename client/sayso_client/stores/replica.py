"""A store elsewhere as the inbox uses it: read from its copy in the ledger, written to by way of the outbox."""

from functools import cached_property
from typing import TYPE_CHECKING

from sayso_client.stores.health import Condition, Health, of_ledger
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from sayso_client.decision import Decision
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.ledger.outbox import Outgoing
    from sayso_client.ledger.writing import Writing
    from sayso_client.stores.contract import Held
    from sayso_client.stores.local_acts import Build
    from sayso_client.stores.replica_acts import ReplicaActs
    from sayso_client.stores.replica_asking import ReplicaAsking
    from sayso_client.verdict import Receipt, Verdict


class ReplicaStore:
    """One store elsewhere. Nothing here waits for it."""

    def __init__(
        self,
        ledger: "Ledger",
        name: str,
        kind: str,
        as_: str | None = None,
        why_not: "Callable[[], str | None]" = lambda: None,
    ) -> None:
        """Bind it.

        Args:
            ledger: Open.
            name: The label.
            kind: Such as "http".
            as_: Who I am there, when the person said so.
            why_not: Says, at each act, why nothing may be written there from here; a sentence, or None.
        """
        self._why_not = why_not
        self._ledger = ledger
        self._as = as_
        self._name = name
        self._kind = kind

    @cached_property
    def _acts(self) -> "ReplicaActs":
        # Imported with the first act, as in the local store.
        from sayso_client.stores.replica_acts import ReplicaActs

        return ReplicaActs(self._ledger, self._name, self._kind, self._why_not)

    @cached_property
    def _asking(self) -> "ReplicaAsking":
        from sayso_client.stores.replica_asking import ReplicaAsking

        return ReplicaAsking(self._ledger, self._name, self._kind)

    @property
    def name(self) -> str:
        """The label."""
        return self._name

    @property
    def kind(self) -> str:
        """Such as "http"."""
        return self._kind

    @property
    def i_am(self) -> str | None:
        """Who I am there: as I said, else as the store says; None before it was reached, and where it does not tell."""
        if self._as is not None:
            return self._as
        # Imported here, as below: a list of rows needs none of it.
        from sayso_client.ledger.copies import subscription

        found = self._ledger.look(lambda db: subscription(db, self._name) or subscription(db, self._name, "aside"))
        return found.you if found else None

    def health(self) -> Health:
        """What whoever keeps in touch with it wrote down last."""
        held_up = of_ledger(self._ledger.read_only, self._ledger.behind)
        return held_up or self._news()[0] or Health(Condition.STALE, why="not reached yet")

    def heard(self) -> "datetime | None":
        """When it was last heard, to the minute; None when never. What is shown is as old as that."""
        return self._news()[1]

    def _news(self) -> "tuple[Health | None, datetime | None]":
        from sayso_client.ledger import healths

        return self._ledger.look(lambda db: healths.read(db, self._name, self._ledger.now(), self.is_followed))

    def is_followed(self) -> bool:
        """Whether some process keeps in touch with it at this moment; one that is stopped does not."""
        from sayso_client.sync.lock import StoreLock

        return StoreLock(self._ledger.path, self._name).is_tended()

    async def submit(
        self,
        verdict: "Verdict",
        instead_of: int | None = None,
        *,
        then: "Callable[[Writing], object] | None" = None,
    ) -> "Receipt":
        """Put the verdict into the outbox, checked against the copy: on the disk when it returns "queued".

        What becomes of it then stands in the outbox (`Inbox.outbox`).

        Args:
            verdict: What I decided.
            instead_of: Number of what it replaces in the outbox, and which waits for me there: that is taken out in the
                same transaction.
            then: Done in the same transaction when the verdict is kept, now or before.

        Raises:
            LedgerError: nothing was written.
            InvalidRecord: the verdict is not complete; nothing was written.
        """
        return await self._acts.submit(verdict, instead_of, then)

    def closed(self) -> "str | None":
        """Why nothing that I decide may be written there from here, whatever it is; a sentence, or None."""
        return self._acts.closed()

    def refuses(self, verdict: "Verdict") -> "str | None":
        """Why `submit` would refuse it now; a sentence, or None, also where it would tell of a conflict. Reads only.

        Raises:
            LedgerError: it cannot be read.
        """
        return self._acts.refuses(verdict)

    def seen_by(self, decision: "Decision", name: str) -> "Decision":
        """The decision with what the store takes from a person of that name, who need not be me.

        Raises:
            LedgerError: it cannot be read.
        """
        return self._acts.seen_by(decision, name)

    async def resolve(self, verdict: "Verdict") -> "Receipt | None":
        """What became of it as far as the outbox and the copy know; None when it was never said. Reads only.

        Raises:
            LedgerError: it cannot be read.
        """
        return await self._acts.resolve(verdict)

    async def ask(self, key: str, build: "Build", door: str) -> "Decision":
        """Put what a requester or an agent has to say into the outbox, as `LocalStore.ask` writes it.

        Returns:
            The decision as it stands in the copy, with what has yet to be sent.

        Raises:
            InvalidRecord: a record breaks a rule, or its key or id cannot be kept; nothing was written.
            RefusedByRule: requesters do not write to this kind of store, or not from here.
            LedgerError: nothing was written.
        """
        del door  # the store there stamps who let it in
        return await self._asking.ask(key, build)

    @property
    def asks_nothing(self) -> str | None:
        """Why requesters and agents cannot write to this kind of store at all, as a sentence; None where they can."""
        return self._asking.asks_nothing

    @property
    def said(self) -> tuple[int, ...]:
        """What the last `ask` of this process put into the outbox, by number; nothing when it had nothing to say."""
        return self._asking.said

    def as_asked(self, key: str) -> "Decision | None":
        """The decision with what was asked here and has yet to be sent; None when there is neither. Reads only."""
        from sayso_client.ledger import unsent

        ref = Ref(self._name, key)
        return self._ledger.look(lambda db: unsent.standing(db, self._ledger.rules[self._kind], ref))

    def records_as_asked(self, key: str) -> "tuple[Held, ...]":
        """The records of that, those that have yet to be sent at the end."""
        from sayso_client.ledger import unsent

        ref = Ref(self._name, key)
        return self._ledger.look(lambda db: unsent.records(db, self._ledger.rules[self._kind], ref))

    def asked(self, key: str) -> "tuple[Outgoing, ...]":
        """What askers said here about a decision and the store does not show: on its way, or come to nothing."""
        from sayso_client.ledger import unsent

        return self._ledger.look(lambda db: unsent.said(db, Ref(self._name, key)))

    @property
    def is_here(self) -> bool:
        """Whether it was read to its end once, so that there is a copy to read."""
        from sayso_client.ledger.copies import subscription

        return self._ledger.look(lambda db: subscription(db, self._name)) is not None

    def every_record(self) -> "Iterator[Held]":
        """Every record of the copy that is here, in the store's order, a few at a time.

        Raises:
            Conflict: the copy was exchanged for another one meanwhile.
        """
        return self._ledger.every_record(self._name)

    def records(self, key: str) -> "tuple[Held, ...]":
        """Every record of one decision in the copy, in the store's order."""
        return self._ledger.records(self._name, key)
