"""A decision that moved while it was answered: a sheet with both sides, a choice, and nothing written by itself."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from at_the_screen import at_the_list, impatient, in_a_row
from opened import LOCK, Room, home, running_elsewhere
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox

REF = Ref("home", h.KEY)
BOB: dict[str, Any] = {"authority": {"kind": "principal", "by": "bob"}}
AMENDED = {**h.TERMS, "text": "Which database for May?", "due": "2026-11-09"}


def written(inbox: Inbox) -> list[Any]:
    found = [each.value for each in home(inbox).every_record()]
    return [each for each in found if each["origin"] == "principal" and each["id"] not in ("s1", "s2", "o1")]  # type: ignore[index]


def kept(inbox: Inbox) -> str | None:
    draft = inbox.draft(REF, Act.ANSWER)
    return draft.text if draft else None


async def answering(person: Person, fill: Any, *meanwhile: dict[str, Any], option: str = "1") -> None:
    """Choose, write, and press the record key after something else came in."""
    await person.press(option)
    await person.write("These words.")
    await fill(*meanwhile)
    await person.rest()
    await person.press("ctrl+s")


async def test_who_answered_first_is_shown_beside_what_i_wrote(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        for words in (
            "Someone answered first",
            "Yours is not written; your words are kept.",
            "theirs yours",
            "Answer SQLite PostgreSQL",
            "Authority principal principal",
            "By bob ana",
            "Terms rev 1 rev 1",
            "Your words ▏ These words.",
            "(●) keep theirs",
            "Will write nothing; your words are kept",
        ):
            assert words in in_a_row(person)
        assert written(inbox) == []
        assert kept(inbox) == "These words."


@pytest.mark.parametrize("leaving", ["ctrl+s", "escape"])
async def test_keeping_theirs_writes_nothing_and_keeps_the_draft(
    leaving: str, fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press(leaving)
        assert at_the_list(person)
        assert "Draft saved." in text_of(person.app)
    assert written(inbox) == []
    assert kept(inbox) == "These words."


async def test_superseding_writes_mine_and_names_theirs(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("down")
        assert "(option pg) · answered by ana · terms rev 1 · supersedes theirs" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)
        assert "written to home" in text_of(person.app)
    (record,) = written(inbox)
    assert record["supersedes"] == ["s1"]
    assert record["answer"] == {"text": "These words.", "option": "pg"}
    assert kept(inbox) is None


async def test_mine_as_a_note_holds_every_word_and_settles_nothing(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("down", "down")
        assert "Will write note · your words as they stand above; settles nothing" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)
        assert "Noted · written to home" in text_of(person.app)
        assert "takes it back" not in text_of(person.app)
    (record,) = written(inbox)
    assert record["type"] == "note"
    assert record["note"] == "My answer would have been: PostgreSQL\nThese words."
    assert kept(inbox) is None


async def test_mine_is_dropped_only_on_purpose(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("down", "down", "down", "down")
        assert "Will write nothing, and your words are deleted" in in_a_row(person)
        assert kept(inbox) == "These words."
        await person.press("ctrl+s")
        assert at_the_list(person)
    assert written(inbox) == []
    assert kept(inbox) is None


async def test_going_back_shows_how_it_stands_now_with_my_words(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("down", "down", "down")
        await person.press("ctrl+s")
        sheet: Any = person.app.screen
        assert sheet.TITLE == "Answer"
        assert sheet.draft().text == "These words."
        assert written(inbox) == []
        await person.press("ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["supersedes"] == ["s1"]


async def test_the_record_key_does_nothing_right_after_the_conflict_is_shown(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.burst("down", "ctrl+s")
        assert "Not recorded" in in_a_row(person)
        assert not at_the_list(person)
    assert written(inbox) == []


async def test_changed_terms_are_shown_word_by_word_before_mine_is_written_upon_them(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(
            person,
            fill,
            h.amended(terms={**h.TERMS, "default": "pg", "text": "Which database? The trial runs out in June."}),
        )
        for words in (
            "The terms changed meanwhile",
            "! The terms changed, revision 1 → 2:",
            "- Which [database?↵↵] The trial runs out in [May.]",
            "+ Which [database?␣] The trial runs out in [June.]",
            "assumed - SQLite",
        ):
            assert words in in_a_row(person)
        assert written(inbox) == []
        await person.press("down")
        assert "terms rev 2" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["terms_rev"] == 2
    assert record["sayso"]["saw"]["need"] == "a2"


async def test_an_option_that_reads_otherwise_is_not_recorded_unseen(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    options = [{"id": "pg", "label": "Drop everything"}, {"id": "sqlite", "label": "SQLite"}]
    async with sit() as person:
        await answering(person, fill, h.amended(terms={**h.TERMS, "options": options}))
        assert "not possible: the chosen option reads otherwise now" in in_a_row(person)
        await person.press("down")
        assert "(●) keep mine as a note" in in_a_row(person)
        await person.press("down", "ctrl+s")
        sheet: Any = person.app.screen
        assert sheet.option is None
        assert sheet.draft().text == "These words."
    assert written(inbox) == []


async def test_what_is_withdrawn_is_frozen_and_its_words_can_be_kept_as_a_note(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await person.write("These words.")
        await fill(h.withdrawn())
        await person.rest()
        assert "withdrawn by the asker" in in_a_row(person)
        assert "the form is frozen; ctrl+s shows what can be done with your words" in in_a_row(person)
        sheet: Any = person.app.screen
        await person.write("more")
        await person.press("ctrl+t")
        assert sheet.draft().text == "These words."
        assert sheet.draft().kind == "principal"
        field = sheet.query_one("#text")
        field.select_all()
        await person.press("ctrl+c")
        assert person.app.clipboard == "These words."
        await person.press("ctrl+s")
        assert "The asker withdrew it (no longer needed)." in in_a_row(person)
        assert "not possible: the asker withdrew it" in in_a_row(person)
        await person.press("down")
        assert "(●) keep mine as a note" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["type"] == "note"
    assert kept(inbox) is None


async def test_what_is_asked_again_after_it_was_withdrawn_can_be_answered_on(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await fill(h.withdrawn())
        await person.rest()
        await fill(h.amended(minutes=25, supersedes=["w1"]))
        await person.rest()
        await person.write("These words.")
        sheet: Any = person.app.screen
        assert sheet.draft().text == "These words."


async def test_an_answer_that_was_taken_back_meanwhile_is_told(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised(), h.settled(**BOB))
    async with sit() as person:
        await person.press("]", "]", "]", "]")
        await answering(person, fill, h.reopened(sayso={"by": "bob"}), option="2")
        assert "The answer was taken back meanwhile" in in_a_row(person)
        assert "taken back" in in_a_row(person)
        await person.press("down", "ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["supersedes"] == ["o1"]


async def test_what_moves_once_more_is_shown_once_more(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("down")
        await fill(h.settled("s2", 9, supersedes=["s1"], authority={"kind": "principal", "by": "carol"}))
        await person.rest()
        assert "ctrl+r shows it as it stands" in in_a_row(person)
        await person.press("ctrl+s")
        assert "It moved once more. Nothing was written" in in_a_row(person)
        assert "By carol ana" in in_a_row(person)
        assert "(●) keep theirs" in in_a_row(person)
        assert written(inbox) == []
        await person.press("down", "ctrl+s")
    (record,) = written(inbox)
    assert record["supersedes"] == ["s2"]


async def test_answers_that_contradict_one_another_are_all_shown_and_one_replaces_them_all(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised(), h.settled(**BOB), h.settled("s2", 6, "sqlite", authority={"kind": "principal", "by": "eve"}))
    async with sit() as person:
        await person.press("]", "]", "]")
        for words in ("contested", "2 answers stand against one another", "bob", "eve"):
            assert words in in_a_row(person)
        await person.press("1", "ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["supersedes"] == ["s1", "s2"]
    decision = inbox.decision(REF)
    assert decision is not None
    assert not decision.flags


async def test_a_fork_that_comes_while_i_answer_is_shown_with_each_head(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        fork = h.settled("s2", 6, "sqlite", authority={"kind": "principal", "by": "eve"})
        await answering(person, fill, h.settled(**BOB), fork)
        assert "2 answers stand against one another" in in_a_row(person)
        await person.press("down")
        assert "supersedes every answer above" in in_a_row(person)
        await person.press("ctrl+s")
    (record,) = written(inbox)
    assert record["supersedes"] == ["s1", "s2"]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_hostile_words_act_on_nothing(size: tuple[int, int], fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    evil = "[/] [@click=app.quit]x[/] \x1b]0;pwn\x07 \u202e" + "w" * 3000
    async with sit(size) as person:
        await person.press("a")
        await person.write("x")
        await fill(
            h.settled(option=None, answer={"text": evil}, authority={"kind": "delegated", "by": evil, "under": evil}),
            h.amended(terms={"text": evil, "options": [{"id": evil, "label": evil}]}),
        )
        await person.rest()
        await person.press("ctrl+s")
        assert "Someone answered first" in in_a_row(person)
        assert "\x1b" not in text_of(person.app)
        assert "\u202e" not in text_of(person.app)
        assert "Will write nothing" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)


async def test_mine_is_written_upon_changed_terms_only_after_the_changes_were_read_to_their_end(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    options = [*h.TERMS["options"], *({"id": f"o{n}", "label": f"Another one {n}"} for n in range(30))]
    async with sit((80, 24)) as person:
        await answering(person, fill, h.amended(terms={**h.TERMS, "options": options}))
        await person.press("down", "ctrl+s")
        assert "Not recorded: what happened goes on below." in in_a_row(person)
        assert written(inbox) == []
        await person.press(*["pagedown"] * 8)
        assert "Another one 29" in in_a_row(person)
        await person.press("ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["terms_rev"] == 2


async def test_theirs_reads_as_it_did_when_it_was_answered(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    options = [{"id": "pg", "label": "PostgreSQL"}, {"id": "sqlite", "label": "Something else"}]
    async with sit() as person:
        await answering(
            person, fill, h.settled(option="sqlite", **BOB), h.amended(terms={**h.TERMS, "options": options})
        )
        assert "Answer SQLite PostgreSQL" in in_a_row(person)
        assert "option - SQLite + Something else" in in_a_row(person)


@pytest.mark.parametrize(("key", "act"), [("d", "dismiss"), ("R", "retract")])
async def test_other_sheets_meet_a_conflict_in_the_same_way(
    key: str, act: str, fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised(), h.amended(minutes=7), h.settled(**BOB))
    async with sit() as person:
        await person.press(key)
        sheet: Any = person.app.screen
        assert sheet.act == act
        await person.press("tab") if act == "dismiss" else None
        sheet.set_focus(sheet.query_one("#note"))
        await person.write("No need.")
        await fill(h.settled("s2", 9, "sqlite", supersedes=["s1"], authority={"kind": "principal", "by": "eve"}))
        await person.rest()
        await person.press("ctrl+s")
        assert "Someone answered first" in in_a_row(person)
        assert "eve" in in_a_row(person)
        await person.press("down", "ctrl+s")
        assert at_the_list(person)
    (record,) = written(inbox)
    assert record["supersedes"] == ["s2"]
    assert record["note"] == "No need."


async def test_words_that_the_disk_does_not_take_are_not_lost_by_leaving_the_conflict(
    room: Room, fill: Any, inbox: Inbox
) -> None:
    await fill(h.raised())
    async with impatient(room) as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        sheet: Any = person.app.screen_stack[1]
        with running_elsewhere(LOCK, room.path):
            sheet.query_one("#text").put("Never kept.")
            await person.press("ctrl+q")
            assert person.app.is_running
            assert "Your words are not on the disk yet" in in_a_row(person)
            await person.press("escape")
            assert person.app.screen is sheet
            assert "Your words are not on the disk yet" in in_a_row(person)
        await person.press("escape")
        assert at_the_list(person)


async def test_leaving_sayso_from_a_conflict_keeps_the_draft(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await answering(person, fill, h.settled(option="sqlite", **BOB))
        await person.press("ctrl+q")
        assert not person.app.is_running or person.app._exit
    assert kept(inbox) == "These words."
    assert written(inbox) == []
