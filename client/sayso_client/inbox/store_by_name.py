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
    from sayso_client.stores.contract import Store


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

    def me_in(self, store: str) -> Me:
        """Who I am in that store: the name that is set for it, the one that it gave me, or my own."""
        found = self._stores.get(store)
        name = found.i_am if isinstance(found, ReplicaStore) else None
        return self.me._replace(name=name) if name and self.me.name else self.me

    async def forget_store(self, name: str) -> None:
        """Take out what was read from a store elsewhere. What was recorded there stays known, should it come back.

        Raises:
            Conflict: something in the outbox is not recorded there yet; nothing changed.
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.remove(writing, name))

    async def rename_store(self, old: str, new: str) -> None:
        """Give what the ledger holds of a store another label: decisions, drafts, the outbox.

        Raises:
            Conflict: the ledger holds a store of the new name already; nothing changed.
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.rename(writing, old, new))

    async def accept_store(self, name: str) -> None:
        """Let whoever answers next under that name be the store of that name, though its uuid is another one.

        Raises:
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.take_as_new(writing, name))
