from collections.abc import Iterator

import pytest

from far_stores import Far, far, until
from handoff_records import START, line, note, raised, settled
from memory_store import MemoryStore
from opened import Room
from sayso_client.decision import Flag, State
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition
from sayso_client.stores.local import LocalStore


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room) as opened:
        yield opened


def listed(far: Far, view: View = View.ALL) -> list[str]:
    return [row.ref.key for row in far.inbox.after(Query(view), None, 1_000)]


async def test_what_it_holds_is_listed_once_all_of_it_was_read(there: Far) -> None:
    there.server.add(*(line(raised(f"k{number:03}")) for number in range(250)))

    (synced,) = await there.sync()

    assert synced.up_to_date
    assert listed(there) == [f"k{number:03}" for number in range(250)]
    assert there.inbox.counts().waiting == 250
    decision = there.inbox.find("k007", "team")
    assert (decision.ref.store, decision.text) == ("team", "Which database?")


async def test_what_comes_later_comes_live_and_goes_on_from_the_cursor(there: Far) -> None:
    there.server.add(line(raised("a")))
    await there.sync()
    there.server.add(line(raised("b")))
    async with there.in_touch():
        await until(lambda: listed(there) == ["a", "b"])
        there.server.add(line(settled("a")))
        await until(lambda: there.inbox.find("a", "team").state is State.DECIDED)

    assert [wire.cursors for wire in there.wires] == [[None], ["0:1"]]


async def test_while_it_is_filled_nothing_of_it_is_listed_counted_or_found(there: Far) -> None:
    there.server.add(*(line(raised(f"k{number:03}")) for number in range(250)))
    there.weather.cut_after(2)
    before = there.inbox.revision()

    (synced,) = await there.sync()

    assert not synced.up_to_date
    assert "does not answer" in synced.why
    assert listed(there) == []
    assert there.inbox.count(Query(View.ALL, "database")) == 0
    assert there.inbox.counts().total == 0
    assert there.inbox.beginning("k", 10) == ()
    assert there.inbox.changed_since(0) == ()
    assert there.inbox.revision() == before

    there.weather.mend()
    await there.sync()

    assert len(listed(there)) == 250
    assert there.wires[-1].cursors == ["0:200"]


async def test_the_first_filling_is_no_news_to_whoever_is_told_of_arrivals(there: Far) -> None:
    there.server.add(*(line(raised(f"k{number}")) for number in range(9)))
    before = there.inbox.revision()

    await there.sync()

    assert there.inbox.revision() > before
    assert there.inbox.changed_since(before) == ()
    after = there.inbox.revision()
    there.server.add(line(raised("later")))
    await there.sync()
    assert [row.ref.key for row in there.inbox.changed_since(after)] == ["later"]


async def test_what_comes_twice_is_kept_once(there: Far) -> None:
    there.server.add(line(raised("a")), line(note("a")))
    there.weather.repeat = lambda: True

    await there.sync()

    assert len(there.ledger.records("team", "a")) == 2
    assert there.inbox.find("a", "team").history_total == 2


async def test_the_servers_own_stamp_stands_beside_a_record(there: Far) -> None:
    there.server.add(line(raised("a")))
    there.room.clock.forward(days=3)

    await there.sync()

    (held,) = there.ledger.records("team", "a")
    assert (held.door, held.received) == ("serve", START)


async def test_bytes_are_kept_as_they_came_also_bad_ones(there: Far) -> None:
    bad = b'{"ext":"decisions/0.3","key":"a","id":"x","type":"nonsense" , "n":1.0}'
    there.server.add(line(raised("a")), bad)

    await there.sync()

    assert there.ledger.records("team", "a")[1].raw == bad
    assert Flag.INVALID_RECORDS in there.inbox.find("a", "team").flags


async def test_two_stores_side_by_side_and_one_that_fails_holds_up_nothing(room: Room) -> None:
    one, other = MemoryStore("one"), MemoryStore("other")
    one.add(line(raised("same")))
    other.add(line(raised("same", "Another question?")))
    with far(room, one, other) as there:
        await there.sync()
        assert there.inbox.find("same", "one").text == "Which database?"
        assert there.inbox.find("same", "other").text == "Another question?"

        async with there.in_touch():
            await until(lambda: len(there.wires) == 4 and all(wire.cursors for wire in there.wires))
            one.restore(0)
            there.wires[-2].weather = type(there.weather)(down=True)
            one.add()
            other.add(line(raised("more")))
            await until(lambda: "more" in listed(there))
            await until(lambda: _condition(there, "one") is Condition.STALE)
            assert _condition(there, "other") is Condition.LIVE


def _condition(there: Far, name: str) -> Condition:
    return next(each.health.condition for each in there.inbox.stores() if each.name == name)


async def test_what_comes_later_is_an_arrival_among_those_of_local_stores_and_the_first_filling_is_none(
    there: Far,
) -> None:
    home = there.inbox.store("home")
    assert isinstance(home, LocalStore)
    await home.take_in([line(raised("mine"))], "import")
    last = there.inbox.last_arrival()
    there.server.add(line(raised("a")), line(raised("b")))
    await there.sync()
    assert there.inbox.arrivals(last, 10) == ()

    there.server.add(line(note("a")))
    await there.sync()
    await home.take_in([line(note("mine"))], "import")

    found = there.inbox.arrivals(last, 10)
    assert [(each.ref.store, each.ref.key) for each in found] == [("team", "a"), ("home", "mine")]
    assert [each.held.seq for each in found] == sorted(each.held.seq for each in found)
    assert there.inbox.last_arrival() == found[-1].held.seq
    assert there.inbox.arrivals(found[0].held.seq, 10) == found[1:]
    assert there.inbox.arrivals(last, 10, "team") == found[:1]
