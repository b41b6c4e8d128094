"""One ledger, two inboxes: one keeps in touch for both. And a store that is read for the first time."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import handoff_decisions as h
from at_the_screen import sitting
from desks import desk, let_in, painted, said, shown
from opened import Room
from served import Served, served, take_in

MANY = 1_200


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "server")) as running:
        await let_in(running, monkeypatch, "ana")
        yield running


async def test_what_one_inbox_says_is_sent_by_the_other_that_keeps_in_touch(server: Served, tmp_path: Path) -> None:
    await take_in(server, h.raised())
    with desk(tmp_path / "ana", server.url) as first, desk(tmp_path / "ana", server.url) as second:
        touch = asyncio.create_task(first.stay_in_touch())
        try:
            while not first.counts().waiting:  # noqa: ASYNC110 - a copy that is shown rings no bell here
                await asyncio.sleep(0.01)
            async with sitting(second) as person:
                await painted(person, "1 waiting")
                assert "● team" in shown(person)
                await person.press("1", "ctrl+s")
                await painted(person, "written to team")
            assert not touch.done()
        finally:
            touch.cancel()
            await asyncio.gather(touch, return_exceptions=True)
        assert said(second) == []
    assert len(list(server.store.every_record())) == 2


async def test_nothing_of_a_store_that_is_being_filled_is_counted_or_listed(server: Served, tmp_path: Path) -> None:
    await take_in(server, *({**h.raised(), "key": f"k{n}", "id": f"r:k{n}"} for n in range(MANY)))
    counted: set[str] = set()

    def whole(text: str) -> bool:
        found = re.search(r"([\d,]+) waiting", text)
        if found is not None:
            counted.add(found[1])
        return f"{MANY:,} waiting" in text

    with desk(tmp_path / "ana", server.url) as ana:
        async with sitting(ana) as person:
            await painted(person, whole, patience=4_000)
    assert counted <= {"0", f"{MANY:,}"}
