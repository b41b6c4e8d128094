"""What a store's receipt does to the thing in the outbox that it is for, and to what hangs on it."""

from typing import TYPE_CHECKING

from sayso_client.ledger import asked_twice, moves, outbox
from sayso_client.ledger.copies import subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.ledger.recount import recount, voted_on
from sayso_client.ledger.written import written
from sayso_client.sync.rest import Rest
from sayso_client.verdict import Receipt, ReceiptKind

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_STAGES = {
    ReceiptKind.RECORDED: Stage.WRITTEN,
    ReceiptKind.CONFLICT: Stage.CONFLICT,
    ReceiptKind.REFUSED: Stage.REFUSED,
    ReceiptKind.UNKNOWN: Stage.UNKNOWN,
    ReceiptKind.QUEUED: Stage.UNKNOWN,
}


class Receipts:
    """Of one store."""

    def __init__(self, ledger: Ledger, rest: Rest) -> None:
        """Bind it.

        Args:
            ledger: Open.
            rest: Of what goes out to the store: it is told what went well, and what is asked for again.
        """
        self._ledger = ledger
        self._rest = rest

    async def settle(self, one: Outgoing, receipt: Receipt) -> bool:
        """Write down what became of it; whether what was said after it about the same decision may go out now."""
        stage = _STAGES[receipt.kind]
        if not one.verdict and stage in outbox.WAITS:
            return await self._not_taken(one, receipt)
        self._rest.worked()
        if stage is Stage.WRITTEN:
            await self._ledger.write(lambda writing: written(writing, one))
            return True
        before, why = {Stage.SENDING, Stage.UNKNOWN}, receipt.sentence
        await self._ledger.write(lambda writing: moves.move(writing, one.num, before, stage, why))
        if stage is Stage.REFUSED:
            await self._ledger.write(lambda writing: self._counted_anew(writing, one))
        if stage is Stage.UNKNOWN:
            self._rest.begin(None)
        return stage is not Stage.UNKNOWN

    @staticmethod
    def _counted_anew(writing: "Writing", one: Outgoing) -> None:
        """What several people said goes back into the book when one of them does not count any more."""
        copy = subscription(writing.db, one.ref.store)
        if copy is not None and one.ref.key in voted_on(writing, copy.store):
            recount(writing, copy.store, one.ref.key)

    async def _not_taken(self, one: Outgoing, receipt: Receipt) -> bool:
        """An asker's record: in other words it may be there already, and what was said upon it goes with it."""
        if receipt.kind is ReceiptKind.CONFLICT:
            await self._ledger.write(lambda writing: asked_twice.answered(writing, one.num, receipt.sentence))
        else:
            await self._ledger.write(lambda writing: asked_twice.refused(writing, one, receipt.sentence))
        now = self._ledger.look(lambda db: outbox.one(db, one.num))
        if now is not None and now.stage is Stage.UNKNOWN:
            self._rest.begin(None)
            return False
        self._rest.worked()
        return True
