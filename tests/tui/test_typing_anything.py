"""Whatever bytes a terminal sends in one breath, into whatever screen: no record of the principal is written."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from textual import events
from textual._xterm_parser import XTermParser

import handoff_decisions as h
from at_the_keys import Person
from opened import Room, home
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

PROPOSED = h.proposed(minutes=20, question="choice", answer={"text": "PostgreSQL", "option": "pg"}, model="m")
RECORD, F10, PASTE, PASTE_END = "\x13", "\x1b[21~", "\x1b[200~", "\x1b[201~"
PIECES = [
    *(RECORD, F10, PASTE, PASTE_END, "\x1b", "\r", "\n", "\t", "\x14", "\x12", "\x10", "\x03", "\x11"),
    *("\x1b[A", "\x1b[B", "\x1b[Z", "\x1bOP", "\x1b[<0;40;12M", "\x1b[<0;40;12m", "\x1b[115;5u", "\x1b[I"),
    *("a", "c", "d", "n", "R", "1", "2", "?", ":", "/", "[", "]", "q", "yes", "[/]", "数据", "\u202e", "\x1b]0;t\x07"),
]
BYTES = some.lists(some.one_of(some.sampled_from(PIECES), some.text(max_size=6)), max_size=25).map("".join)
OPENING = {"the inbox": "", "answer": "a", "option": "1", "confirm": "c", "dismiss": "d", "note": "n", "help": "?"}


@pytest.mark.parametrize("screen", list(OPENING))
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=some.data())
def test_bytes_that_come_in_one_breath_record_nothing(tmp_path: Path, screen: str, data: some.DataObject) -> None:
    asyncio.run(_type(Room(tmp_path / str(data.draw(some.uuids()))), OPENING[screen], data.draw(BYTES)))


async def _type(room: Room, opening: str, text: str) -> None:
    with room.inbox() as inbox:
        store = home(inbox)
        await store.take_in([json.dumps(each).encode() for each in (h.raised(), PROPOSED, h.settled())], "import")
        app = SaysoApp(inbox, Settings())
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            person = Person(pilot)
            await person.press("]", "]", "]", "]", *opening)
            parser = XTermParser()
            for message in [*parser.feed("x" + text), *parser.tick()]:
                if isinstance(message, events.Event) and app.is_running:
                    person.send(message, 0.0001)
            if app.is_running:
                await person.rest()
        assert _principal(store.every_record()) == 1


def _principal(records: Any) -> int:
    return sum(each.value["origin"] == "principal" for each in records)
