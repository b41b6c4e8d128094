"""What the screen does while the ledger is held, cannot be written, or holds records that are damaged."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import LOCK, Room, home, running_elsewhere
from plain_user import bound_by_modes
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

REF = Ref("home", h.KEY)
HALF = b'{"ext":"decisions/0.3","type":"raised","origin":"requester","key":"half","id":"r","at":"2026-10-27T09:00:00Z",'
WRONG = (
    b'{"ext":"decisions/0.3","type":"raised","origin":"requester","key":"wrong","id":"r","at":"yesterday",'
    b'"terms":{"text":7},"terms_rev":"one"}'
)
UNKNOWN = b'{"ext":"other/9","type":"raised","origin":"requester","key":"acme/db","id":"z","whatever":[1,2]}'


async def until(person: Person, seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not seen():
            await person.pilot.pause()


async def test_while_another_program_holds_the_ledger_typing_and_moving_go_on_and_the_words_are_kept_after_it(
    fill: Any, inbox: Inbox, sit: Any, room: Room
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        with running_elsewhere(LOCK, room.path):
            for word in ("these ", "words ", "come ", "while ", "it ", "waits"):
                person.strike(*word, after=0.4)
                await until(person, lambda word=word: word.strip() in text_of(person.app))  # type: ignore[misc]
            assert inbox.draft(REF, Act.ANSWER) is None
        await until(person, lambda: (draft := inbox.draft(REF, Act.ANSWER)) is not None and "waits" in draft.text)
        await person.press("escape")


async def test_a_ledger_that_may_only_be_read_opens_and_says_why(room: Room, fill: Any, inbox: Inbox) -> None:
    await fill(h.raised())
    inbox.close()
    with bound_by_modes():
        room.path.chmod(0o400)
        with room.inbox() as reading:
            app = SaysoApp(reading, Settings())
            async with app.run_test(size=(120, 40), notifications=True) as pilot:
                person = Person(pilot)
                await person.rest()
                assert "Which" in text_of(app)
                assert "cannot be written to" in " ".join(text_of(app).split())
                assert "read-only" in text_of(app).splitlines()[0]
                await person.press("1", "ctrl+s", "escape")
    assert [each.value["type"] for each in records(room)] == ["raised"]


def records(room: Room) -> list[Any]:
    with room.inbox(read_only=True) as inbox:
        return list(home(inbox).every_record())


async def test_damaged_records_are_rows_of_their_own_and_hurt_no_other(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(key="acme/db"))
    told = await home(inbox).take_in([HALF, WRONG, UNKNOWN], "import")
    assert (told.new, told.invalid, told.refused) == (3, 2, ())
    async with sit() as person:
        assert "1 waiting" in text_of(person.app)
        await until_all_are_listed(person)
        shown = text_of(person.app)
        assert shown.count("# invalid") >= 2
        assert "half" in shown and "wrong" in shown
        assert "Which" in shown


async def until_all_are_listed(person: Person) -> None:
    """Go through the views to the last, which lists everything."""
    for _ in range(9):
        if "half" in text_of(person.app) and "wrong" in text_of(person.app):
            return
        await person.press("]")
    raise AssertionError(text_of(person.app))


@pytest.mark.parametrize("key", ["j", "G", "a", "]"])
async def test_a_ledger_that_is_damaged_while_it_is_open_ends_nothing(
    fill: Any, inbox: Inbox, sit: Any, room: Room, key: str
) -> None:
    others = [{**h.raised(n), "key": f"k/{n}", "id": f"r:k/{n}"} for n in range(1, 16)]
    await fill(h.raised(), *others)
    async with sit() as person:
        await person.press("a")
        await person.write("These words")
        with closing(sqlite3.connect(room.path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        room.path.write_bytes(b"nothing that was a ledger" * 4000)
        await person.write(" go on")
        await person.pilot.resize_terminal(80, 24)
        await until(person, lambda: "These words go on" in text_of(person.app))
        await until(person, lambda: "not on the disk" in text_of(person.app))
        person.send_key("escape")
        await until(person, lambda: "again to leave and lose" in " ".join(text_of(person.app).split()))
        await person.press("escape", key, key)
        assert "damaged" in text_of(person.app)
