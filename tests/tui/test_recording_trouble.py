"""What a sheet does when the ledger cannot be written, or when something covers it meanwhile."""

from typing import Any

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import LOCK, Room, home, running_elsewhere
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

REF = Ref("home", h.KEY)


def written(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record() if each.value["origin"] == "principal"]  # type: ignore[index]


async def test_a_ledger_that_another_process_holds_says_so_and_the_next_press_writes_once(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(h.raised())
    with room.ledger(busy_ms=50) as ledger:
        hasty = room.inbox_on(ledger)
        app = SaysoApp(hasty, Settings())
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            person = Person(pilot)
            await person.press("1")
            await person.write("These words.")
            with running_elsewhere(LOCK, room.path):
                await person.press("ctrl+s")
                assert app.screen is not app.screen_stack[0]
                assert "othing was written" in text_of(app)
                sheet: Any = app.screen
                assert sheet.draft().text == "These words."
                assert written(inbox) == []
            await person.press("ctrl+s")
            assert app.screen is app.screen_stack[0]
    (record,) = written(inbox)
    assert record["answer"] == {"text": "These words.", "option": "pg"}


async def test_what_was_recorded_behind_a_screen_too_small_closes_its_sheet_when_there_is_room(
    room: Room, fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        with running_elsewhere(LOCK, room.path) as other:
            person.send_key("ctrl+s")
            await person.pilot.pause()
            assert "Recording" in text_of(person.app)
            await person.pilot.resize_terminal(20, 5)
            await person.pilot.pause()
            assert other.stdin is not None
            other.stdin.close()
            await person.rest()
        assert len(written(inbox)) == 1
        await person.pilot.resize_terminal(120, 40)
        await person.rest()
        assert person.app.screen is person.app.screen_stack[0]
        assert "written to home" in text_of(person.app)
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_a_draft_that_cannot_be_kept_is_told_and_a_second_press_leaves(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(h.raised())
    with room.ledger(busy_ms=50) as ledger:
        app = SaysoApp(room.inbox_on(ledger), Settings())
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            person = Person(pilot)
            await person.press("a")
            with running_elsewhere(LOCK, room.path):
                await person.write("Words")
                await person.press("escape")
                assert "The draft is not on the disk" in text_of(app)
                assert app.screen is not app.screen_stack[0]
                await person.press("escape")
                assert app.screen is app.screen_stack[0]
