"""The first start after an update: the list is there at once, and the top line tells what goes on."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import handoff_decisions as h
from at_the_keys import text_of
from command_line import Sayso
from opened import Room
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.rules import RULES
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

FAR = re.compile(r"home reading the records again: \d+ %")


def derived_before(path: Path) -> None:
    """What is derived is of an earlier version, and says so in each row."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE mark SET value = 'older' WHERE name = 'fold'")
        db.execute("UPDATE decision SET line = json_set(line, '$.title', 'As of old')")


async def test_the_list_is_there_at_once_and_the_top_line_tells_how_far_it_is(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(*(h.raised(key=f"k{number}", id=f"r{number}") for number in range(15)))
    derived_before(room.path)
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, catch_up=False, turn_s=0)
    app = SaysoApp(room.inbox_on(ledger), Settings())
    try:
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            assert "As of old" in text_of(app)
            async with asyncio.timeout(20):
                while not FAR.search(text_of(app)):
                    await pilot.pause()
                while FAR.search(text_of(app)) or "As of old" in text_of(app):
                    await pilot.pause()
            assert "15 waiting" in text_of(app)
            assert ledger.behind is None
    finally:
        ledger.close()


def test_a_verb_reads_nothing_that_an_earlier_version_derived(tmp_path: Path) -> None:
    sayso = Sayso(tmp_path)
    sayso.ask()
    derived_before(tmp_path / "ledger.db")
    ran = sayso("list")
    assert "Which database?" in ran.out
    assert "As of old" not in ran.out
    assert ran.err == ""
