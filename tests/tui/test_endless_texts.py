"""Texts of any size: opened at once, cut with a sentence that says where the whole is, and nothing waits for them."""

from collections.abc import Iterator
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from sayso_tui.widgets.pane.laid import Laid
from sayso_tui.widgets.pane.layout import MOST_LINES
from turns import watched

LINES_200_000 = "\n".join(f"line {n}" for n in range(200_000))
MARKDOWN = "# Head\n\n* item **bold** `code`\n\n```py\nx = 1\n```\n> quote\n" * 3_500
OPTIONS = [{"id": f"o{n}", "label": (f"Option {n} " + "lorem ipsum " * 90)[:1_000]} for n in range(255)]
ENDLESS = [
    pytest.param({"text": "x" * 1_000_000}, id="1 MB in one word"),
    pytest.param({"text": "word and word " * 71_000}, id="1 MB in one line"),
    pytest.param({"text": LINES_200_000}, id="200,000 lines"),
    pytest.param({"text": MARKDOWN}, id="200 KB of markdown"),
    pytest.param({"text": "Which?", "options": OPTIONS}, id="255 options of 1,000 characters"),
]
LONGEST = 0.05
"""Seconds of work between two turns of the loop."""
SLOW = 4
"""How much slower than an idle one the machine of a test may be."""


async def beside_a_small_one(fill: Any, terms: dict[str, Any]) -> None:
    small = {**h.raised(terms={"text": "A small one", "due": "2026-10-01"}), "key": "a", "id": "r:a"}
    await fill(small, {**h.raised(terms={**terms, "due": "2026-10-02"}), "key": "b", "id": "r:b"})


@pytest.mark.parametrize("terms", [ENDLESS[2], ENDLESS[4]])
async def test_it_and_its_sheet_open_without_holding_up_the_loop(fill: Any, sit: Any, terms: dict[str, Any]) -> None:
    await beside_a_small_one(fill, terms)
    async with sit() as person:
        await person.press("a", "escape")
        async with watched() as small:
            await person.press("a")
        await person.press("escape")
        async with watched() as opening:
            await person.press("down", "pagedown")
        assert person.app.screen.pane.decision.ref.key == "b"
        async with watched() as large:
            await person.press("a")
        assert "Will write" in text_of(person.app)
        assert opening.longest < LONGEST * SLOW
        assert large.longest < small.longest + LONGEST * SLOW


@pytest.mark.parametrize("terms", ENDLESS[:4])
async def test_a_sentence_says_where_the_whole_is(fill: Any, sit: Any, terms: dict[str, Any]) -> None:
    await beside_a_small_one(fill, terms)
    async with sit() as person:
        await person.press("down", "tab")
        await all_laid_out(person)
        await person.press("end")
        text = " ".join(text_of(person.app).split())
        pages = " ".join(" ".join(person.app.screen.pane.page.lines).split())
        assert "or “sayso show KEY”." in pages
        assert f"line {person.app.screen.pane.page.virtual_size.height}/" in text


async def test_the_rest_of_a_long_text_comes_by_itself(fill: Any, sit: Any) -> None:
    await beside_a_small_one(fill, {"text": LINES_200_000})
    async with sit() as person:
        await person.press("down")
        await all_laid_out(person)
        assert person.app.screen.pane.page.virtual_size.height == MOST_LINES + 2


async def test_the_end_of_a_long_text_is_reached_at_once(fill: Any, sit: Any) -> None:
    await beside_a_small_one(fill, {"text": LINES_200_000})
    async with sit() as person:
        await person.press("down", "tab", "G")
        assert "Cut here after 2,000 lines." in text_of(person.app)


async def test_of_many_long_options_the_chosen_one_stands_in_full(fill: Any, sit: Any) -> None:
    await beside_a_small_one(fill, {"text": "Which?", "options": OPTIONS})
    async with sit() as person:
        await person.press("down", "2")
        text = text_of(person.app)
        assert text.count("lorem ipsum") > 70
        assert "( ) 1 Option 0 lorem" in text
        assert "…" in text


def test_no_more_lines_are_laid_out_than_are_asked_for() -> None:
    made: list[int] = []

    def lines() -> Iterator[Any]:
        for number in range(1_000):
            made.append(number)
            yield ()

    laid = Laid(lines())
    assert len(laid.reach(40).lines) == 40 == len(made)
    assert not laid.whole
    assert len(laid.reach().lines) == 1_000
    assert laid.whole


async def all_laid_out(person: Person) -> None:
    """Wait until the page has no more to lay out."""
    page = person.app.screen.pane.page  # type: ignore[attr-defined]
    while not page.complete:
        await person.pilot.pause(0.01)
    await person.rest()
