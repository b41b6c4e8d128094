"""A page that changes in a line or two draws these, and looks as one that is drawn whole."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.strip import Strip

from sayso_tui.tones import COMPONENTS, LOOKS
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece
from sayso_tui.widgets.pane.layout import lay_out

ROWS = 10


class Watched(Page):
    """A page that remembers which of its rows were asked for."""

    drawn: set[int]

    def render_line(self, y: int) -> Strip:
        self.drawn.add(y)
        return super().render_line(y)


class Reader(App[None]):
    CSS = "Page { height: 1fr; }"
    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)
    DEFAULT_CSS = LOOKS
    SCOPED_CSS = False

    def compose(self) -> ComposeResult:
        page = Watched()
        page.drawn = set()
        yield page


def blocks(lines: Sequence[str]) -> Any:
    def draw(width: int) -> Iterable[Block]:
        return [Block((Piece(each, Ink.TEXT),)) for each in lines]

    return draw


def seen(app: App[None]) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


LINES = [f"line {number}" for number in range(30)]


@pytest.mark.parametrize(
    ("change", "drawn"),
    [
        ({}, set()),
        ({3: "another"}, {3}),
        ({0: "one", 9: "two", 10: "out of sight"}, {0, 9}),
        ({25: "out of sight"}, set()),
    ],
)
async def test_of_a_page_that_stays_only_other_lines_are_drawn(change: dict[int, str], drawn: set[int]) -> None:
    app = Reader()
    async with app.run_test(size=(40, ROWS)) as pilot:
        page = app.query_one(Watched)
        page.show(blocks(LINES))
        await pilot.pause()
        page.drawn.clear()

        changed = [change.get(number, line) for number, line in enumerate(LINES)]
        page.show(blocks(changed))
        await pilot.pause()

        assert page.drawn == drawn
        assert [line.rstrip("▁▂▃▄▅▆▇█ ") for line in seen(app)] == changed[:ROWS]


@pytest.mark.parametrize("at", [0, 5])
@pytest.mark.parametrize("count", [0, 3, ROWS, 29, 31, 60])
async def test_a_page_that_grows_or_shrinks_shows_what_it_would_if_it_were_new(at: int, count: int) -> None:
    after = [f"other {number}" if number % 3 else f"line {number}" for number in range(count)]
    app, fresh = Reader(), Reader()
    async with app.run_test(size=(40, ROWS)) as pilot:
        app.query_one(Watched).show(blocks(LINES))
        await pilot.pause()
        app.query_one(Watched).scroll_lines(at)
        await pilot.pause()
        app.query_one(Watched).show(blocks(after), at=at)
        await pilot.pause()
        shown = seen(app)
    async with fresh.run_test(size=(40, ROWS)) as pilot:
        fresh.query_one(Watched).show(blocks(after))
        await pilot.pause()
        fresh.query_one(Watched).scroll_lines(at)
        await pilot.pause()
        assert shown == seen(fresh)


@settings(max_examples=300)
@given(st.text(" ab\t\n漢\u202e", max_size=12), st.integers(4, 40))
def test_a_label_that_is_not_wrapped_reads_as_if_it_were(label: str, width: int) -> None:
    choices = Choices([Choice(label), Choice("x" * 20_000)], None, id="option")

    wrapped = lay_out([choices._block(0, Choice(label), width, width)], width)

    assert [text(each) for each in choices._choice_lines(width)][: len(wrapped)] == [text(each) for each in wrapped]


def text(line: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in line).rstrip()
