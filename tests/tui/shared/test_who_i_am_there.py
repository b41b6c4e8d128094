"""Without a name of my own, who I am in a store elsewhere is what the store says; nobody asks me."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import handoff_decisions as h
from at_the_screen import sitting
from desks import TEAM, let_in, painted, shown, variable
from opened import Room
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Secret, Settings, StoreSetting
from served import Served, served, take_in


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await let_in(running, monkeypatch, "ana")
        yield running


async def test_the_sheet_names_me_as_the_store_does_and_asks_for_no_name(server: Served, tmp_path: Path) -> None:
    await take_in(server, h.raised())
    key = Secret("env", (variable("ana"),))
    settings = Settings(stores=(StoreSetting("home"), StoreSetting(TEAM, "http", url=server.url, key=key)))
    inbox = open_inbox(Room(tmp_path / "ana").path, settings, via=Via("inbox"))
    try:
        async with asyncio.timeout(60), sitting(inbox) as person:
            await painted(person, "1 waiting")
            await person.press("1")
            text = shown(person)
            assert "answered by ana" in text
            assert "Your name" not in text
            await person.press("ctrl+s")
            await painted(person, "written to team")
        assert inbox.me.name is None
    finally:
        inbox.close()
    settled = [each.value for each in server.store.every_record()][-1]
    assert isinstance(settled, dict) and settled["authority"] == {"kind": "principal", "by": "ana"}
