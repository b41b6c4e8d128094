"""`=` opens the answer sheet as I answered the same question before; only the record key writes."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import home
from sayso_client.decision import Act, Ref
from sayso_client.inbox import Inbox
from sayso_tui.screens.sheet_answer import AnswerSheet

NEW = Ref("home", "k/2")


TEXT = str(h.TERMS["text"])


def again(text: str = TEXT, key: str = "k/2") -> dict[str, Any]:
    at = (h.START + timedelta(minutes=20)).isoformat()
    return {**h.raised(terms={**h.TERMS, "text": text, "due": "2027-01-01"}), "key": key, "id": f"r:{key}", "at": at}


def records(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record()]


async def test_it_fills_in_the_earlier_answer_and_tells_from_where(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), again())
    async with sit() as person:
        await person.press("1")
        await person.write("Until May.")
        await person.press("ctrl+s")
        assert person.app.screen.decisions.cursor_ref == NEW
        held = len(records(inbox))
        await person.press("=")
        sheet = person.app.screen
        assert isinstance(sheet, AnswerSheet)
        assert (sheet.draft().ref, sheet.draft().option, sheet.draft().text) == (NEW, "pg", "Until May.")
        assert f"As you answered {h.KEY} on 2026-10-27: PostgreSQL" in text_of(person.app)
        assert len(records(inbox)) == held
        await person.press("ctrl+s")
    last = records(inbox)[-1]
    assert (last["key"], last["answer"]) == ("k/2", {"text": "Until May.", "option": "pg"})


async def test_another_question_has_no_earlier_answer(fill: Any, sit: Any) -> None:
    await fill(h.raised(), again("Which cache?"))
    async with sit() as person:
        await person.press("1", "ctrl+s", "=")
        assert "No earlier answer of yours to the same question stands." in text_of(person.app)
        assert not isinstance(person.app.screen, AnswerSheet)


async def test_what_was_typed_for_this_one_is_a_key_away(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), again())
    async with sit() as person:
        await person.press("1", "ctrl+s", "a")
        await person.write("My own words.")
        await person.press("escape", "=")
        assert person.app.screen.draft().text == ""
        assert "Another draft is kept here" in text_of(person.app)
        await person.press("ctrl+o")
        assert person.app.screen.draft().text == "My own words."


async def test_left_as_it_was_opened_it_keeps_no_draft(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), again())
    async with sit() as person:
        await person.press("1", "ctrl+s", "=", "escape")
    assert inbox.draft(NEW, Act.ANSWER) is None


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_it_can_be_recorded_at_every_size(inbox: Inbox, fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised(), again())
    async with sit(size=size) as person:
        await person.press("enter", "1", "ctrl+s", "=", "ctrl+s")
        decision = inbox.decision(NEW)
        assert decision is not None
        assert decision.settlement is not None


async def test_the_hint_stands_in_the_footer_only_where_there_is_an_earlier_answer(fill: Any, sit: Any) -> None:
    await fill(h.raised(), again(), again("Which cache?", "k/3"))
    async with sit() as person:
        assert "as before" not in text_of(person.app)
        await person.press("1", "ctrl+s")
        assert person.app.screen.decisions.cursor_ref == NEW
        await until(person, lambda: "= as before" in text_of(person.app))
        await person.press("j")
        await until(person, lambda: "as before" not in text_of(person.app))


async def until(person: Person, holds: Callable[[], bool]) -> None:
    """The pane and the footer follow the cursor once it rests."""
    async with asyncio.timeout(10):
        while not holds():
            await person.pilot.pause()
