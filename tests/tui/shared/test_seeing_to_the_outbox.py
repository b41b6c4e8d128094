"""What waits in the outbox for the person: what was refused, what a store lost, what is taken back later."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

import handoff_decisions as h
from at_the_keys import Person
from at_the_screen import sitting
from desks import TEAM, desk, let_in, painted, said
from far_stores import Far, far
from handoff_records import line
from opened import Room
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_client.verdict import AuthorityKind
from sayso_client.vocabulary import Act, Ref, State
from served import Served, served, take_in

REF = Ref(TEAM, h.KEY)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await take_in(running, h.raised())
        await let_in(running, monkeypatch, "ana")
        yield running


@pytest.fixture
async def refused(server: Served, tmp_path: Path) -> AsyncIterator[Inbox]:
    """Her assistant's answer, under a mandate that the store does not know of."""
    with desk(tmp_path / "ana", server.url) as ana:
        await ana.sync()
        decision = ana.find(h.KEY, TEAM)
        draft = replace(
            blank(decision, Act.ANSWER, "pg"), kind=AuthorityKind.DELEGATED, under="all of it", note="As agreed."
        )
        await ana.record(ana.compose(decision, draft))
        await ana.sync()
        assert said(ana) == [(h.KEY, "refused")]
        yield ana


async def show_outbox(person: Person) -> None:
    while person.app.screen_stack[0].asked.view != "outbox":  # type: ignore[attr-defined]
        await person.press("[")


async def test_what_the_store_refused_says_why_and_can_be_corrected(refused: Inbox) -> None:
    async with sitting(refused) as person:
        await painted(person, "1 waiting")
        await show_outbox(person)
        await painted(person, "! refused")
        text = await painted(person, "refused by team")
        assert "Mandates granted to this token are: none." in text
        await person.press("x")
        await painted(person, "(●) leave it")
        await person.press("down")
        await painted(person, "Will write nothing; your words go back into their sheet, out of the outbox")
        await person.press("ctrl+s")
        await painted(person, "Your words are back in their sheet. It was not sent.")
        await person.press("a")
        await painted(person, "As agreed.")
    assert said(refused) == []
    draft = refused.draft(REF, Act.ANSWER)
    assert draft is not None
    assert (draft.option, draft.kind, draft.under, draft.note) == ("pg", "delegated", "all of it", "As agreed.")


async def test_leaving_it_changes_nothing(refused: Inbox) -> None:
    async with sitting(refused) as person:
        await painted(person, "1 waiting")
        await person.press("x", "ctrl+s")
        assert person.app.screen is person.app.screen_stack[0]
        await person.press("x", "down", "down", "down", "escape")
    assert said(refused) == [(h.KEY, "refused")]


@pytest.fixture
async def lost(room: Room) -> AsyncIterator[Far]:
    """An answer that was recorded, and a store that was put back to before it."""
    with far(room) as there:
        there.server.add(line(h.raised()))
        await there.sync()
        decision = there.inbox.find(h.KEY, TEAM)
        await there.say(blank(decision, Act.ANSWER, "pg"))
        await there.sync()
        assert said(there.inbox) == []
        there.room.clock.forward(minutes=5)
        there.server.restore(1)
        await there.sync()
        assert said(there.inbox) == [(h.KEY, "lost")]
        yield there


async def test_what_a_store_lost_is_sent_again_only_when_i_say_so(lost: Far) -> None:
    sent = len(lost.server.sent)
    async with sitting(lost.inbox) as person:
        await show_outbox(person)
        await painted(person, "team does not hold it any more")
        await person.press("x")
        await painted(person, "Send it again?")
        await person.press("down")
        await painted(person, "Will write again, under the same id: principal: PostgreSQL")
        assert len(lost.server.sent) == sent
        await person.press("ctrl+s")
        await painted(person, "queued for team")
    await lost.sync()
    assert said(lost.inbox) == []
    assert len(set(lost.server.sent)) == 1
    assert lost.inbox.find(h.KEY, TEAM).state is State.DECIDED


async def test_it_is_told_while_its_sheet_is_open(lost: Far) -> None:
    async with sitting(lost.inbox) as person:
        await show_outbox(person)
        await person.press("x")
        await painted(person, "Send it again?")
        (one,) = lost.inbox.outbox.all()
        await lost.inbox.outbox.drop(one.num)
        await painted(person, "It is not in the outbox any more.")


async def test_what_was_written_there_is_taken_back_with_u(server: Served, tmp_path: Path) -> None:
    with desk(tmp_path / "ana", server.url) as ana:
        async with sitting(ana) as person:
            await painted(person, "1 waiting")
            await person.press("1", "ctrl+s")
            await painted(person, "written to team")
            await painted(person, "u takes it back.")
            await person.press("u", "ctrl+s")
            await painted(person, lambda text: "written to team" in text and "1 waiting" in text)
        decision = ana.find(h.KEY, TEAM)
    assert (decision.state, decision.settlement) == (State.OPEN, None)


async def test_a_slow_one_holds_up_no_other_and_each_has_its_own_mark(room: Room) -> None:
    with far(room) as there:
        other = {**h.raised(), "key": "acme/other", "id": "r:other"}
        there.server.add(line(h.raised()), line(other))
        await there.sync()
        slow = there.weather.slow[h.KEY] = asyncio.Event()
        async with there.in_touch(), sitting(there.inbox) as person:
            await painted(person, "2 waiting")
            await person.press("1", "ctrl+s")
            await painted(person, "1 in the outbox")
            await person.press("1", "ctrl+s")
            await painted(person, lambda text: "written to team" in text and "0 waiting" in text)
            assert said(there.inbox) == [(h.KEY, "sending")]
            slow.set()
            await painted(person, lambda text: "in the outbox" not in text)
        assert len(there.server.sent) == len(set(there.server.sent)) == 2


async def test_a_lost_answer_is_a_question_mark_until_it_is_known(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(h.raised()))
        await there.sync()
        there.weather.lose_parcels = lambda: True
        async with there.in_touch(), sitting(there.inbox) as person:
            await painted(person, "1 waiting")
            await person.press("1", "ctrl+s")
            await show_outbox(person)
            await painted(person, "? sent?")
            await painted(person, "sent to team, no answer yet")
            there.weather.lose_parcels = lambda: False
            await painted(person, lambda text: "1 in the outbox" not in text)
        assert len(set(there.server.sent)) == 1
