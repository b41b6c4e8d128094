"""What a sheet keeps, asks for and shows."""

import asyncio
import getpass
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import Room, home
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.page import Page

REF = Ref("home", h.KEY)
LONG = h.raised(
    terms={
        "text": "Long question?\n" + "\n".join(f"line {n}" for n in range(300)),
        "options": [{"id": f"o{n}", "label": f"Option {n} " + "word " * 200} for n in range(5)],
    }
)


def records(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record()]


def focused(app: SaysoApp) -> str | None:
    return app.screen.focused.id if app.screen.focused else None


async def test_the_draft_is_on_the_disk_without_leaving(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("These words.")
        async with asyncio.timeout(5):
            while (kept := inbox.draft(REF, Act.ANSWER)) is None or kept.text != "These words.":
                await person.pilot.pause()


async def test_leaving_keeps_the_draft_and_opening_brings_it_back(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("a", *"Some words", "escape", after=1.0)
        assert "Draft saved" in text_of(person.app)
        await person.press("2")
        assert "is back" in text_of(person.app)
        draft = person.app.screen.draft()
        assert (draft.text, draft.option) == ("Some words", "sqlite")
    decision = inbox.decision(REF)
    assert decision is not None
    assert decision.waiting


async def test_a_sheet_left_as_it_was_opened_keeps_no_draft(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a", "escape")
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_leaving_sayso_from_a_sheet_keeps_the_draft(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("d", *"Because", "ctrl+q", after=1.0)
        assert not person.app.is_running
    kept = inbox.draft(REF, Act.DISMISS)
    assert kept is not None
    assert kept.note == "Because"


async def test_a_draft_against_older_terms_says_so(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("a", *"Words", "escape", after=1.0)
        await fill(h.amended(terms={"text": "Other?", "options": [{"id": "x", "label": "X"}]}))
        person.app.screen.refresh_live()
        await person.press("a")
        assert "written against revision 1; this is revision 2" in text_of(person.app)
        assert person.app.screen.draft().text == "Words"


async def test_a_recorded_draft_is_gone(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("Words")
        await person.press("ctrl+s")
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_the_record_is_shown_in_words_before_it_is_written(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        assert "settled · decided · “PostgreSQL” · answered by ana · terms rev 1" in text_of(person.app)
        await person.press("ctrl+t", "ctrl+t")
        assert "delegated by desk-assistant" in text_of(person.app)
        assert "the mandate" in text_of(person.app)


async def test_nothing_chosen_and_nothing_written_cannot_be_recorded(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a", "ctrl+s")
        assert "Choose an option or write an answer" in text_of(person.app)
    assert len(records(inbox)) == 1


async def test_a_withdrawal_while_answering_is_told_and_holds_the_record(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("Words")
        await fill(h.withdrawn())
        await person.press("ctrl+s")
        assert "The asker withdrew it meanwhile" in text_of(person.app)
        assert person.app.screen.written.text == "Words"
    assert [each["type"] for each in records(inbox)] == ["raised", "withdrawn"]


async def test_an_answer_elsewhere_while_answering_is_told(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await fill(h.settled(authority={"kind": "principal", "by": "bob"}))
        person.app.screen_stack[0].refresh_live()
        await person.rest()
        assert "answered elsewhere" in text_of(person.app)


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (120, 40)])
async def test_a_long_question_and_long_options_leave_the_keys_on_the_screen(
    inbox: Inbox, fill: Any, sit: Any, size: tuple[int, int]
) -> None:
    await fill(LONG)
    async with sit(size=size) as person:
        await person.press("a")
        sheet = person.app.screen
        question, options = sheet.query_one("#question"), sheet.query_one("#option")
        for part in (question, options):
            sheet.set_focus(part)
            await person.press(*["pagedown"] * 4)
            assert part.scroll_offset.y > 0
            assert "ctrl+s record" in text_of(person.app)
        assert question.virtual_size.height > 300
        sheet.set_focus(options)
        await person.press("down", "down")
        assert sheet.option == "o1"


async def test_enter_is_a_new_line_and_tab_the_next_field(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.burst("x", "enter", "y", "tab", "tab", "z")
        draft = person.app.screen.draft()
        assert (draft.text, draft.note) == ("x\ny", "z")


async def test_a_claim_can_be_adopted(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.claimed())
    async with sit() as person:
        await person.press("a")
        person.app.screen.set_focus(person.app.screen.query_one("#claim"))
        await person.press("down", "ctrl+t", "ctrl+t", "ctrl+t", "ctrl+s")
    *_, written = records(inbox)
    assert written["authority"]["kind"] == "attested"
    assert written["evidence"] == {"basis": "said in the meeting, 10:05", "claim": "c1"}
    assert written["answer"]["option"] == "pg"


async def test_a_long_paste_is_taken_back_and_done_again(fill: Any, sit: Any) -> None:
    """Also where its scrollbar goes and comes with it."""
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.paste("line\n" * 20)
        text = person.app.screen.query_one("#text", Field)
        for key, value in (("ctrl+z", ""), ("ctrl+y", "line\n" * 20), ("ctrl+z", "")):
            await person.press(key)
            assert text.text == value


async def test_a_paste_that_acts_on_terminals_is_made_visible_and_told(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.paste("a\x1b[2Jb\r\nc")
        assert person.app.screen.draft().text == "a␛[2Jb\nc"
        assert "1 control character" in text_of(person.app)


class TestWithoutAName:
    async def test_the_first_sheet_asks_and_writes_it_into_the_configuration(self, room: Room, fill: Any) -> None:
        await fill(h.raised())
        told: list[tuple[str, str]] = []
        with room.inbox(name=None, assistant=None) as nameless:
            app = SaysoApp(nameless, Settings(), introduce=lambda what, value: told.append((what, value)))
            async with app.run_test(size=(120, 44)) as pilot:
                person = Person(pilot)
                await person.press("1")
                assert "Your name" in text_of(app)
                app.screen.query_one("#name", Field).put("")
                await person.press("ctrl+s")
                assert told == []
                assert focused(app) == "name"
                await person.write("ana")
                await person.press("ctrl+s")
            assert told == [("name", "ana")]
            *_, written = records(nameless)
        assert written["authority"] == {"kind": "principal", "by": "ana"}

    async def test_an_assistant_is_asked_for_where_one_acted(self, room: Room, fill: Any) -> None:
        await fill(h.raised())
        told: list[tuple[str, str]] = []
        with room.inbox(assistant=None) as nameless:
            app = SaysoApp(nameless, Settings(), introduce=lambda what, value: told.append((what, value)))
            async with app.run_test(size=(120, 44)) as pilot:
                person = Person(pilot)
                await person.press("1")
                assert "Assistant" not in text_of(app)
                await person.press("ctrl+t", "ctrl+t", "ctrl+s")
                await person.write("mandate 7" if focused(app) == "under" else "helper")
                await person.press("ctrl+s")
                await person.write("helper" if focused(app) == "assistant" else "mandate 7")
                await person.press("ctrl+s")
            assert told == [("assistant", "helper")]

    async def test_the_login_name_is_offered_but_never_root(
        self, room: Room, fill: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await fill(h.raised())
        for login, offered in (("alice", "alice"), ("root", "")):
            monkeypatch.setenv("LOGNAME", login)
            assert getpass.getuser() == login
            with room.inbox(name=None) as nameless:
                app = SaysoApp(nameless, Settings())
                async with app.run_test(size=(120, 44)) as pilot:
                    await Person(pilot).press("1")
                    assert app.screen.query_one("#name", Field).value == offered


async def test_asking_a_page_for_its_height_changes_nothing_so_that_layout_comes_to_rest(fill: Any, sit: Any) -> None:
    await fill(LONG)
    async with sit(size=(40, 40)) as person:
        await person.press("a")
        for part in person.app.screen.query("#question, #option, #kind").results(Page):
            before = (part.lines, part.virtual_size)
            heights = [part.get_content_height(part.size, part.size, width) for width in (20, 37, 36, 90)]
            # The kinds fit any width; a text that is longer than every terminal is as tall as it can be wanted.
            assert heights[0] > heights[-1] or part.id in ("kind", "question")
            assert (part.lines, part.virtual_size) == before
