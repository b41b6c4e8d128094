"""A key that is refused is not tried again and again; another one in its place is tried without being asked."""

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest

from far_stores import Far, far, until
from handoff_records import line, raised
from memory_store import TestPace
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import Denied
from sayso_client.stores.health import Condition
from sayso_client.sync.own_key import KEY_S

NO = Denied("team does not accept the key.")


class Counted(TestPace):
    """Minutes pass one after another, when the test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []
        self.over = asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        if seconds < 60:
            return await super().sleep(seconds)
        self.waits.append(seconds)
        await self.over.acquire()


@pytest.fixture
def pace() -> Counted:
    return Counted()


@pytest.fixture
def there(room: Room, pace: Counted) -> Iterator[Far]:
    with far(room, pace=pace) as opened:
        opened.server.add(line(raised("a")))
        yield opened


def waited(pace: Counted, times: int) -> bool:
    return len(pace.waits) == times


def condition(there: Far) -> Condition:
    return there.inbox.stores()[1].health.condition


async def test_the_same_key_is_not_tried_again_however_long_it_takes(there: Far, pace: Counted) -> None:
    there.weather.refuses = NO
    async with there.in_touch() as syncing:
        for count in range(1, 7):
            await until(partial(waited, pace, count))
            pace.over.release()
        await until(lambda: there.wires[-1].keys_looked_at == 6)
        assert syncing.engines[0].progress.failures == 1
    assert pace.waits[:6] == [KEY_S, 2 * KEY_S, 4 * KEY_S, 8 * KEY_S, 3_600, 3_600]


async def test_another_key_is_tried_by_itself(there: Far, pace: Counted) -> None:
    there.weather.refuses = NO
    async with there.in_touch():
        await until(lambda: pace.waits)
        assert condition(there) is Condition.FAILING
        there.weather.refuses, there.weather.another_key = None, True
        assert there.wires[-1].keys_looked_at == 0
        pace.over.release()
        await until(lambda: condition(there) is Condition.LIVE)


async def test_a_key_that_was_good_until_now_is_looked_at_once(there: Far, pace: Counted) -> None:
    async with there.in_touch():
        await until(lambda: condition(there) is Condition.LIVE)
        there.weather.refuses = NO
        there.server.add(line(raised("b")))
        await until(lambda: there.wires[-1].keys_looked_at == 1)
        await until(lambda: pace.waits)
    assert pace.waits == [KEY_S]


async def test_a_command_that_prints_another_refused_key_each_time_is_not_run_in_a_circle(
    there: Far, pace: Counted
) -> None:
    there.weather.refuses, there.weather.another_key = NO, True
    async with there.in_touch() as syncing:
        for count in range(1, 5):
            await until(partial(waited, pace, count))
            assert there.wires[-1].keys_looked_at == count - 1
            pace.over.release()
        await until(lambda: syncing.engines[0].progress.failures == 5)


async def test_a_key_that_may_not_write_is_looked_for_while_the_store_is_read(there: Far, pace: Counted) -> None:
    await there.sync()
    there.weather.lets_write = False
    await there.say(blank(there.inbox.find("a", "team"), Act.ANSWER, "pg"))
    async with there.in_touch() as syncing:
        await until(lambda: syncing.engines and syncing.engines[0].progress.failed)
        there.server.add(line(raised("b")))
        await until(lambda: there.inbox.counts().total == 2 and condition(there) is Condition.FAILING)
        assert there.wires[-1].keys_looked_at == 0

        pace.now += KEY_S
        there.server.add(line(raised("c")))
        await until(lambda: there.wires[-1].keys_looked_at == 1)
        there.server.add(line(raised("d")))
        await until(lambda: there.inbox.counts().total == 4)
        assert (there.wires[-1].keys_looked_at, there.server.sent) == (1, [])

        pace.now += KEY_S
        there.weather.lets_write = there.weather.another_key = True
        there.server.add(line(raised("e")))
        await until(lambda: there.server.sent and condition(there) is Condition.LIVE)


async def test_a_restart_tries_once(there: Far) -> None:
    there.weather.refuses = NO
    await there.sync()
    there.weather.refuses = None

    (synced,) = await there.sync()

    assert synced.up_to_date
