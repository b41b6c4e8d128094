"""Keeping in touch with stores elsewhere: bringing in what they hold, sending what is in the outbox."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.ledger.ledger import Ledger

if TYPE_CHECKING:
    from sayso_client.outgoing import Outbox
    from sayso_client.stores.contract import Wire
    from sayso_client.sync.syncing import Synced, Syncing


class InTouch:
    """How an inbox reaches the stores that live elsewhere."""

    _ledger: Ledger
    _clock: Callable[[], datetime]
    _wires: "dict[str, Callable[[], Wire]]"
    _syncing: "Syncing | None"

    @property
    def shared(self) -> tuple[str, ...]:
        """The stores that live elsewhere, by name."""
        return tuple(self._wires)

    @property
    def outbox(self) -> "Outbox":
        """What I said to stores elsewhere and is not recorded there yet; sending it again, dropping it."""
        from sayso_client.outgoing import Outbox

        return Outbox(self._ledger)

    async def stay_in_touch(self) -> None:
        """Bring in what stores elsewhere hold and send what is in the outbox, until cancelled.

        While another process does so for a store, this one waits for its end. How each is doing: `stores`.
        """
        if not self._wires or self._ledger.read_only:
            return
        from sayso_client.sync.syncing import Syncing

        self._syncing = Syncing(self._ledger, tuple(self._wires.values()), clock=self._clock)
        try:
            await self._syncing.run()
        finally:
            self._syncing = None

    def try_again(self, store: str | None = None) -> None:
        """Try a store, or all, once more at once, whatever stood in the way; while `stay_in_touch` goes on."""
        for each in self._syncing.engines if self._syncing else ():
            if store in (None, each.name):
                each.try_again()

    async def ask_again(self, store: str, patience_s: float = 20.0) -> "Synced | None":
        """Try one store once more, and say what came of it, while `stay_in_touch` goes on.

        Returns:
            What came of it; None when nobody here keeps in touch with the store.
        """
        engines = self._syncing.engines if self._syncing else ()
        engine = next((each for each in engines if each.name == store), None)
        if self._syncing is None or engine is None:
            return None
        return await self._syncing.ask_again(engine, patience_s)

    async def sync(
        self, patience_s: float = 30.0, stores: Collection[str] | None = None, *, anew: bool = True
    ) -> "tuple[Synced, ...]":
        """Read and send what there is, once, in all stores elsewhere or in these; what came of it, store by store.

        Args:
            patience_s: Seconds.
            stores: Their labels; None for all.
            anew: Where another process keeps in touch, it is asked for a look that begins now; else what it knows
                counts.

        Raises:
            LedgerReadOnly: nothing may be written, so nothing was asked for.
        """
        from sayso_client.errors import LedgerReadOnly
        from sayso_client.sync.syncing import Syncing

        if self._ledger.read_only:
            raise LedgerReadOnly(f"{self._ledger.read_only} Nothing was asked for.")
        wires = [wire for name, wire in self._wires.items() if stores is None or name in stores]
        return await Syncing(self._ledger, wires, clock=self._clock).once(patience_s, anew=anew)
