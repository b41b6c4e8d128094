"""A store that tells first what still waits: that is listed while the rest is being read, and nothing else changes."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from far_stores import Far, far, until
from handoff_records import START, line, raised, settled
from memory_store import MemoryStore, MemoryWire
from opened import Room
from sayso_client.decision import Flag
from sayso_client.ledger import copies, elsewhere
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Append, Batch, Change
from sayso_client.stores.health import Condition

WAITS = ("b", "c")


class HurryingStore(MemoryStore):
    """Holds back all that is settled until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()


class HurryingWire(MemoryWire):
    async def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
        assert isinstance(self.store, HurryingStore)
        if not cursor:
            every: tuple[Change, ...] = tuple(Append(each.raw, START, "serve") for each in self.store.records)
            yield Batch(every[-len(WAITS) :], "", 50, shows=True)
            await self.store.goes_on.wait()
            cursor = f"{self.store.epoch}:{len(every)}"
            yield Batch(every, cursor)
        async for batch in super().changes(cursor):
            yield batch


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room, HurryingStore(), wire=HurryingWire) as opened:
        opened.server.add(line(raised("a")), line(settled("a")), *(line(raised(each)) for each in WAITS))
        yield opened


@asynccontextmanager
async def half_read(there: Far) -> AsyncIterator[None]:
    async with there.in_touch():
        await until(lambda: there.inbox.counts().waiting and condition(there) is Condition.FILLING)
        yield


def listed(there: Far, view: View = View.WAITING) -> list[str]:
    return [each.ref.key for each in there.inbox.after(Query(view), None, 10)]


def condition(there: Far) -> Condition:
    (found,) = (each.health.condition for each in there.inbox.stores() if each.name == "team")
    return found


async def test_what_waits_is_listed_and_counted_while_the_rest_is_read(there: Far) -> None:
    async with half_read(there):
        assert sorted(listed(there)) == sorted(WAITS)
        assert there.inbox.counts().waiting == len(WAITS)
        assert condition(there) is Condition.FILLING
        assert listed(there, View.SETTLED) == []
        there.server.goes_on.set()
        await until(lambda: condition(there) is Condition.LIVE)
        assert listed(there, View.SETTLED) == ["a"]
        assert sorted(listed(there)) == sorted(WAITS)


async def test_it_is_not_called_up_to_date_before_all_is_read(there: Far) -> None:
    async with half_read(there):
        (engine,) = there.syncing.engines
        assert not engine.progress.up_to_date
        there.server.goes_on.set()
        await until(lambda: engine.progress.up_to_date)


async def test_what_was_settled_in_my_name_and_comes_behind_raises_no_alarm_and_is_no_news(there: Far) -> None:
    async with half_read(there):
        there.server.goes_on.set()
        await until(lambda: condition(there) is Condition.LIVE)
    assert Flag.NOT_FROM_HERE not in there.inbox.find("a", "team").flags
    assert there.inbox.counts().not_from_here == 0
    assert there.inbox.arrivals(0, 10) == ()


async def test_what_is_settled_in_my_name_after_that_raises_one_and_is_news(there: Far) -> None:
    async with half_read(there):
        there.server.goes_on.set()
        await until(lambda: condition(there) is Condition.LIVE)
        there.server.add(line(settled("b")))
        await until(lambda: there.inbox.counts().waiting == 1)
    assert Flag.NOT_FROM_HERE in there.inbox.find("b", "team").flags
    assert [each.ref.key for each in there.inbox.arrivals(0, 10)] == ["b"]


async def test_a_reading_that_is_broken_off_is_begun_again_and_ends_whole(there: Far) -> None:
    async with half_read(there):
        pass
    found = there.ledger.look(lambda db: copies.subscription(db, "team"))
    assert found is not None
    assert found.is_partly_shown
    there.server.goes_on.set()
    await there.sync()
    found = there.ledger.look(lambda db: copies.subscription(db, "team"))
    assert found is not None
    assert not found.is_partly_shown
    assert listed(there, View.SETTLED) == ["a"]
    assert there.inbox.counts().not_from_here == 0


async def test_a_copy_that_is_shown_is_not_given_up_for_a_part_of_another_one(there: Far) -> None:
    there.server.goes_on.set()
    await there.sync()
    there.server.goes_on.clear()
    with there.ledger.writing() as writing:
        hello = await HurryingWire(there.server).hello()
        elsewhere.begin(writing, "team", "http", hello)
    async with there.in_touch():
        await until(lambda: condition(there) is Condition.FILLING)
        assert listed(there, View.SETTLED) == ["a"]
        there.server.goes_on.set()
        await until(lambda: condition(there) is Condition.LIVE)
    assert listed(there, View.SETTLED) == ["a"]
