"""What you saw is what you decided, at every size of the terminal: the record in words always stands on the screen."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import Room, home
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from sayso_tui.screens.sharing import ORDER, share
from sayso_tui.widgets.footer_hints import FooterHints
from sayso_tui.widgets.will import Will

SIZES = [(120, 40), (100, 30), (100, 24), (80, 24), (60, 20), (40, 14), (30, 8)]
LONG = {
    "text": "Which database?\n" + "\n".join(f"line {n}" for n in range(300)),
    "options": [{"id": f"o{n}", "label": f"Option {n} " + "word " * 200} for n in range(5)],
    "default": "o1",
    "due": "2026-10-20",
}
WORDS = {"1": "answered by ana", "c": "confirmed by ana", "d": "dismissed by ana", "n": "note"}


def words_of(app: SaysoApp) -> str:
    """The screen as one line, so that words may be wrapped."""
    return " ".join(text_of(app).split())


def on_the_screen(app: SaysoApp, words: str) -> bool:
    return words in words_of(app)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_record_in_words_and_its_keys_stand_on_the_screen_in_every_sheet(
    fill: Any, sit: Any, size: tuple[int, int]
) -> None:
    await fill(h.raised(terms=LONG), h.proposed(answer={"option": "o1"}, question="choice", model="m"))
    async with sit(size=size) as person:
        await person.press("enter")
        for opening, words in WORDS.items():
            await person.press(opening)
            sheet = person.app.screen
            for _ in range(6):
                text = text_of(person.app)
                assert words in " ".join(text.split()), text
                assert sheet.query_one(Will).readable
                hints = sheet.query_one(FooterHints).text
                assert "ctrl+s record" in hints
                assert "esc keep" in hints
                assert hints in text
                await person.press("tab")
            await person.press("escape")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_sheet_that_says_something_still_shows_the_record(
    fill: Any, sit: Any, size: tuple[int, int], inbox: Inbox
) -> None:
    await fill(h.raised())
    async with sit(size=size) as person:
        await person.press("enter", "a", "ctrl+s")
        assert on_the_screen(person.app, "Choose an option or write an answer")
        await fill(h.settled())
        person.app.screen_stack[0].refresh_live()
        await person.rest()
        assert on_the_screen(person.app, "nothing chosen yet")
        assert "ctrl+s record" in text_of(person.app)


@pytest.mark.parametrize("size", [(30, 8), (40, 14), (120, 40)], ids=["30x8", "40x14", "120x40"])
async def test_a_long_answer_is_shortened_in_the_words_and_recorded_whole(
    inbox: Inbox, fill: Any, sit: Any, size: tuple[int, int]
) -> None:
    await fill(h.raised())
    answer = "Neither of these, " * 60
    async with sit(size=size) as person:
        await person.press("enter", "a")
        await person.paste(answer)
        assert on_the_screen(person.app, "Neither")
        assert on_the_screen(person.app, "…")
        assert on_the_screen(person.app, "answered by ana · terms rev 1")
        await person.press("ctrl+s")
    *_, written = (each.value for each in home(inbox).every_record())
    assert written["answer"]["text"] == answer.strip()  # type: ignore[index]


async def test_where_the_words_find_no_room_nothing_is_recorded_and_a_sentence_says_so(room: Room, fill: Any) -> None:
    await fill(h.raised())
    with room.inbox(name="ana " * 38) as long_name:
        app = SaysoApp(long_name, Settings())
        async with app.run_test(size=(30, 8), notifications=True) as pilot:
            person = Person(pilot)
            await person.rest()
            await person.press("enter", "1", "ctrl+s")
            assert on_the_screen(app, "Not recorded: the record in words has no room"), text_of(app)
            assert len(list(home(long_name).every_record())) == 1
            await pilot.resize_terminal(120, 40)
            await person.rest()
            await person.press("ctrl+s")
        assert len(list(home(long_name).every_record())) == 2


async def test_where_a_frame_does_not_fit_the_sheet_covers_everything(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        for size in SIZES:
            await person.pilot.resize_terminal(*size)
            await person.rest()
            await person.press("enter", "a")
            assert person.app.size == size
            leaf = person.app.screen.query_one("#sheet")
            framed = size == (120, 40)
            assert (leaf.outer_size == person.app.size) is not framed
            await person.press("escape")


@pytest.mark.parametrize("size", [(40, 14), (30, 8)], ids=["40x14", "30x8"])
async def test_the_title_has_one_line(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised())
    async with sit(size=size) as person:
        await person.press("enter", "d")
        first, second, *_ = text_of(person.app).splitlines()
        assert first.strip().startswith("Dismiss")
        assert second.strip().startswith("Which")


@given(st.dictionaries(st.sampled_from(ORDER), st.integers(1, 500)), st.integers(0, 200))
def test_no_more_rows_are_shared_out_than_there_are_and_the_record_comes_first(
    wanted: dict[str, int], room: int
) -> None:
    shares = share(wanted, room)
    assert list(shares) == [part for part in ORDER if part in wanted]
    assert sum(each.rows + each.blank for each in shares.values()) <= room
    assert all(shares[part].rows <= wanted[part] for part in shares)
    if "will" in wanted:
        hints = min(1, wanted.get("hints", 0), room)
        assert shares["will"].rows == min(wanted["will"], room - hints)


@given(st.dictionaries(st.sampled_from(ORDER), st.integers(1, 2)), st.integers(0, 4))
def test_where_there_is_room_for_everything_nothing_is_cut(wanted: dict[str, int], more: int) -> None:
    wanted = {part: 1 if part in ("hints", "title") else rows for part, rows in wanted.items()}
    shares = share(wanted, sum(wanted.values()) + more)
    assert {part: each.rows for part, each in shares.items()} == wanted
