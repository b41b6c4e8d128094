"""The store under a name is another one now: nothing is sent to it until it is accepted, and then only on purpose."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from far_stores import Far, far, until
from handoff_records import line, raised
from memory_store import TestPace
from opened import Room
from sayso_client.decision import Act, Flag, State
from sayso_client.draft import blank
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Hello
from sayso_client.verdict import Answer, ReceiptKind


class NoPatience(TestPace):
    """Minutes never pass, so that nothing is tried again because of them."""

    async def sleep(self, seconds: float) -> None:
        await (asyncio.Event().wait() if seconds >= 60 else super().sleep(seconds))


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    with far(room) as opened:
        opened.server.add(*(line(raised(f"k{number:03}")) for number in range(150)))
        await opened.sync()
        yield opened


def answer(there: Far, key: str) -> Answer:
    decision = there.inbox.find(key, "team")
    verdict = there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    assert isinstance(verdict, Answer)
    return verdict


def stages(there: Far) -> list[tuple[str, Stage]]:
    return [(each.ref.key, each.stage) for each in there.inbox.outbox.all()]


def listed(there: Far) -> int:
    return len(there.inbox.after(Query(View.ALL), None, 1_000))


async def queued(there: Far, key: str) -> None:
    there.weather.down = True
    await there.inbox.record(answer(there, key))
    there.weather.down = False


def set_up_anew(there: Far, records: int) -> Hello:
    there.server.uuid = "another"
    there.server.restore(records)
    return Hello("another", "team", None, there.server.origins)


async def accept(there: Far, hello: Hello) -> str | None:
    return await there.inbox.accept_store("team", hello)


async def test_the_sentence_names_the_way_that_works(there: Far) -> None:
    await queued(there, "k001")
    set_up_anew(there, 10)

    (synced,) = await there.sync()

    assert synced.why.endswith("sayso store accept team")
    assert there.server.sent == []


async def test_what_was_shown_stays_until_the_new_one_is_whole_and_nothing_is_written_meanwhile(there: Far) -> None:
    hello = set_up_anew(there, 10)

    assert await accept(there, hello) not in (None, "another")

    assert listed(there) == 150
    assert "as another store" in (await there.inbox.record(answer(there, "k002"))).sentence
    await there.sync()
    assert listed(there) == 10
    assert (await there.told(answer(there, "k002"))).kind is ReceiptKind.RECORDED


async def test_what_the_new_one_does_not_hold_waits_to_be_sent_again_and_is_never_sent_by_itself(there: Far) -> None:
    await there.told(answer(there, "k001"))
    await there.told(answer(there, "k002"))
    imported = next(each.raw for each in there.server.records if each.id == there.server.sent[1])
    await queued(there, "k003")
    sent = list(there.server.sent)
    hello = set_up_anew(there, 150)
    there.server.add(imported)

    await accept(there, hello)
    await there.sync()
    await there.sync()

    assert stages(there) == [("k001", Stage.LOST), ("k003", Stage.LOST)]
    assert there.server.sent == sent
    assert all("was said to the store that was team before" in each.why for each in there.inbox.outbox.all())
    assert there.inbox.find("k001", "team").waiting
    held = there.inbox.find("k002", "team")
    assert (held.state, held.flags) == (State.DECIDED, frozenset())

    for each in there.inbox.outbox.all():
        await there.inbox.outbox.send_again(each.num)
    await there.sync()

    assert stages(there) == []
    assert there.inbox.find("k003", "team").state is State.DECIDED
    assert Flag.NOT_FROM_HERE not in there.inbox.find("k001", "team").flags


async def test_drafts_stay(there: Far) -> None:
    decision = there.inbox.find("k002", "team")
    draft = replace(blank(decision, Act.ANSWER, "pg"), note="Half a thought.")
    await there.inbox.keep(draft)

    await accept(there, set_up_anew(there, 10))
    await there.sync()

    assert there.inbox.draft(decision.ref, Act.ANSWER) == draft


async def test_both_sides_of_a_conflict_stay_and_mine_can_be_sent_to_the_new_one(there: Far) -> None:
    await queued(there, "k001")
    kept = there.server.seen
    there.server.seen = lambda key: "moved"
    await there.sync()
    there.server.seen = kept
    assert stages(there) == [("k001", Stage.CONFLICT)]

    await accept(there, set_up_anew(there, 10))
    await there.sync()

    assert stages(there) == [("k001", Stage.CONFLICT)]
    (one,) = there.inbox.outbox.all()
    await there.inbox.outbox.send_again(one.num)
    await there.sync()
    assert stages(there) == []
    assert there.inbox.find("k001", "team").state is State.DECIDED


async def test_while_it_is_filled_nothing_is_sent_again_to_it(there: Far) -> None:
    await queued(there, "k001")
    await accept(there, set_up_anew(there, 150))
    there.weather.cut_after(1)

    await there.sync()

    assert there.server.sent == []
    assert stages(there) == [("k001", Stage.QUEUED)]


async def test_a_third_one_is_as_strange_as_the_second_was(there: Far) -> None:
    await accept(there, set_up_anew(there, 10))
    there.server.uuid = "a third"

    (synced,) = await there.sync()

    assert "another store now (a third)" in synced.why
    assert listed(there) == 150


async def test_the_store_that_is_known_needs_no_accepting(there: Far) -> None:
    hello = Hello(there.server.uuid, "team", None, there.server.origins)

    assert await accept(there, hello) is None

    await there.sync()
    assert listed(there) == 150
    assert there.wires[-1].cursors == ["0:150"]


async def test_an_inbox_that_runs_goes_on_as_soon_as_it_is_accepted(room: Room) -> None:
    with far(room, pace=NoPatience()) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        hello = set_up_anew(there, 0)
        async with there.in_touch() as syncing:
            await until(lambda: syncing.engines and syncing.engines[0].progress.parked)

            await accept(there, hello)

            await until(lambda: listed(there) == 0)
