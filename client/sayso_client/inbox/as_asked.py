"""Decisions as whoever asks knows them: also those that have yet to be sent to a store elsewhere."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sayso_client.errors import RefusedByRule
from sayso_client.inbox.reading import Reading, the_one
from sayso_client.inbox.store_by_name import StoreByName
from sayso_client.stores.replica import ReplicaStore
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref, State

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.outbox import Outgoing
    from sayso_client.stores.contract import Held


class AsAsked(Reading, StoreByName):
    """What an asker's verbs find. The principal's side only knows what stands in the stores."""

    def find_asked(self, key: str, store: str | None = None, rather: str | None = None) -> "Decision":
        """As `find`, with what was asked here and has yet to be sent.

        Args:
            key: Which decision.
            store: The one that was named.
            rather: Where it is meant when several hold it and none was named. Else what was withdrawn is not meant
                while one that was not is held.

        Raises:
            NotFound, Ambiguous: as `find`.
            RefusedByRule: it was asked here, and its store has not taken it; the sentence says why.
        """
        said = {Ref(name, key): each for name, each in self._said(key, store).items()}
        refs = {**dict.fromkeys(self.holding(key, store)), **dict.fromkeys(said)}
        if len(refs) > 1:
            refs = dict.fromkeys(self._meant(refs, rather))
        ref = the_one(key, store, refs)
        if not said:
            return self.find(key, ref.store)
        there = self._elsewhere(ref.store)
        decision = there.as_asked(key) if there else None
        if decision is not None:
            return decision
        if ref not in said:
            return self.find(key, ref.store)
        raise RefusedByRule(not_taken(said[ref][0]))

    def _meant(self, refs: Collection[Ref], rather: str | None) -> Collection[Ref]:
        """Of several those that an asker can mean."""
        if preferred := [each for each in refs if each.store == rather]:
            return preferred
        return [each for each in refs if not self._is_withdrawn(each)] or refs

    def _is_withdrawn(self, ref: Ref) -> bool:
        there = self._elsewhere(ref.store)
        decision = (there.as_asked(ref.key) if there else None) or self.decision(ref)
        return decision is not None and decision.state is State.WITHDRAWN

    def records_as_asked(self, ref: Ref) -> "tuple[Held, ...]":
        """The records of one decision, those that have yet to be sent to its store at the end."""
        there = self._elsewhere(ref.store)
        return there.records_as_asked(ref.key) if there else self.records(ref)

    def asked(self, ref: Ref) -> "tuple[Outgoing, ...]":
        """What askers said here about a decision and its store does not show: on its way, or come to nothing."""
        there = self._elsewhere(ref.store)
        return there.asked(ref.key) if there else ()

    def _said(self, key: str, store: str | None) -> "dict[str, tuple[Outgoing, ...]]":
        names = self._stores if store is None else (store,)
        found = {name: self.asked(Ref(name, key)) for name in names}
        return {name: several for name, several in found.items() if several}

    def _elsewhere(self, name: str) -> ReplicaStore | None:
        found = self._stores.get(name)
        return found if isinstance(found, ReplicaStore) else None


def not_taken(one: "Outgoing") -> str:
    """What is told to whoever asked what came to nothing, with the way out."""
    # Imported where something is out of the usual.
    from sayso_client.ledger.outbox import Stage
    from sayso_client.whole import whole

    store = one_line(one.ref.store, 40)
    lost = f"{store} does not hold it any more." if one.stage is Stage.LOST else f"{store} did not take it."
    why = one_line(one.why, 600) or lost
    if one.stage is Stage.CONFLICT:
        return f"{whole(why)} sayso sync --drop {one.num} forgets what was asked here."
    return f"{whole(why)} sayso sync --again {one.num} sends it once more, --drop {one.num} forgets it."
