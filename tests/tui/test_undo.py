"""`u` takes back what I did last, in a sheet, as records."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from handoff_records import line
from opened import Room, home
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox
from sayso_tui.screens.sheet_undo import UndoSheet

REF = Ref("home", h.KEY)


def other(key: str = "k/2", text: str = "Which database for the cache?", due: str = "2027-01-01") -> dict[str, Any]:
    return {**h.raised(terms={**h.TERMS, "text": text, "due": due}), "key": key, "id": f"r:{key}"}


def records(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record()]


def waits(inbox: Inbox, ref: Ref = REF) -> bool:
    decision = inbox.decision(ref)
    return decision is not None and decision.waiting


async def test_the_sheet_names_what_is_taken_back_and_writes_nothing_by_itself(
    inbox: Inbox, fill: Any, sit: Any
) -> None:
    await fill(h.raised(), other())
    async with sit() as person:
        await person.press("1", "ctrl+s", "u")
        assert isinstance(person.app.screen, UndoSheet)
        shown = text_of(person.app)
        for words in ("Undo", "Which database?", "answered (principal)  PostgreSQL", "09:30", "home", "waits again"):
            assert words in shown
        assert "reopened · by ana · takes back your answer" in shown
        held = len(records(inbox))
        await person.press("enter", "y", "u", "tab", "escape")
        assert len(records(inbox)) == held
        assert not waits(inbox)


async def test_after_it_is_recorded_the_words_stand_in_the_sheet_again(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), other())
    async with sit() as person:
        await person.press("1")
        await person.write("Until May.")
        await person.press("ctrl+s", "u", "ctrl+s")
        assert waits(inbox)
        assert "Taken back; it waits again · written to home · a has what you wrote." in text_of(person.app)
        assert person.app.screen.decisions.cursor_ref == REF
        await person.press("a")
        draft = person.app.screen.draft()
        assert (draft.option, draft.text) == ("pg", "Until May.")
        await person.write(" Or June.")
        await person.press("f10")
    settled = [each for each in records(inbox) if each["type"] == "settled"]
    assert settled[-1]["answer"]["text"] == "Until May. Or June."
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_pressed_again_it_goes_one_act_further_back(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), other())
    async with sit() as person:
        await person.press("1", "ctrl+s", "d", "ctrl+s")
        assert inbox.counts().waiting == 0
        await person.press("u", "ctrl+s")
        assert (waits(inbox), waits(inbox, Ref("home", "k/2"))) == (False, True)
        await person.press("u", "ctrl+s")
        assert (waits(inbox), waits(inbox, Ref("home", "k/2"))) == (True, True)
        await person.press("u")
        assert "There is nothing to take back." in text_of(person.app)


async def test_a_changed_answer_gives_way_to_the_one_before(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s", "]", "]", "]", "]", "2", "ctrl+s", "u")
        shown = text_of(person.app)
        assert "it stands as before: you answered (principal)  PostgreSQL" in shown
        assert "settled · decided · “PostgreSQL” · answered by ana · terms rev 1 · takes back" in shown
        await person.press("ctrl+s")
    last = records(inbox)[-1]
    assert (last["answer"]["option"], last["sayso"]["via"]["kind"]) == ("pg", "inbox")


async def test_what_is_typed_as_the_reason_is_the_note_of_the_record(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s", "u")
        await person.write("wrong row")
        await person.press("ctrl+s")
    assert records(inbox)[-1]["note"] == "wrong row"
    assert inbox.draft(REF, Act.RETRACT) is None


async def test_the_reason_is_kept_when_the_sheet_is_left(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s", "u")
        await person.write("wrong row")
        await person.press("escape")
        assert "Draft saved" in text_of(person.app)
        await person.press("u")
        assert person.app.screen.draft().note == "wrong row"


async def test_a_note_is_passed_over_with_a_sentence(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), other())
    async with sit() as person:
        await person.press("1", "ctrl+s", "n", "x", "ctrl+s", "u")
        assert "cannot be taken back" in text_of(person.app)
        assert not isinstance(person.app.screen, UndoSheet)
        await person.press("u")
        assert person.app.screen.decision.ref == REF


async def test_what_somebody_settled_since_is_told_and_not_touched(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s")
        mine = records(inbox)[-1]["id"]
        await fill(h.settled("s9", 60, authority={"kind": "principal", "by": "bob"}, supersedes=[mine]))
        await person.press("u")
        assert "is not what stands any more: it was settled anew since, by bob" in text_of(person.app)
        assert not isinstance(person.app.screen, UndoSheet)


async def test_what_somebody_settles_while_the_sheet_is_open_is_not_taken_back(
    inbox: Inbox, fill: Any, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s", "u")
        mine = records(inbox)[-1]["id"]
        await fill(h.settled("s9", 60, authority={"kind": "principal", "by": "bob"}, supersedes=[mine]))
        held = len(records(inbox))
        await person.press("ctrl+s")
        assert "Nothing was written" in text_of(person.app)
        await person.press("ctrl+r")
        assert "by bob" in text_of(person.app)
        await person.press("ctrl+s")
        assert len(records(inbox)) == held


async def test_it_is_known_after_a_restart(room: Room, sit: Any, inbox: Inbox, fill: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+s")
    with room.inbox() as again:
        act = again.last_act()
        assert act is not None
        assert act.ref == REF


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_at_every_size_the_record_in_words_can_be_read(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised())
    async with sit(size=size) as person:
        await person.press("enter", "1", "ctrl+s", "u", "ctrl+s")
        assert "Taken back" in text_of(person.app)


async def test_a_hostile_key_and_name_are_made_plain(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill({**h.raised(), "key": "a\x1b]0;x\x07", "id": "r:a\x1b]0;x\x07"})
    async with sit() as person:
        await person.press("n", "x", "ctrl+s", "u")
        assert "␛" in text_of(person.app)
        assert "\x1b" not in text_of(person.app)


async def test_a_reader_takes_nothing_back(room: Room, sit: Any, inbox: Inbox) -> None:
    await home(inbox).take_in([line(h.raised())], "import")
    with room.inbox(read_only=True) as reading:
        assert reading.read_only is not None
        assert reading.last_act() is None
