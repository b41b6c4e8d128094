"""The inbox on a store that is really served, over a line that cuts, falls silent, is slow or loses an answer."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from at_the_screen import sitting
from desks import TEAM, answered, desk, let_in, painted, said, shown
from line_between import LineBetween
from opened import Room
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View
from sayso_client.vocabulary import State
from served import Served, served, take_in, until

OTHER = {**h.raised(), "key": "acme/other", "id": "r:other"}
POST = b"POST /v1/records"


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await take_in(running, h.raised())
        await let_in(running, monkeypatch, "ana", "ben")
        yield running


@pytest.fixture
async def between(server: Served) -> AsyncIterator[LineBetween]:
    async with LineBetween(server.url) as line:
        yield line


@pytest.fixture
async def ana(between: LineBetween, tmp_path: Path) -> AsyncIterator[Inbox]:
    with desk(tmp_path / "ana", between.url) as inbox:
        yield inbox


def settlements(server: Served) -> list[tuple[str, str]]:
    """(id, option) of the answers that the store holds."""
    found = [each.value for each in server.store.every_record() if isinstance(each.value, dict)]
    return [(each["id"], each["answer"]["option"]) for each in found if each.get("type") == "settled"]


def rows(person: Person) -> int:
    """In how many rows of the list the question stands."""
    return sum("Which database" in each[:60] for each in text_of(person.app).splitlines())


async def show_outbox(person: Person) -> None:
    """By the key that goes from view to view."""
    while person.app.screen_stack[0].asked.view != "outbox":  # type: ignore[attr-defined]
        await person.press("[")


@contextmanager
def hours() -> Iterator[list[float]]:
    """The loop's clock, which a test may put forward: in the list stands by how much, in seconds."""
    loop, forward = asyncio.get_running_loop(), [0.0]
    time = loop.time
    loop.time = lambda: time() + forward[0]  # type: ignore[method-assign]
    try:
        yield forward
    finally:
        del loop.time


async def test_what_comes_again_after_a_cut_is_neither_a_second_row_nor_news(
    ana: Inbox, server: Served, between: LineBetween
) -> None:
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await take_in(server, OTHER)
        await painted(person, "2 waiting")
        arrived, revision = ana.last_arrival(), ana.revision()
        assert rows(person) == 2
        between.forgetful = True
        for times in (2, 4):
            between.cut()
            # Its pages and its stream begin at the beginning, each time.
            await until(lambda times=times: between.forgot >= times)  # type: ignore[misc]
            await painted(person, "● team")
        await take_in(server, {**OTHER, "key": "acme/third", "id": "r:third"})
        await painted(person, "3 waiting")
        assert rows(person) == 3
        (news,) = ana.arrivals(arrived, 10)
        assert news.ref.key == "acme/third"
        assert [row.ref.key for row in ana.changed_since(revision)] == ["acme/third"]
        assert len(ana.after(Query(View.ALL), None, 10)) == 3


async def test_an_answer_of_which_the_receipt_was_lost_is_unknown_and_then_recorded_once(
    ana: Inbox, server: Served, between: LineBetween
) -> None:
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        between.loses.add(POST)
        await person.press("1")
        person.send_key("ctrl+s")
        await until(lambda: between.down)
        await painted(person, "no answer yet")
        ((one, stage),) = [(each.parcel.id, str(each.stage)) for each in ana.outbox.all()]
        assert stage == "unknown"
        assert settlements(server) == [(one, "pg")]
        between.down = False
        await painted(person, lambda text: "in the outbox" not in text and "● team" in text)
    assert said(ana) == []
    assert settlements(server) == [(one, "pg")]
    assert ana.find(h.KEY, TEAM).state is State.DECIDED


async def test_a_slow_answer_holds_up_no_other_and_keeps_a_mark_of_its_own(
    ana: Inbox, server: Served, between: LineBetween
) -> None:
    await take_in(server, OTHER)
    async with sitting(ana) as person:
        await painted(person, "2 waiting")
        first = person.app.screen.query_one("DecisionList").cursor_ref  # type: ignore[attr-defined]
        go_on = between.hold(first.key.encode())
        await person.press("1", "ctrl+s")
        await between.arrived[first.key.encode()].wait()
        await painted(person, "1 in the outbox")
        await person.press("1", "ctrl+s")
        await painted(person, lambda text: "written to team" in text and "0 waiting" in text)
        assert len(settlements(server)) == 1
        assert said(ana) == [(first.key, "sending")]
        go_on.set()
        await painted(person, lambda text: "in the outbox" not in text)
    assert said(ana) == []
    assert len(settlements(server)) == 2


async def test_the_record_key_twice_in_a_breath_writes_one_record(
    ana: Inbox, server: Served, between: LineBetween
) -> None:
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        go_on = between.hold(h.KEY.encode())
        await person.press("1")
        person.strike("ctrl+s", after=1.0)
        person.strike("ctrl+s", after=0.04)
        await person.rest()
        await between.arrived[h.KEY.encode()].wait()
        assert len(ana.outbox.all()) == 1
        go_on.set()
        await painted(person, "written to team")
        await painted(person, lambda text: "in the outbox" not in text)
        assert "came before" not in shown(person)
    assert [option for _, option in settlements(server)] == ["pg"]


async def test_of_two_who_record_at_once_one_is_written_and_the_other_sees_who_it_was(
    ana: Inbox, server: Served, between: LineBetween, tmp_path: Path
) -> None:
    with desk(tmp_path / "ben", server.url, "ben") as ben:
        await ben.sync()
        async with sitting(ana) as person:
            await painted(person, "1 waiting")
            await person.press("1")
            between.mute = True
            person.send_key("ctrl+s")
            await painted(person, "1 in the outbox")
            # Both are said, upon the same question; neither has heard of the other.
            await answered(ben, h.KEY, "sqlite")
            await ben.sync()
            between.mute = False
            between.cut()
            await painted(person, "came before it in team")
            assert "0 waiting" in await painted(person, "1 in the outbox")
            await show_outbox(person)
            await person.press("x")
            text = await painted(person, "Someone answered first")
            assert "Answer SQLite PostgreSQL" in text and "By ben ana" in text
        assert [option for _, option in settlements(server)] == ["sqlite"]
        assert said(ben) == []
    assert said(ana) == [(h.KEY, "conflict")]
    (mine,) = ana.outbox.all()
    assert "PostgreSQL" in mine.parcel.words
    settlement = ana.find(h.KEY, TEAM).settlement
    assert settlement is not None and settlement.authority is not None
    assert (settlement.authority.by, settlement.option) == ("ben", "sqlite")


async def test_what_was_answered_during_a_gap_is_right_after_the_first_connection(
    ana: Inbox, server: Served, between: LineBetween, tmp_path: Path
) -> None:
    await take_in(server, OTHER)
    async with sitting(ana) as person:
        await painted(person, "2 waiting")
        between.down = True
        between.cut()
        await painted(person, "no news since")
        with desk(tmp_path / "ben", server.url, "ben") as ben:
            await ben.sync()
            await answered(ben, h.KEY, "sqlite")
            await ben.sync()
        assert "2 waiting" in shown(person)
        between.down = False
        await painted(person, lambda text: "1 waiting" in text and "● team" in text)


async def test_a_line_that_falls_silent_is_noticed_within_thirty_seconds_and_told_with_the_time(
    ana: Inbox, server: Served, between: LineBetween
) -> None:
    with hours() as forward:
        async with sitting(ana) as person:
            await painted(person, "● team")
            between.mute = True
            await take_in(server, OTHER)
            forward[0] += 20.0
            await person.pilot.pause()
            assert "● team" in shown(person)
            forward[0] += 11.0
            text = await painted(person, "no news since")
            assert re.search(r"no news since \d\d:\d\d", text)
            assert "1 waiting" in text
            between.mute = False
            forward[0] += 31.0
            await painted(person, lambda text: "2 waiting" in text and "● team" in text)
