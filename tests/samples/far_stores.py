"""An inbox over stores that live elsewhere, in memory, and what a test does with it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from memory_store import MemoryStore, MemoryWire, TestPace, Weather
from opened import Room
from sayso_client.draft import Draft
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.contract import Store
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.sync.syncing import Synced, Syncing
from sayso_client.verdict import Receipt, Verdict
from sayso_client.via import Via


class Far:
    """An inbox with a local store "home" and stores elsewhere."""

    def __init__(
        self, ledger: Ledger, room: Room, stores: Sequence[Any], pace: Any = None, wire: Any = MemoryWire
    ) -> None:
        self.ledger = ledger
        self.room = room
        self.servers = stores
        self.wire = wire
        self.weather = Weather()
        self.pace = pace or TestPace()
        self.wires: list[Any] = []
        opened: list[Store] = [
            LocalStore(ledger, "home"),
            *(ReplicaStore(ledger, each.name, wire.kind) for each in stores),
        ]
        self.inbox = Inbox(
            ledger, opened, Me("ana", "desk-assistant"), clock=room.clock, mint=mint_id, via=Via("inbox")
        )
        ledger.i_am(("ana",), ("desk-assistant",))
        self.syncing = self.another()

    @property
    def server(self) -> Any:
        """The only one, or the first."""
        return self.servers[0]

    def another(self, silence_s: float = 30.0) -> Syncing:
        """What keeps in touch, as one process has it."""
        return Syncing(
            self.ledger,
            [self._opener(each) for each in self.servers],
            clock=self.room.clock,
            pace=self.pace,
            silence_s=silence_s,
        )

    def _opener(self, server: Any) -> Callable[[], Any]:
        def open_wire() -> Any:
            self.wires.append(self.wire(server, self.weather))
            return self.wires[-1]

        return open_wire

    async def sync(self, patience_s: float = 4.0) -> tuple[Synced, ...]:
        """Once."""
        return await self.syncing.once(patience_s)

    async def say(self, draft: Draft) -> Receipt:
        """Put it into the outbox."""
        return await self.inbox.record(self.inbox.compose(self.inbox.find(draft.ref.key, draft.ref.store), draft))

    async def told(self, verdict: Verdict) -> Receipt:
        """Say it and see what becomes of it."""
        receipt = await self.inbox.record(verdict)
        await self.sync()
        return await self.inbox.resolve(verdict) or receipt

    @asynccontextmanager
    async def in_touch(self) -> AsyncIterator[Syncing]:
        """Keeping in touch while the block runs."""
        running = asyncio.ensure_future(self.syncing.run())
        try:
            yield self.syncing
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def until(found: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait for something that must come."""
    async with asyncio.timeout(seconds):
        while not found():  # noqa: ASYNC110 - what is waited for rings no bell
            await asyncio.sleep(0.002)


@contextmanager
def far(room: Room, *stores: Any, rules: Any = RULES, pace: Any = None, wire: Any = MemoryWire) -> Iterator[Far]:
    """Over the room's ledger."""
    ledger = Ledger(room.path, rules=rules, clock=room.clock, mint=mint_id)
    try:
        yield Far(ledger, room, stores or (MemoryStore(),), pace, wire)
    finally:
        ledger.close()
