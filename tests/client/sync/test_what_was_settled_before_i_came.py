"""What was settled in my name before this machine read the store raises no alarm; what comes later does."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from far_stores import Far, far
from handoff_records import line, raised, settled
from memory_store import MemoryStore
from opened import Room
from sayso_client.decision import Flag
from sayso_client.ledger import elsewhere, rebuild


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room) as opened:
        opened.server.add(line(raised("a")), line(settled("a")), line(raised("b")), line(raised("c")))
        yield opened


def strange(there: Far) -> list[str]:
    """Keys of what is marked as not from here."""
    decisions = (there.inbox.find(key, "team") for key in ("a", "b", "c"))
    found = [each.ref.key for each in decisions if Flag.NOT_FROM_HERE in each.flags]
    assert there.inbox.counts().not_from_here == len(found)
    return found


async def test_what_was_there_when_the_store_was_first_read_raises_no_alarm(there: Far) -> None:
    await there.sync()
    assert there.inbox.find("a", "team").settlement is not None
    assert strange(there) == []


async def test_what_comes_later_in_my_name_is_marked(there: Far) -> None:
    await there.sync()
    there.server.add(line(settled("b")))
    await there.sync()
    assert strange(there) == ["b"]


async def test_it_stays_so_when_everything_is_derived_again(there: Far) -> None:
    await there.sync()
    there.server.add(line(settled("b")))
    await there.sync()
    with there.ledger.writing() as writing:
        rebuild.everything(writing)
    assert strange(there) == ["b"]


async def test_a_reset_makes_no_forgery_old_and_no_old_settlement_a_forgery(there: Far) -> None:
    await there.sync()
    there.server.add(line(settled("b")))
    await there.sync()
    for _ in range(2):
        held = [each.raw for each in there.server.records]
        there.server.restore(0)
        there.server.add(*held)
        await there.sync()
        assert strange(there) == ["b"]
    held = [each.raw for each in there.server.records]
    there.server.restore(0)
    there.server.add(*held, line(settled("c")))
    await there.sync()
    assert strange(there) == ["b", "c"]
    with there.ledger.writing() as writing:
        rebuild.everything(writing)
    assert strange(there) == ["b", "c"]


async def test_a_first_reading_that_is_begun_anew_is_a_first_reading(there: Far) -> None:
    there.server.add(*(line(raised(f"k{number:03}")) for number in range(150)))
    there.weather.cut_after(1)
    assert not (await there.sync())[0].up_to_date
    held = [each.raw for each in there.server.records]
    there.server.restore(0)
    there.server.add(*held, line(settled("b")))
    there.weather.mend()
    await there.sync()
    assert strange(there) == []


async def test_a_store_that_i_accepted_in_the_place_of_another_is_read_for_the_first_time(there: Far) -> None:
    await there.sync()
    there.server.add(line(settled("b")))
    await there.sync()
    other = MemoryStore()
    there.server.uuid = other.uuid
    held = [each.raw for each in there.server.records]
    there.server.restore(0)
    there.server.add(*held)
    hello = await there.wire(there.server, there.weather).hello()
    await there.inbox.accept_store("team", hello)
    await there.sync()
    assert strange(there) == []
    there.server.add(line(settled("c")))
    await there.sync()
    assert strange(there) == ["c"]


async def test_a_store_that_claims_another_reach_makes_nothing_old_that_i_could_read(there: Far) -> None:
    await there.sync()
    hello = await there.wire(there.server, there.weather).hello()
    with there.ledger.writing() as writing:
        elsewhere.begin(writing, "team", "http", replace(hello, prefix="x"))
    there.server.add(line(settled("b")))
    held = [each.raw for each in there.server.records]
    there.server.restore(0)
    there.server.add(*held)
    await there.sync()
    assert strange(there) == ["b"]
