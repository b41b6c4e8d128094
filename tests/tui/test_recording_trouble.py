"""What a sheet does when the ledger cannot be written, or when something covers it meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Any

import handoff_decisions as h
from at_the_keys import Person, text_of
from at_the_screen import at_the_list, impatient, in_a_row, sitting
from opened import LOCK, Room, home, running_elsewhere
from sayso_client.decision import Act, Ref
from sayso_client.errors import LedgerFull
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.writing import Writing
from sayso_client.me import Me
from sayso_client.stores.local import LocalStore
from sayso_client.verdict import Receipt, Verdict
from sayso_client.via import Via

REF = Ref("home", h.KEY)


async def until(person: Person, seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not seen():
            await person.pilot.pause()


def drafts_under_way(person: Person) -> int:
    return sum(each.group == "draft" and not each.is_finished for each in person.app.workers)


def written(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record() if each.value["origin"] == "principal"]  # type: ignore[index]


async def test_a_ledger_that_another_process_holds_says_so_and_the_next_press_writes_once(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await person.press("1")
        await person.write("These words.")
        with running_elsewhere(LOCK, room.path):
            await person.press("ctrl+s")
            assert not at_the_list(person)
            assert "othing was written" in in_a_row(person)
            sheet: Any = person.app.screen
            assert sheet.draft().text == "These words."
            assert written(inbox) == []
        await person.press("ctrl+s")
        assert at_the_list(person)
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
        assert at_the_list(person)
        assert "written to home" in text_of(person.app)
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_a_draft_that_cannot_be_kept_is_told_and_a_second_press_leaves(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await person.press("a")
        with running_elsewhere(LOCK, room.path):
            await person.write("Words")
            await person.press("escape")
            assert "not on the disk yet; trying again" in in_a_row(person)
            assert "Press esc again to leave and lose them." in in_a_row(person)
            assert not at_the_list(person)
            await person.press("escape")
            assert at_the_list(person)


async def test_a_second_press_that_could_not_answer_the_warning_does_not_leave(room: Room, fill: Any) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await person.press("a", pause=0)
        with running_elsewhere(LOCK, room.path):
            person.strike("W", "escape", "escape", after=0)
            await person.rest()
            assert "Press esc again to leave and lose them." in in_a_row(person)
            await person.press("ctrl+q")
            assert "Press ctrl+q again to leave sayso and lose them." in in_a_row(person)
            await person.write("more")
            await person.press("ctrl+q")
            assert "Press ctrl+q again" in in_a_row(person)
            sheet: Any = person.app.screen
            assert sheet.draft().text == "Wmore"


async def test_a_draft_is_tried_again_until_the_disk_takes_it(room: Room, fill: Any, inbox: Inbox) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await person.press("a")
        with running_elsewhere(LOCK, room.path):
            await person.write("Words")
            await until(person, lambda: "not on the disk yet; trying again" in in_a_row(person))
            assert person.app.desk.inbox.draft(REF, Act.ANSWER) is None
        await until(person, lambda: "Your words are on the disk now." in text_of(person.app))
        kept = person.app.desk.inbox.draft(REF, Act.ANSWER)
        assert kept is not None
        assert kept.text == "Words"


async def test_while_a_record_is_under_way_the_fields_are_closed_and_nothing_else_is_said(
    room: Room, fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await person.write("Yes")
        with running_elsewhere(LOCK, room.path) as other:
            person.send_key("ctrl+s")
            await person.pilot.pause()
            sheet: Any = person.app.screen
            for key in (*"but", "ctrl+t", "tab", "x", "down"):
                person.send_key(key)
                await person.pilot.pause()
            assert "Recording … The fields are closed until it is done." in in_a_row(person)
            assert "othing was written" not in text_of(person.app)
            assert sheet.draft().text == "Yes"
            assert other.stdin is not None
            other.stdin.close()
            await person.rest()
    (record,) = written(inbox)
    assert record["answer"] == {"text": "Yes", "option": "pg"}


async def test_fields_open_again_where_one_was_when_nothing_was_written(room: Room, fill: Any) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await person.press("a")
        await person.write("Yes")
        with running_elsewhere(LOCK, room.path):
            await person.press("ctrl+s")
        assert "othing was written" in in_a_row(person)
        await person.write(", do")
        sheet: Any = person.app.screen
        assert sheet.draft().text == "Yes, do"


async def test_a_draft_that_fails_while_a_record_is_under_way_says_nothing(room: Room, fill: Any) -> None:
    await fill(h.raised())
    async with impatient(room, 1_000) as person:
        await person.press("a")
        with running_elsewhere(LOCK, room.path):
            person.strike("Y", after=1.0)
            await until(person, lambda: drafts_under_way(person) == 1)
            person.send_key("ctrl+s")
            await until(person, lambda: drafts_under_way(person) == 0)
            assert "Recording … The fields are closed" in in_a_row(person)
            await person.rest()
            assert "othing was written" in in_a_row(person)


class Forgetful(LocalStore):
    """Writes, and then loses the answer."""

    async def submit(self, verdict: Verdict, *, then: Callable[[Writing], object] | None = None) -> Receipt:
        await super().submit(verdict)
        raise LedgerFull("The disk did not take it. Nothing was written.")


async def test_a_lost_outcome_is_read_back_and_nothing_is_doubled(room: Room, fill: Any, inbox: Inbox) -> None:
    await fill(h.raised())
    with room.ledger() as ledger:
        store = Forgetful(ledger, "home")
        via, me = Via("inbox"), Me("ana", "desk-assistant")
        forgetting = Inbox(ledger, [store], me, clock=room.clock, mint=mint_id, via=via)
        async with sitting(forgetting) as person:
            await person.press("1")
            await person.write("These words.")
            await person.press("ctrl+s")
            assert at_the_list(person)
            assert "Recorded already in home; nothing was doubled." in text_of(person.app)
    assert len(written(inbox)) == 1
    assert inbox.draft(REF, Act.ANSWER) is None
