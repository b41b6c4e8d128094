"""Somebody else asked under the key before: in the same words it is asked already, in others it comes to nothing."""

import asyncio
from collections.abc import Iterator

import pytest

from far_stores import Far, far, until
from handoff_records import line, raised
from memory_store import MemoryStore, MemoryWire
from opened import Room
from sayso_client.asking import Ask, Asking
from sayso_client.inbox import mint_id
from sayso_client.ledger.outbox import Stage
from sayso_client.stores.contract import Parcel
from sayso_client.stores.replica import ReplicaStore
from sayso_client.verdict import Receipt, ReceiptKind

OPTIONS = (("pg", "PostgreSQL"), ("sqlite", "SQLite"))
SAME = Ask("Which database?", OPTIONS, "sqlite", by="cc-18")
OTHER = Ask("Which cache?", by="cc-18")


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room) as there:
        yield there


def asking(there: Far) -> Asking:
    store = there.inbox.store("team")
    assert isinstance(store, ReplicaStore)
    return Asking(store, clock=there.inbox.now, mint=mint_id)


def stages(there: Far) -> list[tuple[str, Stage]]:
    return [(each.parcel.words, each.stage) for each in there.inbox.outbox.all()]


async def test_what_is_met_before_it_is_sent_is_never_sent(there: Far) -> None:
    await asking(there).raise_("a", SAME)
    async with there.in_touch():
        there.weather.slow["a"] = asyncio.Event()
        there.server.add(line(raised("a")))
        await until(lambda: stages(there) == [])
    assert len(there.server.records) == 1


async def test_the_stores_no_may_come_before_the_question_that_it_is_about(room: Room) -> None:
    read = asyncio.Event()

    class LateNews(MemoryWire):
        async def changes(self, cursor: str | None):  # type: ignore[no-untyped-def]
            yield await anext(aiter(MemoryWire(MemoryStore("team", self.store.uuid)).changes(cursor)))
            await read.wait()
            async for each in super().changes(None):
                yield each

    with far(room, wire=LateNews) as there:
        await there.sync()
        await asking(there).raise_("a", SAME)
        await asking(there).amend("a", Ask("Which database, then?", OPTIONS, by="cc-18"))
        there.server.add(line(raised("a")))
        async with there.in_touch():
            held_back = [("raised", Stage.UNKNOWN), ("amended", Stage.QUEUED)]
            await until(lambda: len(there.server.sent) > 2 and stages(there) == held_back)
            assert set(there.server.sent) == {"r:a"}
            read.set()
            await until(lambda: stages(there) == [])
        assert [each.value["type"] for each in there.server.records] == ["raised", "amended"]


async def test_in_other_words_it_waits_for_its_asker_with_all_that_was_said_upon_it(there: Far) -> None:
    await asking(there).raise_("a", OTHER)
    await asking(there).withdraw("a", "not_needed")
    there.server.add(line(raised("a")))
    await there.sync()
    assert stages(there) == [("raised", Stage.CONFLICT), ("withdrawn", Stage.CONFLICT)]
    decision = there.inbox.find("a", "team")
    assert (decision.text, decision.withdrawal, decision.flags) == ("Which database?", None, frozenset())
    assert decision.waiting
    await there.sync()
    assert len(there.server.records) == 1


async def test_my_own_question_of_which_the_answer_was_lost_is_not_taken_for_another(there: Far) -> None:
    there.weather.lose_answers = iter([True, *[False] * 9]).__next__
    await asking(there).raise_("a", SAME)
    async with there.in_touch():
        await until(lambda: stages(there) == [])
    (mine,) = there.inbox.outbox.by_id(there.inbox.find("a", "team").ref, "r:a")
    assert (mine.stage, there.server.ids()) == (Stage.RECORDED, ["r:a"])


async def test_what_is_refused_takes_nothing_along_where_the_question_stands(room: Room) -> None:
    class NoNotes(MemoryWire):
        async def send(self, parcel: Parcel) -> Receipt:
            if parcel.words == "note":
                return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, "No notes here.")
            return await super().send(parcel)

    with far(room, wire=NoNotes) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        await asking(there).note("a", "By Friday.")
        await asking(there).amend("a", SAME)
        await there.sync()
        assert stages(there) == [("note", Stage.REFUSED)]
        assert there.inbox.find("a", "team").terms_rev == 2


async def test_what_is_asked_anew_takes_the_place_of_what_was_refused(room: Room) -> None:
    full = [True]

    class Full(MemoryWire):
        async def send(self, parcel: Parcel) -> Receipt:
            if full[0]:
                return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, "You ask too much.")
            return await super().send(parcel)

    with far(room, wire=Full) as there:
        await asking(there).raise_("a", SAME)
        await asking(there).note("a", "By Friday.")
        await there.sync()
        assert stages(there) == [("raised", Stage.REFUSED), ("note", Stage.REFUSED)]
        full[0] = False
        there.room.clock.forward(minutes=5)
        await asking(there).raise_("a", OTHER)
        await there.sync()
        assert stages(there) == [("note", Stage.REFUSED)]
        assert there.inbox.find("a", "team").text == "Which cache?"
