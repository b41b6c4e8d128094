"""A store elsewhere as the inbox uses it: read from its copy in the ledger, written to by way of the outbox."""

from functools import cached_property
from typing import TYPE_CHECKING

from sayso_client.stores.health import Condition, Health, of_ledger

if TYPE_CHECKING:
    from datetime import datetime

    from sayso_client.decision import Decision
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.stores.local_acts import Build
    from sayso_client.stores.replica_acts import ReplicaActs
    from sayso_client.verdict import Receipt, Verdict


class ReplicaStore:
    """One store elsewhere. Nothing here waits for it."""

    def __init__(self, ledger: "Ledger", name: str, kind: str, as_: str | None = None) -> None:
        """Bind it. `as_` is who I am there, when the person said so."""
        self._ledger = ledger
        self._as = as_
        self._name = name
        self._kind = kind

    @cached_property
    def _acts(self) -> "ReplicaActs":
        # Imported with the first act, as in the local store.
        from sayso_client.stores.replica_acts import ReplicaActs

        return ReplicaActs(self._ledger, self._name, self._kind)

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
        from sayso_client.ledger.elsewhere import subscription

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

        return self._ledger.look(lambda db: healths.read(db, self._name, self._ledger.now()))

    async def submit(self, verdict: "Verdict") -> "Receipt":
        """Put the verdict into the outbox, checked against the copy: on the disk when it returns "queued".

        What becomes of it then stands in the outbox (`Inbox.outbox`).

        Raises:
            LedgerError: nothing was written.
            InvalidRecord: the verdict is not complete; nothing was written.
        """
        return await self._acts.submit(verdict)

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
        return await self._acts.ask(key, build, door)
