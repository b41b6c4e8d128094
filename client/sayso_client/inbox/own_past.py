"""What I said before: taking the last of it back, and the answer that I gave to the same question."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError
from sayso_client.inbox.store_by_name import StoreByName
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.replica import ReplicaStore
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.earlier_answer import Earlier
    from sayso_client.handoff.past_act import PastAct
    from sayso_client.undo import Undo


class OwnPast(StoreByName):
    """What an inbox knows of its principal's earlier acts. Nothing here writes a record."""

    _ledger: Ledger
    _aliases: tuple[str, ...]

    def last_act(self, passed: Collection[tuple[Ref, str]] = ()) -> "PastAct | None":
        """The last thing that an inbox of mine wrote and that was not taken back since; across restarts.

        Args:
            passed: Acts to go past, by decision and record id.
        """
        from sayso_client.undo import last_act

        return last_act(self._ledger, passed)

    def undo(self, act: "PastAct", decision: "Decision | None") -> "Undo":
        """What has to be recorded to take that act back upon this decision, or why that cannot be. Writes nothing."""
        from sayso_client.undo import undo

        return undo(self._ledger, act, decision, self.me_in(act.ref.store))

    def came_from_here(self, decision: "Decision") -> bool:
        """Whether what stands in a decision of a store elsewhere went out from here, in whosever name.

        It is told beside what was read, so it is no also where the ledger cannot be read.
        """
        with suppress(LedgerError):
            return self._came_from_here(decision)
        return False

    def _came_from_here(self, decision: "Decision") -> bool:
        settled, there = decision.settlement, self._stores.get(decision.ref.store)
        if settled is None or not isinstance(there, ReplicaStore):
            return False
        from sayso_client.ledger import outbox

        ref = decision.ref
        one = self._ledger.look(lambda db: outbox.settled(db, ref) if outbox.there(db) else None)
        if one is None or one.parcel.id == settled.id:
            return one is not None
        stands, held = self._ledger.rules[there.kind].stands, self._ledger.records(ref.store, ref.key)
        return stands is not None and bool(held) and stands(one.parcel.payload, held[-1].value)

    async def was_me(self, seen: Mapping[Ref, str]) -> tuple[Ref, ...]:
        """Note here that what stands in my name in these decisions was mine, said elsewhere. Nothing is sent.

        Args:
            seen: Decision → its `seen` as it was read. One that moved since is left as it is.

        Returns:
            Those that are not marked "not from here" any more.

        Raises:
            LedgerError: nothing was noted.
        """
        from sayso_client.handoff.settled import in_the_name
        from sayso_client.ledger import was_me

        return await self._ledger.write(lambda writing: was_me.take(writing, seen, in_the_name))

    def earlier_answer(self, decision: "Decision") -> "Earlier | None":
        """My latest answer to the same question under another key, as a draft; None when there is none."""
        from sayso_client.earlier_answer import earlier_answer

        there = self.me_in(decision.ref.store).name
        names = [each for each in (self.me.name, there, self.me.assistant, *self._aliases) if each]
        return earlier_answer(self._ledger, decision, names)
