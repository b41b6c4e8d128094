"""A sheet on a small terminal begins with the question and what can be chosen; the first key shows where one types."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import in_a_row, sitting
from chant_desk import ChantDesk, chant_desk
from opened import Room

BOTH = "two-people-05bf15a516ef"
TIER = "slice-tier-11f10b8d6fc1"
SMALL = (40, 14)


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), {TIER: objects[TIER]}) as found:
        yield found


@pytest.mark.parametrize("keys", ["a", "c", "enter 3"])
async def test_it_begins_with_the_question_and_the_options(desk: ChantDesk, keys: str) -> None:
    async with sitting(desk.inbox, SMALL) as person:
        await person.press(*keys.split())
        text = in_a_row(person)
        assert "W-006: Which builder tier builds this work item" in text
        for option in ("1 small", "2 medium", "3 large"):
            assert option in text
        assert "Will write settled" in text


async def test_the_first_key_shows_the_words_that_are_typed(desk: ChantDesk) -> None:
    async with sitting(desk.inbox, SMALL) as person:
        await person.press("a", *"why?")
        assert "Note why?" in in_a_row(person)
        assert "Will write" in in_a_row(person)


async def test_words_of_a_kept_draft_are_in_sight_before_they_are_recorded(desk: ChantDesk) -> None:
    async with sitting(desk.inbox, SMALL) as person:
        await person.press("a", *"why?", "escape", "a")
        assert "Note why?" in in_a_row(person)


async def test_a_small_terminal_hints_at_confirming_where_something_is_proposed(desk: ChantDesk) -> None:
    async with sitting(desk.inbox, SMALL) as person:
        await person.press("enter")
        assert "c confirm" in in_a_row(person)
        assert "? help" in in_a_row(person)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_reason_of_a_proposal_stands_in_the_sheet_that_confirms_it(
    desk: ChantDesk, objects: dict[str, Any], size: tuple[int, int]
) -> None:
    reason = "bigger than every limit \x1b]0;pwn\x07 \u202egnp " + "and so on " * 500 + "the end"
    question = {**objects[TIER]["question"], "reason": reason}
    desk.comes(TIER, {**objects[TIER], "question": question})
    async with sitting(desk.inbox, size) as person:
        await person.press("c")
        text = in_a_row(person)
        assert "“bigger than every limit" in text
        assert "\u202e" not in text
        assert "\x1b" not in text
        assert "the end" not in text
        assert "Will write settled · decided · “large” · confirmed by alice" in text


async def test_a_question_that_was_taken_back_says_so_above_everything_else(
    desk: ChantDesk, objects: dict[str, Any]
) -> None:
    back = {"answer": "small", "decider": {"kind": "quorum", "count": 1}, "answeredBy": ["bob"], "by": ["ana"]}
    back |= {"answeredOn": "2026-11-02", "on": "2026-11-03", "note": "too \x1bsmall by far"}
    question = {**objects[TIER]["question"], "state": "escalated", "answer": None, "retractions": [back]}
    desk.comes(TIER, {**objects[TIER], "question": question})
    async with sitting(desk.inbox, (80, 24)) as person:
        await person.press("enter")
        text = in_a_row(person)
        assert "Taken back by ana on 2026-11-03: too" in text
        assert text.index("Taken back by ana") < text.index("Pick the smallest builder tier")
        assert "\x1b" not in text


async def test_an_answer_that_stands_again_is_not_called_taken_back(desk: ChantDesk, objects: dict[str, Any]) -> None:
    back = {"answer": "small", "decider": {"kind": "quorum", "count": 1}, "by": ["ana"], "on": "2026-11-03"}
    answered = {**objects["slice-tier-e6055a4c25b4"]["question"], "id": TIER, "retractions": [back]}
    desk.comes(TIER, {**objects[TIER], "question": answered})
    async with sitting(desk.inbox) as person:
        await person.press("]", "]", "]", "]")
        assert "Decided" in in_a_row(person)
        assert "Taken back" not in in_a_row(person)
