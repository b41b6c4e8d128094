"""A store that is served elsewhere, in the inbox: its news, its health, and what becomes of what I say there."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person
from at_the_screen import sitting
from desks import TEAM, answered, desk, let_in, painted, said
from opened import Room
from sayso_client.inbox import Inbox
from sayso_client.vocabulary import Flag, State
from served import Served, served, take_in

OTHER = {**h.raised(), "key": "acme/other", "id": "r:other"}


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await take_in(running, h.raised())
        await let_in(running, monkeypatch, "ana", "ben")
        yield running


@pytest.fixture
async def ana(server: Served, tmp_path: Path) -> AsyncIterator[Inbox]:
    with desk(tmp_path / "ana", server.url) as inbox:
        yield inbox


async def overtaken(ana: Inbox, server: Served, tmp_path: Path, key: str = h.KEY) -> None:
    """Ana's answer waits to be sent when ben's is written there; then hers is sent."""
    await ana.sync()
    await answered(ana, key, "pg")
    with desk(tmp_path / "ben", server.url, "ben") as ben:
        await ben.sync()
        await answered(ben, key, "sqlite")
        await ben.sync()
        assert said(ben) == []
    await ana.sync()
    assert said(ana) == [(key, "conflict")]


async def to_outbox(person: Person) -> None:
    """By the keys that go through the views."""
    await painted(person, "1 in the outbox: press x")
    while person.app.screen_stack[0].asked.view != "outbox":  # type: ignore[attr-defined]
        await person.press("[")
    await painted(person, lambda text: "in the outbox: press" not in text)


def decided(ana: Inbox) -> str | None:
    """The option that her copy has as decided."""
    settlement = ana.find(h.KEY, TEAM).settlement
    return settlement.option if settlement else None


def settlements(server: Served) -> list[str]:
    """The options of the answers that the store holds."""
    found: list[Any] = [each.value for each in server.store.every_record()]
    return [each["answer"].get("option", "") for each in found if each.get("type") == "settled"]


async def test_what_is_raised_there_comes_onto_the_screen_while_it_is_open(ana: Inbox, server: Served) -> None:
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await painted(person, "● team")
        await take_in(server, OTHER)
        await painted(person, "2 waiting")


async def test_the_line_says_queued_and_then_written_without_another_key(ana: Inbox, server: Served) -> None:
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await person.press("1", "ctrl+s")
        await painted(person, "written to team")
        assert person.app.screen is person.app.screen_stack[0]
        await painted(person, lambda text: "in the outbox" not in text)
    decision = ana.find(h.KEY, TEAM)
    assert (decision.state, decision.flags) == (State.DECIDED, frozenset())
    assert said(ana) == []
    assert settlements(server) == ["pg"]


async def test_without_the_server_an_answer_is_queued_and_shown_and_goes_out_once_when_it_is_back(
    ana: Inbox, server: Served, tmp_path: Path
) -> None:
    await ana.sync()
    await server.stop()
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await person.press("1", "ctrl+s")
        text = await painted(person, "queued for team")
        assert "0 waiting 1 in the outbox" in text
        await to_outbox(person)
        text = await painted(person, "↑ unsent")
        for words in (
            "You said",
            "Which database? → PostgreSQL",
            "It is kept, and sent once team answers, also after a restart.",
            "x shows what can be done",
        ):
            assert words in text
        await painted(person, "◌ team")
    assert said(ana) == [(h.KEY, "queued")]
    assert settlements(server) == []


async def test_who_was_overtaken_sees_both_sides_and_decides_nothing_by_accident(
    ana: Inbox, server: Served, tmp_path: Path
) -> None:
    await overtaken(ana, server, tmp_path)
    async with sitting(ana) as person:
        await to_outbox(person)
        await painted(person, "Y 2 sides")
        await person.press("x")
        text = await painted(person, "Someone answered first")
        for words in ("theirs yours", "Answer SQLite PostgreSQL", "By ben ana", "(●) decide later", "yours waits in"):
            assert words in text
        await person.press("ctrl+s")
        assert person.app.screen is person.app.screen_stack[0]
    assert said(ana) == [(h.KEY, "conflict")]
    assert settlements(server) == ["sqlite"]


async def test_superseding_says_mine_anew_upon_theirs_and_lets_go_of_the_old_one(
    ana: Inbox, server: Served, tmp_path: Path
) -> None:
    await overtaken(ana, server, tmp_path)
    async with sitting(ana) as person:
        await to_outbox(person)
        await painted(person, "Y 2 sides")
        await person.press("x", "down", "ctrl+s")
        await painted(person, "written to team")
        await painted(person, lambda _: decided(ana) == "pg")
    assert said(ana) == []
    assert settlements(server) == ["sqlite", "pg"]
    assert ana.find(h.KEY, TEAM).flags == frozenset()


async def test_keeping_theirs_drops_mine_on_purpose_and_says_so(ana: Inbox, server: Served, tmp_path: Path) -> None:
    await overtaken(ana, server, tmp_path)
    async with sitting(ana) as person:
        await to_outbox(person)
        await painted(person, "Y 2 sides")
        await person.press("x", "down", "down", "down")
        await painted(person, "(●) keep theirs")
        await person.press("ctrl+s")
        await painted(person, "Dropped:")
        await painted(person, lambda text: "1 in the outbox" not in text)
    assert said(ana) == []
    assert settlements(server) == ["sqlite"]
    assert Flag.OVERTAKEN not in ana.find(h.KEY, TEAM).flags


async def test_mine_can_be_kept_as_a_note(ana: Inbox, server: Served, tmp_path: Path) -> None:
    await overtaken(ana, server, tmp_path)
    async with sitting(ana) as person:
        await to_outbox(person)
        await painted(person, "Y 2 sides")
        await person.press("x", "down", "down", "ctrl+s")
        await painted(person, "written to team")
    assert said(ana) == []
    assert settlements(server) == ["sqlite"]
    assert len(list(server.store.every_record())) == 3


async def test_one_that_waits_can_be_dropped_and_nothing_else_is_begun_by_it(ana: Inbox, server: Served) -> None:
    await ana.sync()
    await server.stop()
    async with sitting(ana) as person:
        await painted(person, "1 waiting")
        await answered(ana, h.KEY, "pg")
        await painted(person, "1 in the outbox")
        await person.press("x")
        await painted(person, "In the outbox: queued for team")
        await painted(person, "Will write nothing; it stays in the outbox")
        await person.press("escape")
        assert said(ana) == [(h.KEY, "queued")]
        await person.press("x", "down", "down")
        await painted(person, "(●) drop it")
        await person.press("ctrl+s")
        await painted(person, "It was not sent.")
        await painted(person, "1 waiting")
    assert said(ana) == []
