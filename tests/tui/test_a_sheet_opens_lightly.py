"""A sheet is put together once, for the size there is, and looks as if it had always been there."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of

SIZES = [(40, 14), (120, 40), (80, 24)]
OPTIONS = {
    "text": "Which database?",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
}


def sheet_of(person: Person) -> list[str]:
    """What stands in the sheet, without what is behind it."""
    left, top, width, height = person.app.screen.query_one("#sheet").region
    return [line[left : left + width].rstrip() for line in text_of(person.app).splitlines()[top : top + height]]


@pytest.mark.parametrize("terms", [OPTIONS, {"text": "Which?"}], ids=["options", "words"])
async def test_a_sheet_looks_after_a_resize_as_one_that_is_opened_at_that_size(
    fill: Any, sit: Any, terms: dict[str, Any]
) -> None:
    await fill(h.raised(terms=terms))
    before, *sizes = SIZES
    async with sit(size=before) as person:
        await person.press("a")
        for size in sizes:
            await person.pilot.resize_terminal(*size)
            await person.rest()
            resized = sheet_of(person)
            await person.press("escape", "a")
            assert sheet_of(person) == resized


async def test_nothing_below_a_sheet_is_laid_out_when_it_opens(fill: Any, sit: Any) -> None:
    await fill(h.raised(terms=OPTIONS))
    async with sit() as person:
        below = person.app.screen
        await person.press("enter")
        laid_out: list[object] = []
        below.screen_layout_refresh_signal.subscribe(below, laid_out.append, immediate=True)
        await person.press("a", "tab", "x")
        assert person.app.screen is not below
        assert laid_out == []
        await person.press("escape")
        assert person.app.screen is below


async def test_the_first_line_of_a_form_that_is_shown_has_no_blank_line_above_it(fill: Any, sit: Any) -> None:
    """Also where an earlier one is hidden: one proposal is not chosen from."""
    await fill(h.raised(terms=OPTIONS), h.proposed(answer={"option": "pg"}, question="choice", model="m"))
    async with sit() as person:
        await person.press("c")
        form = person.app.screen.query_one("#form")
        first, second, *_ = form.displayed_children
        assert first.region.y == form.region.y
        assert second.region.y > first.region.bottom
