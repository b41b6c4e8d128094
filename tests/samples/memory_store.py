"""A store elsewhere that lives in memory, with a wire to it whose weather a test makes: cuts, doubles, lost answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from uuid import uuid4

from handoff_records import START
from sayso_client.errors import Denied, OutcomeUnknown, StoreError, Unreachable
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.handoff.records import identity
from sayso_client.ledger.rules import Entry
from sayso_client.stores.contract import Append, Batch, Change, Held, Hello, Parcel, Reader, Reset
from sayso_client.stores.local_door import read_entry
from sayso_client.verdict import Receipt, ReceiptKind

PAGE = 100
"""Records in one batch."""


@dataclass
class Weather:
    """What happens on the way. A test changes it, or gives functions that draw from chance."""

    down: bool = False
    """Nobody answers."""
    lose_answers: Callable[[], bool] = lambda: False
    """The parcel arrives, its answer does not."""
    lose_parcels: Callable[[], bool] = lambda: False
    """The parcel does not arrive, and nobody can tell."""
    cut: Callable[[], bool] = lambda: False
    """After a batch, the stream ends with an error."""
    repeat: Callable[[], bool] = lambda: False
    """A batch comes twice."""
    slow: dict[str, asyncio.Event] = field(default_factory=dict)
    """Key → sending about it waits for that."""
    refuses: StoreError | None = None
    """What every call raises."""
    lets_write: bool = True
    """Else what is sent is not let in."""
    another_key: bool = False
    """Whether there is another key than the one that was refused."""

    def cut_after(self, batches: int) -> None:
        """Be cut after so many batches, and down from then on."""
        left = iter([False] * (batches - 1))

        def cut() -> bool:
            self.down = next(left, True)
            return self.down

        self.cut = cut

    def mend(self) -> None:
        """Neither down nor cut any more."""
        self.down = False
        self.cut = lambda: False


class MemoryStore:
    """Records in the order in which they were accepted, as `sayso serve` keeps them."""

    def __init__(self, name: str = "team", uuid: str | None = None) -> None:
        self.name = name
        self.uuid = uuid or str(uuid4())
        self.epoch = 0
        self.records: list[Entry] = []
        self.you: str | None = None
        self.prefix = ""
        self.origins = frozenset({"requester", "agent", "principal"})
        self.sent: list[str] = []
        """The id of every parcel that arrived, each time."""
        self.changed = asyncio.Event()

    def add(self, *raws: bytes) -> None:
        """Accept records from somebody else."""
        for raw in raws:
            entry = read_entry(raw)
            if all(each.digest != entry.digest for each in self.records):
                self.records.append(entry)
        self._ring()

    def restore(self, count: int) -> None:
        """Put back a backup that holds only so many records; no cursor of before is good any more."""
        del self.records[count:]
        self.epoch += 1
        self._ring()

    def _ring(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def take(self, parcel: Parcel) -> Receipt:
        """What the server answers: held already, moved, or written."""
        self.sent.append(parcel.id)
        entry = read_entry(parcel.payload)
        if any(each.digest == entry.digest for each in self.records):
            return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Held already.")
        if parcel.seen and parcel.seen != self.seen(parcel.ref.key):
            return Receipt(ReceiptKind.CONFLICT, parcel.ref, parcel.id, "Somebody was faster.")
        if any(identity(each.value) == identity(entry.value) for each in self.records):
            return Receipt(ReceiptKind.CONFLICT, parcel.ref, parcel.id, "Another record has this id.")
        self.records.append(entry)
        self._ring()
        return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Written.")

    def seen(self, key: str) -> str | None:
        """The token of the decision as it stands here."""
        held = [
            Held(each.raw, each.value, each.problems, START, "serve", seq)
            for seq, each in enumerate(self.records)
            if each.key == key
        ]
        reader = Reader(self.name, lambda _: False)
        return HandoffProjection(complete=True).project(key, held, reader).seen if held else None

    def ids(self) -> list[str | None]:
        """Of every record, in order."""
        return [each.id for each in self.records]


class MemoryWire:
    """A wire to it."""

    kind = "http"
    repeatable = True

    def __init__(self, store: MemoryStore, weather: Weather | None = None, name: str | None = None) -> None:
        self.name = name or store.name
        self.store = store
        self.weather = weather or Weather()
        self.closed = False
        self.cursors: list[str | None] = []
        """Where each reading began."""
        self.keys_looked_at = 0

    async def hello(self) -> Hello:
        self._answering()
        return Hello(self.store.uuid, self.store.name, self.store.you, self.store.origins, False, self.store.prefix)

    def _answering(self) -> None:
        if self.weather.refuses is not None:
            raise self.weather.refuses
        if self.weather.down:
            raise Unreachable(f"{self.name} does not answer.")

    async def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
        self._answering()
        self.cursors.append(cursor)
        epoch, at = (int(each) for each in cursor.split(":")) if cursor else (self.store.epoch, 0)
        first: tuple[Reset, ...] = ()
        if epoch != self.store.epoch or at > len(self.store.records):
            first, at, epoch = (Reset(),), 0, self.store.epoch
        begun = False
        while True:
            self._answering()
            if epoch != self.store.epoch:
                raise Unreachable(f"{self.name} was restarted.")
            page = self.store.records[at : at + PAGE]
            if page or first or not begun:
                begun = True
                at += len(page)
                changes: tuple[Change, ...] = (*first, *(Append(each.raw, START, "serve") for each in page))
                left = len(self.store.records) - at
                batch = Batch(changes, f"{epoch}:{at}", 100 * at // (at + left) if left else None)
                yield batch
                if self.weather.repeat():
                    yield batch
                first = ()
                if self.weather.cut():
                    raise Unreachable(f"{self.name} was cut off.")
            else:
                await self.store.changed.wait()

    async def send(self, parcel: Parcel) -> Receipt:
        self._answering()
        if not self.weather.lets_write:
            raise Denied(f"{self.name} does not let us write.")
        if slow := self.weather.slow.get(parcel.ref.key):
            await slow.wait()
        if self.weather.lose_parcels():
            raise OutcomeUnknown(f"{self.name} did not answer.")
        receipt = self.store.take(parcel)
        if self.weather.lose_answers():
            raise OutcomeUnknown(f"{self.name} did not answer.")
        return receipt

    async def resolve(self, parcel: Parcel) -> Receipt | None:
        self._answering()
        digest = read_entry(parcel.payload).digest
        if any(each.digest == digest for each in self.store.records):
            return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Held.")
        return None

    async def another_key(self) -> bool:
        self.keys_looked_at += 1
        return self.weather.another_key

    async def close(self) -> None:
        self.closed = True


class TestPace:
    """Time that passes nearly at once, and chance that a test chooses."""

    __test__ = False

    def __init__(self, chance: Callable[[], float] = lambda: 0.5) -> None:
        self._chance = chance
        self.now = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0.001)

    def chance(self) -> float:
        return self._chance()
