"""Reading, finding and leaving."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import Room
from sayso_client.decision import Ref
from sayso_client.inbox import Inbox
from sayso_config.model import Settings, Ui
from sayso_tui.widgets.footer_hints import FooterHints


def other(n: int, **members: Any) -> dict[str, Any]:
    terms = {**h.TERMS, "text": f"Question {n}?"}
    return {**h.raised(n, terms=terms, **members), "key": f"k/{n}", "id": f"r:k/{n}"}


async def shows(person: Person, words: str) -> None:
    """Wait for what another task paints."""
    for _ in range(200):
        await person.rest()
        if words in text_of(person.app):
            return
    raise AssertionError(f"never shown: {words}\n{text_of(person.app)}")


LONG = h.raised(terms={**h.TERMS, "text": "Long question?\n" + "\n".join(f"line {n}" for n in range(300))})


@pytest.mark.parametrize(
    ("size", "list_and_pane"),
    [((120, 40), "beside"), ((80, 24), "above"), ((40, 14), "alone")],
)
async def test_list_and_decision_share_the_room_there_is(
    fill: Any, sit: Any, size: tuple[int, int], list_and_pane: str
) -> None:
    await fill(h.raised(), other(1))
    async with sit(size=size) as person:
        rows, pane = person.app.screen.decisions.region, person.app.screen.pane.region
        match list_and_pane:
            case "beside":
                assert (rows.width, pane.x) == (58, 58)
            case "above":
                assert pane.y == rows.bottom
                assert 2 < rows.height < pane.height
            case "alone":
                assert not person.app.screen.pane.is_on_screen
        assert "? help" in text_of(person.app)
        assert "waiting" in text_of(person.app)


async def test_on_a_narrow_screen_enter_opens_the_decision_and_esc_comes_back(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1))
    async with sit(size=(40, 14)) as person:
        assert "PostgreSQL" not in text_of(person.app)
        await person.press("1")
        assert "enter shows the options first" in text_of(person.app)
        await person.press("enter")
        assert "PostgreSQL" in text_of(person.app)
        await person.press("escape")
        assert "Question 1?" in text_of(person.app)


async def test_the_hints_always_end_with_help(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        for width in (30, 44, 61, 80, 200):
            await person.pilot.resize_terminal(width, 12)
            await person.rest()
            assert person.app.screen.query_one(FooterHints).text.endswith("? help")


async def test_the_decision_under_the_cursor_is_read(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1), other(2))
    async with sit() as person:
        await person.press("j")
        person.app.screen.read_under_cursor()
        assert person.app.screen.pane.decision.ref == Ref("home", "k/1")


async def test_a_long_decision_scrolls_and_says_where_one_is(fill: Any, sit: Any) -> None:
    await fill(LONG, other(1))
    async with sit(size=(80, 24)) as person:
        assert "/3" in text_of(person.app)
        await person.press("tab", "pagedown")
        person.app.screen.refresh_live()
        at = person.app.screen.pane.page.scroll_offset.y
        assert at > 0
        assert f"line {at + person.app.screen.pane.page.size.height}/" in text_of(person.app)
        await person.press("tab", "j")
        person.app.screen.read_under_cursor()
        await person.press("k")
        person.app.screen.read_under_cursor()
        await person.rest()
        assert person.app.screen.pane.page.scroll_offset.y == at
        await person.press("enter", "G")
        total = person.app.screen.pane.page.virtual_size.height
        assert f"line {total}/{total}" in text_of(person.app)


async def test_an_empty_inbox_takes_every_key(sit: Any) -> None:
    async with sit() as person:
        await person.press(*"jkgG", "enter", *"acdRn19/-", "escape", "[", "]", "r", "tab", ":", "x", "enter", "escape")
        assert "Nothing waits on you" in text_of(person.app)
        assert "sayso raise" in text_of(person.app)


async def test_a_filter_narrows_the_list_and_esc_clears_it(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1), other(2))
    async with sit() as person:
        await person.press("/")
        await person.write("question 2")
        assert "Question 1?" not in text_of(person.app)
        await person.press("enter")
        assert "1 found" in text_of(person.app)
        await person.press("escape")
        assert "Question 1?" in text_of(person.app)


async def test_letters_typed_into_the_filter_start_nothing(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("/", *"acdRnq19")
        assert person.app.screen._bar.words == "acdRnq19"


async def test_views_go_round(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.settled(), other(1))
    async with sit() as person:
        assert "Which database?" not in text_of(person.app)
        await person.press("[")
        assert "Which database?" in text_of(person.app)
        await person.press("]")
        assert "Which database?" not in text_of(person.app)
        for name in ("waiting", "proposed", "open", "contested", "settled", "all"):
            assert name in text_of(person.app).splitlines()[2]


@pytest.mark.parametrize("view", ["waiting", "settled"])
async def test_the_present_view_is_named_however_narrow_it_is(fill: Any, sit: Any, view: str) -> None:
    await fill(h.raised())
    async with sit(size=(32, 12)) as person:
        await person.press(*(["[", "["] if view == "settled" else []))
        assert view in text_of(person.app).splitlines()[1]


async def test_where_a_filter_finds_nothing_it_is_told_which_view_has_it_and_how_to_get_there(
    fill: Any, sit: Any
) -> None:
    await fill(h.raised(), h.settled(), other(1))
    async with sit(size=(80, 24)) as person:
        await person.press("/")
        await person.write("which database")
        assert "1 settled: press enter [ [" in text_of(person.app)
        assert text_of(person.app).count("esc clears the filter") == 1
        await person.press("enter")
        assert "1 settled: press [ [" in text_of(person.app)
        await person.press("[", "[")
        assert "settled · “which database” · 1 found" in text_of(person.app)
        assert person.app.screen.decisions.cursor_ref == Ref("home", h.KEY)


async def test_a_key_can_be_gone_to_even_outside_the_view(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.settled(), other(1))
    async with sit() as person:
        await person.press(":")
        await person.write(h.KEY)
        await person.press("enter")
        assert person.app.screen.decisions.cursor_ref == Ref("home", h.KEY)
        await person.press(":")
        await person.write("no/such")
        await person.press("enter")
        assert "No decision has the key no/such" in text_of(person.app)


async def test_a_key_is_completed_and_gone_to_by_its_beginning(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1), other(2))
    async with sit() as person:
        await person.press(":")
        await person.write("k")
        assert "k/1 · k/2" in text_of(person.app)
        await person.press("tab")
        assert person.app.screen._bar.words == "k/"
        await person.press("enter")
        assert "k/1 · k/2" in text_of(person.app)
        await person.write("2")
        await person.press("enter")
        assert person.app.screen.decisions.cursor_ref == Ref("home", "k/2")
        await person.press(":")
        await person.write(h.KEY[:3])
        await person.press("tab")
        assert person.app.screen._bar.words == h.KEY
        await person.press("enter")
        assert person.app.screen.decisions.cursor_ref == Ref("home", h.KEY)
        assert "k/1 · k/2" not in text_of(person.app)


async def test_a_kept_draft_can_be_found_again(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1))
    async with sit() as person:
        await person.press("n")
        await person.write("not now")
        await person.press("escape")
        (line,) = [each for each in text_of(person.app).splitlines() if "✎" in each]
        assert "Which database?" in line
        assert "1 draft" in text_of(person.app).splitlines()[0]


async def test_the_hints_keep_how_to_leave_where_it_fits(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    for width in (40, 60, 80, 120):
        async with sit(size=(width, 14)) as person:
            assert "q leave" in person.app.screen.query_one(FooterHints).text


async def test_a_decision_that_arrives_above_does_not_change_what_is_aimed_at(fill: Any, sit: Any) -> None:
    await fill(other(1), other(2))
    async with sit() as person:
        await person.press("j")
        early = h.raised(terms={**h.TERMS, "text": "Most urgent?", "due": "2026-10-01"})
        await fill(early)
        person.app.screen.refresh_live()
        await person.press("d")
        assert person.app.screen.decision.ref == Ref("home", "k/2")


async def test_what_happens_elsewhere_shows_while_one_reads(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await fill(h.amended())
        person.app.screen.refresh_live()
        await person.rest()
        assert "now revision 2" in text_of(person.app)
        await fill(other(5))
        person.app.screen.refresh_live()
        await person.rest()
        assert "Question 5?" in text_of(person.app)


async def test_an_urgent_arrival_leaves_focus_and_words_alone(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("half a sen")
        sheet, focused = person.app.screen, person.app.screen.focused
        await fill(h.raised(terms={**h.TERMS, "due": "2026-10-01"}), other(1))
        await person.write("tence")
        assert (person.app.screen, person.app.screen.focused) == (sheet, focused)
        assert sheet.draft().text == "half a sentence"


async def test_q_leaves_only_when_pressed_twice(sit: Any) -> None:
    async with sit() as person:
        await person.press("q")
        assert "again to leave" in text_of(person.app)
        assert person.app.is_running
        await person.press("q")
        assert not person.app.is_running


async def test_colon_q_leaves(sit: Any) -> None:
    async with sit() as person:
        await person.press(":", "q", "enter")
        assert not person.app.is_running


async def test_help_lists_every_key_as_it_is_bound(sit: Any) -> None:
    async with sit(size=(120, 80), settings=Settings(keys={"answer": ("w",), "nope": ("x",)})) as person:
        await person.press("?")
        shown = text_of(person.app)
        for words in ("w  ", "ctrl+s f10", "1-9", "Silence is never an answer", "there is no such action"):
            assert words in shown
        await person.press("escape")
        assert "? help" in text_of(person.app)


async def test_a_rebound_key_acts_and_the_old_one_does_not(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit(settings=Settings(keys={"answer": ("w",)})) as person:
        assert "w answer" in text_of(person.app)
        inbox_screen = person.app.screen
        await person.press("a")
        assert person.app.screen is inbox_screen
        await person.press("w")
        assert person.app.screen is not inbox_screen


async def test_the_palette_finds_an_action_by_its_name(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p")
        await person.write("remark")
        await shows(person, "dd a remark")
        await person.press("enter")
        await person.rest()
        assert "Note: settles nothing" in text_of(person.app)


@pytest.mark.parametrize("size", [(20, 5), (2, 1), (1, 1), (29, 40), (100, 7)])
async def test_a_terminal_too_small_says_so_and_keeps_everything(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("half")
        sheet, focused = person.app.screen, person.app.screen.focused
        await person.pilot.resize_terminal(*size)
        await person.rest()
        assert person.app.screen is not sheet
        await person.press("x", "ctrl+s", "escape")
        await person.pilot.resize_terminal(80, 24)
        await person.rest()
        assert (person.app.screen, person.app.screen.focused) == (sheet, focused)
        await person.write(" done")
        assert sheet.draft().text == "half done"


async def test_a_terminal_that_starts_too_small_says_so(sit: Any) -> None:
    async with sit(size=(29, 8)) as person:
        assert "terminal too small" in text_of(person.app)


async def test_an_inbox_that_may_only_be_read_says_why(room: Room, fill: Any, inbox: Inbox) -> None:
    from sayso_tui.app import SaysoApp

    await fill(h.raised())
    with room.inbox(read_only=True) as only_read:
        app = SaysoApp(only_read, Settings())
        async with app.run_test(size=(120, 40)) as pilot:
            person = Person(pilot)
            await person.press("1")
            assert app.screen is app.screen_stack[0]
            assert str(only_read.read_only)[:30] in text_of(app)


async def test_an_unknown_theme_is_told_and_the_own_one_used(sit: Any) -> None:
    async with sit(settings=Settings(ui=Ui(theme="nope"))) as person:
        assert "there is no theme “nope”" in text_of(person.app)


async def test_ascii_signs_alone_can_be_had(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit(settings=Settings(ui=Ui(ascii=True))) as person:
        assert "●" not in text_of(person.app)
