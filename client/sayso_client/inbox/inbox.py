"""The inbox without a screen: what the terminal inbox and the command line stand on.

Everything it reads comes from the ledger, in windows; everything it writes goes through the store of its decision.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.inbox.as_asked import AsAsked
from sayso_client.inbox.drafting import Drafting
from sayso_client.inbox.in_touch import InTouch
from sayso_client.inbox.own_past import OwnPast
from sayso_client.inbox.own_time_and_ids import mint_id
from sayso_client.inbox.reading import Reading
from sayso_client.inbox.recording import Recording
from sayso_client.inbox.store_by_name import StoreByName
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me

if TYPE_CHECKING:
    from sayso_client.stores.contract import Store, Wire
    from sayso_client.via import Via


class Inbox(Recording, Drafting, AsAsked, Reading, InTouch, OwnPast, StoreByName):
    """Read decisions, write verdicts. Implements `sayso_client.rows.Rows`.

    Each class that it is made of is one side of it, in a file of its own, and names the attributes that it needs;
    they are all set here.
    """

    def __init__(
        self,
        ledger: Ledger,
        stores: "Sequence[Store]",
        me: Me,
        *,
        clock: Callable[[], datetime],
        mint: Callable[[], str],
        via: "Via",
        aliases: Sequence[str] = (),
        session: str | None = None,
        wires: "Mapping[str, Callable[[], Wire]] | None" = None,
        asks_in: str | None = None,
    ) -> None:
        """Bind the parts together.

        Args:
            ledger: Open; the inbox closes it.
            stores: In the order of the stores bar. The first is where a new decision goes by default.
            me: Who the principal is.
            clock: Aware time.
            mint: A fresh record id at each call, never one given before.
            via: The door that verdicts are marked with.
            aliases: Other names under which the principal is addressed.
            session: This running inbox, to which its drafts belong: letters and digits, never given before. By default
                a random one.
            wires: Store elsewhere → what opens its wire, for whoever keeps in touch.
            asks_in: Where agents ask here when they name no store, as it is set.
        """
        self._ledger = ledger
        self._wires = dict(wires or {})
        self._syncing = None
        self._aliases = tuple(aliases)
        self._stores = {store.name: store for store in stores}
        self._clock = clock
        self._mint = mint
        self.me = me
        self.via = via
        self.asks_in = asks_in
        self._session = session or mint_id()
        self._started = clock()

    @property
    def folder(self) -> Path:
        """Where the ledger lies: a folder of this user's own."""
        return self._ledger.path.parent

    @property
    def read_only(self) -> str | None:
        """Why nothing may be written, as a sentence; None when it may."""
        return self._ledger.read_only

    @property
    def notice(self) -> str | None:
        """What the principal should know about the place where the ledger lies, as a sentence."""
        from sayso_client.ledger.mounts import notice

        return notice(self._ledger.path)

    @property
    def behind(self) -> int | None:
        """How much of what an earlier sayso derived has been derived again, in percent; None when all of it has."""
        return self._ledger.behind

    def catch_up_now(self, told: Callable[[int], None]) -> None:
        """As `catch_up`, before anything else is done; `told` is given the percentage.

        Raises:
            LedgerError: as there.
        """
        self._ledger.catch_up(told)

    async def catch_up(self) -> None:
        """Derive it again, a little at a time; others write in between, and what is done stays done.

        Raises:
            LedgerError: it cannot be written now. The next start goes on from there.
        """
        import asyncio  # here, as below: reading needs none of it

        while self.behind is not None:
            await asyncio.shield(asyncio.to_thread(self._ledger.catch_up_a_little))

    async def become(self, me: Me) -> None:
        """Learn who the principal is; what is addressed to that name waits from now on."""
        self.me = me
        if me.name:
            import asyncio

            await asyncio.to_thread(self._ledger.i_am, (me.name, *self._aliases), me.assistants)

    def now(self) -> datetime:
        """The present time, aware."""
        return self._clock()

    def mint(self) -> str:
        """A fresh record id."""
        return self._mint()

    def beside(self) -> "Inbox":
        """The same stores on connections of its own, to keep in touch from another thread. Whoever asks closes it.

        Raises:
            LedgerError: the ledger cannot even be read.
        """
        ledger = Ledger(self._ledger.path, rules=self._ledger.rules, clock=self._clock, mint=self._mint, catch_up=False)
        return Inbox(ledger, (), self.me, clock=self._clock, mint=self._mint, via=self.via, wires=self._wires)

    def close(self) -> None:
        """Close the ledger, waiting for a write that is under way. The drafts are there for whoever opens it next."""
        self._ledger.close()
        self.let_go()
