"""The stores of an inbox by name: how each does, who I am there, what the ledger holds under the name."""

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.errors import NotFound
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.health import Health
from sayso_client.stores.replica import ReplicaStore
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.stores.contract import Hello, Store
    from sayso_client.verdict import Verdict


class StoreLine(NamedTuple):
    """A store as the stores bar shows it."""

    name: str
    kind: str
    health: Health


class StoreByName:
    """The stores of an inbox, in the order of the stores bar."""

    me: Me
    _ledger: Ledger
    _stores: "dict[str, Store]"

    def stores(self) -> tuple[StoreLine, ...]:
        """Every store, with how it is doing."""
        return tuple(StoreLine(each.name, each.kind, each.health()) for each in self._stores.values())

    def store(self, name: str | None = None) -> "Store":
        """The store of that name; the first one when none is named.

        Raises:
            NotFound: there is none of that name.
        """
        if name is None:
            return next(iter(self._stores.values()))
        if name not in self._stores:
            known = ", ".join(self._stores)
            raise NotFound(f"There is no store named {one_line(name, 40)}. Known are: {known}.")
        return self._stores[name]

    def heard(self, store: str) -> datetime | None:
        """When a store elsewhere was last heard; None when never, and for local ones."""
        found = self._stores.get(store)
        return found.heard() if isinstance(found, ReplicaStore) else None

    def is_followed(self, store: str) -> bool:
        """Whether some process keeps in touch with a store elsewhere, so that what is shown of it is not old."""
        found = self._stores.get(store)
        return isinstance(found, ReplicaStore) and found.is_followed()

    def closed(self, store: str) -> str | None:
        """Why nothing that I decide may be written to a store from here, whatever it is; a sentence, or None.

        Raises:
            LedgerError: it cannot be read.
        """
        found = self._stores.get(store)
        return found.closed() if isinstance(found, ReplicaStore) else None

    def refuses(self, verdict: "Verdict") -> str | None:
        """Why recording it would be refused now, as far as that can be told before; a sentence, or None.

        Raises:
            LedgerError: it cannot be read.
        """
        found = self._stores.get(verdict.ref.store)
        return found.refuses(verdict) if isinstance(found, ReplicaStore) else None

    def seen_by(self, decision: "Decision", name: str) -> "Decision":
        """The decision with what its store takes from a person of that name, who need not be me.

        Raises:
            LedgerError: it cannot be read.
        """
        found = self._stores.get(decision.ref.store)
        return found.seen_by(decision, name) if isinstance(found, ReplicaStore) else decision

    def me_in(self, store: str) -> Me:
        """Who I am in that store: the name that is set for it, the one that it gave me, or my own."""
        name = self.called_in(store)
        return self.me._replace(name=name) if name else self.me

    def called_in(self, store: str) -> str | None:
        """Who whoever comes from here is to a store elsewhere: as it is set, else as the store itself says."""
        found = self._stores.get(store)
        return found.i_am if isinstance(found, ReplicaStore) else None

    async def accept_store(self, name: str, hello: "Hello") -> str | None:
        """Let the store that answers now under that name take the place of the one that is known.

        It is read from the beginning, and what is shown stays until that is done. Drafts stay. Nothing that was said to
        the other one is sent to it by itself: what it does not hold then waits in the outbox.

        Returns:
            The uuid of the other one; None when nothing changed, since it is the store that is known or the first.

        Raises:
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        kind = self.store(name).kind
        return await self._ledger.write(lambda writing: elsewhere.accept(writing, name, kind, hello))
