"""One line for the many asks of one asker: it opens to their list, and nothing can be answered on it."""

from typing import Any

import pytest

from at_the_keys import Person, text_of
from handoff_records import line, raised
from opened import home
from sayso_client.inbox import Inbox
from sayso_tui.screens.inbox import InboxScreen

COUNT = 57


@pytest.fixture(autouse=True)
async def flooded(inbox: Inbox) -> None:
    asks = [raised(f"f/{n:02}", f"Delete file {n}?", minutes=n % 30, by="agent-x") for n in range(COUNT)]
    mine = raised("mine", "May we ship?", minutes=29, by="cc-17")
    await home(inbox).take_in([line(each) for each in (*asks, mine)], "import")


def lines(person: Person) -> list[str]:
    """What stands in the list."""
    assert isinstance(person.app.screen, InboxScreen)
    return [each.row.title for each in person.app.screen.decisions._painted]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_the_others_decisions_are_in_sight_and_the_header_counts_all(sit: Any, size: tuple[int, int]) -> None:
    async with sit(size=size) as person:
        shown = text_of(person.app)
        assert lines(person) == ["agent-x: 57 asks", "May we ship?"]
        assert "agent-x: 57 asks" in shown
        assert "May we ship?" in shown
        assert f"{COUNT + 1} waiting" in shown


async def test_the_line_says_why_and_which_keys_lead_there_and_back(sit: Any) -> None:
    async with sit() as person:
        shown = text_of(person.app)
        for words in ("enter lists them", "waits for 57 answers", "more than 20 times within an hour", "leads back"):
            assert words in shown


async def test_enter_lists_them_and_esc_leads_back_to_the_line(sit: Any) -> None:
    async with sit() as person:
        await person.press("enter")
        assert f"{COUNT} found" in text_of(person.app)
        assert "Delete file 0?" in lines(person)
        assert "May we ship?" not in lines(person)

        await person.press("j", "j", "escape")
        assert lines(person) == ["agent-x: 57 asks", "May we ship?"]
        assert person.app.screen.flood_under_cursor().folds == COUNT


@pytest.mark.parametrize("key", ["1", "a", "c", "d", "R", "n"])
async def test_no_key_answers_the_line(sit: Any, inbox: Inbox, key: str) -> None:
    async with sit() as person:
        await person.press(key)
        assert "stands for 57 asks" in text_of(person.app)
        await person.press("ctrl+s", "f10")
        assert person.app.screen.open_sheet is None
    assert len(list(home(inbox).every_record())) == COUNT + 1


async def test_one_of_them_is_answered_in_their_list(sit: Any) -> None:
    async with sit() as person:
        await person.press("enter", "1")
        assert person.app.screen.decision.ref.key == "f/00"


async def test_the_line_follows_what_comes_and_goes(sit: Any, inbox: Inbox, fill: Any) -> None:
    async with sit() as person:
        await fill(raised("f/more", minutes=10, by="agent-x"))
        person.app.screen.refresh_live()
        await person.rest()
        assert lines(person)[0] == "agent-x: 58 asks"


async def test_rows_that_are_folded_while_they_are_read_stay_until_one_asks(sit: Any, fill: Any) -> None:
    await fill(*(raised(f"g/{n:02}", f"Move file {n}?", minutes=15, by="agent-y") for n in range(20)))
    async with sit() as person:
        before = lines(person)
        await fill(raised("g/20", "Move file 20?", minutes=16, by="agent-y"))
        person.app.screen.refresh_live()
        await person.rest()
        assert lines(person) == before
        assert "20 folded" in text_of(person.app)

        await person.press("ctrl+r")
        assert lines(person) == ["agent-x: 57 asks", "agent-y: 21 asks", "May we ship?"]


async def test_a_hostile_name_is_made_plain_and_can_still_be_opened(sit: Any, fill: Any) -> None:
    evil = 'bo\x1b]0;pwn\x07 "[/]\u202e'
    await fill(*(raised(f"e/{n:02}", f"Copy {n}?", minutes=1, by=evil) for n in range(30)))
    async with sit() as person:
        await person.press("j")
        assert "\x1b]0" not in text_of(person.app)
        assert person.app.screen.flood_under_cursor().folds == 30
        await person.press("enter")
        assert "30 found" in text_of(person.app)
        await person.press("/", "escape")
        assert len(lines(person)) == 3
