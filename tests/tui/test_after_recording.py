"""Where one stands once a record is written, and how it is taken back."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from sayso_client.decision import Ref

REF = Ref("home", h.KEY)


def second(**members: Any) -> dict[str, Any]:
    terms = {**h.TERMS, "text": "Which database for the cache?", "due": "2027-01-01"}
    return {**h.raised(terms=terms, **members), "key": "k/2", "id": "r:k/2"}


async def find(person: Person, words: str) -> None:
    if words:
        await person.press("/")
        await person.write(words)
        await person.press("enter")


@pytest.mark.parametrize("words", ["", "which database"], ids=["all", "filtered"])
async def test_an_answered_decision_leaves_the_list_be_it_the_last_or_found_by_words(
    fill: Any, sit: Any, words: str
) -> None:
    await fill(h.raised(), second())
    async with sit() as person:
        await find(person, words)
        assert person.app.screen.decisions.cursor_ref == REF
        await person.press("1", "ctrl+s")
        assert person.app.screen.decisions.cursor_ref == Ref("home", "k/2")
        assert person.app.screen.decisions.total == 1
        await person.press("1", "ctrl+s")
        assert person.app.screen.decisions.total == 0
        assert ("0 found" in text_of(person.app)) == bool(words)


@pytest.mark.parametrize("views", [[], ["]"] * 5, ["]"] * 3], ids=["waiting", "all", "another"])
async def test_what_was_just_recorded_is_taken_back_by_the_key_that_is_told(
    fill: Any, sit: Any, views: list[str]
) -> None:
    other = h.amended("a3", terms={**h.TERMS, "text": "Which database after all?"})
    await fill(second(), h.raised(), h.amended("a2"), other)
    async with sit() as person:
        await person.press(*views)
        assert person.app.screen.decisions.go_to(REF)
        await person.press("d", "ctrl+s")
        assert "u takes it back." in text_of(person.app)
        await person.press("u")
        sheet = person.app.screen
        assert (type(sheet).__name__, sheet.decision.ref) == ("UndoSheet", REF)


async def test_a_note_and_a_retraction_say_nothing_of_taking_back(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.settled())
    async with sit() as person:
        await person.press("[")
        for keys in (("n", "x"), ("R",)):
            await person.press(*keys, "ctrl+s")
            assert "takes it back" not in text_of(person.app)


def another(key: str, due: str, minutes: float) -> dict[str, Any]:
    terms = {**h.TERMS, "text": f"Which one for {key}?", "due": due}
    return {**h.raised(minutes, terms=terms), "key": key, "id": f"r:{key}"}


async def test_what_arrives_during_an_answer_waits_in_the_order_of_its_due_days_and_is_counted(
    fill: Any, sit: Any
) -> None:
    """Due soonest first, then asked first, whatever the order of arrival."""
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await fill(
            another("late", "2026-12-01", 3),
            another("soon, asked later", "2026-11-05", 2),
            another("soon", "2026-11-05", 1),
        )
        await person.rest()
        await person.press("ctrl+s")
        listed = person.app.screen.decisions
        assert listed.cursor_ref == Ref("home", "soon")
        assert "2 more waiting" in text_of(person.app)
        for key in ("soon, asked later", "late"):
            await person.press("j")
            assert listed.cursor_ref == Ref("home", key)
        await person.press("k", "k", "1", "ctrl+s")
        assert listed.cursor_ref == Ref("home", "soon, asked later")
        assert "1 more waiting" in text_of(person.app)
