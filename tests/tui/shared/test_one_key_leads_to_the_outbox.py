"""From anywhere in the inbox one key sees to what is not recorded; another tells how every store is doing, in full."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import handoff_decisions as h
from at_the_keys import Person
from at_the_screen import sitting
from desks import answered, desk, let_in, painted, said
from opened import Room
from sayso_client.inbox import Inbox
from sayso_client.ledger import moves
from sayso_client.ledger.outbox import Stage
from served import Served, served, take_in

OTHER = {**h.raised(), "key": "acme/other", "id": "r:other"}
THIRD = {**h.raised(), "key": "acme/third", "id": "r:third"}


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await take_in(running, h.raised(), OTHER, THIRD)
        await let_in(running, monkeypatch, "ana", "ben")
        yield running


@pytest.fixture
async def ana(server: Served, tmp_path: Path) -> AsyncIterator[Inbox]:
    with desk(tmp_path / "ana", server.url) as inbox:
        await inbox.sync()
        yield inbox


def view(person: Person) -> str:
    return str(person.app.screen_stack[0].asked.view)  # type: ignore[attr-defined]


async def test_the_only_thing_in_the_outbox_opens_wherever_the_cursor_is(ana: Inbox, server: Served) -> None:
    await server.stop()
    await answered(ana, "acme/other", "pg")
    async with sitting(ana) as person:
        await painted(person, "2 waiting")
        await person.press("x")
        text = await painted(person, "In the outbox: queued for team")
        assert "acme/other" in text
    assert said(ana) == [("acme/other", "queued")]


async def test_where_several_are_it_leads_to_the_view_that_lists_them(ana: Inbox, server: Served) -> None:
    await server.stop()
    await answered(ana, "acme/other", "pg")
    await answered(ana, "acme/third", "pg")
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await person.press("x")
        await painted(person, "shows what can be done")
        assert view(person) == "outbox"


async def test_after_a_conflict_it_is_about_what_the_line_tells_of(ana: Inbox, server: Served) -> None:
    await server.stop()
    async with sitting(ana) as person:
        await painted(person, "3 waiting")
        await person.press("1", "ctrl+s")
        await painted(person, "queued for team")
        await answered(ana, "acme/other", "pg")
        (mine, _) = ana.outbox.all()
        # As the sync does it when something came before.
        await ana._ledger.write(lambda writing: moves.move(writing, mine.num, {Stage.QUEUED}, Stage.CONFLICT, "Moved."))
        await painted(person, "x shows what can be done")
        await person.press("x")
        await painted(person, "decide later")
        assert person.app.screen.decision.ref == mine.ref  # type: ignore[attr-defined]


async def test_asking_a_store_ends_with_what_came_of_it(ana: Inbox, server: Served) -> None:
    await server.stop()
    await answered(ana, "acme/other", "pg")
    async with sitting(ana) as person:
        await painted(person, "◌ team")
        await person.press("x", "down", "ctrl+s")
        await painted(person, "team (127.0.0.1")
        await painted(person, "cannot be reached")


async def test_the_whole_sentence_about_a_store_stands_in_the_sheet_of_the_stores(ana: Inbox, server: Served) -> None:
    await server.stop()
    async with sitting(ana) as person:
        await painted(person, "◌ team")
        await person.press("S")
        text = await painted(person, "cannot be reached")
        for words in ("Stores", "● home", "kept here", "◌ team", "out of reach", "You ana", "r ask again"):
            assert words in text
        await person.press("r")
        await painted(person, "team was asked just now: still as above")
        await person.press("escape")
        assert person.app.screen is person.app.screen_stack[0]


async def test_a_click_on_the_top_line_tells_of_the_stores(ana: Inbox, server: Served) -> None:
    async with sitting(ana) as person:
        await painted(person, "3 waiting")
        await person.pilot.click("#stores")
        await painted(person, "r ask again")
        await person.press("r")
        await painted(person, "team answers.")
