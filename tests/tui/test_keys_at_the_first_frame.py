"""Keys pressed the moment the list is there, before anything else is: none is lost, none hits another decision."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

import handoff_decisions as h
from at_the_keys import Person, text_of
from sayso_client.decision import Act
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.screens.sheet import Sheet

Hurry = Callable[..., AbstractAsyncContextManager[Person]]


class Hurried(SaysoApp):
    """Has keys pressed with its first frame."""

    def __init__(self, inbox: Inbox, keys: Sequence[str]) -> None:
        super().__init__(inbox, Settings())
        self._keys_to_press = keys
        self.first_frame = ""
        self.had_a_pane = True

    async def on_ready(self) -> None:
        self.first_frame = text_of(self)
        self.had_a_pane = bool(self.screen.query("#pane"))
        Person(Pilot(self)).strike(*self._keys_to_press)


@pytest.fixture
def hurry(inbox: Inbox) -> Hurry:
    @asynccontextmanager
    async def press_at_once(*keys: str, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Person]:
        app = Hurried(inbox, keys)
        async with app.run_test(size=size) as pilot:
            person = Person(pilot)
            await person.rest()
            assert not app.had_a_pane
            yield person

    return press_at_once


async def two(fill: Any) -> None:
    first = h.raised()
    terms = {**h.TERMS, "text": "Which cache?", "due": "2027-01-01"}
    second = {**h.raised(terms=terms), "key": "k/2", "id": "r:k/2"}
    await fill(first, second)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_the_first_frame_has_the_list_where_it_stays(fill: Any, hurry: Hurry, size: tuple[int, int]) -> None:
    await two(fill)
    async with hurry(size=size) as person:
        assert isinstance(person.app, Hurried)
        first, then = person.app.first_frame.splitlines(), text_of(person.app).splitlines()
        for said in ("2 waiting", "Which", "Which cache?"):
            y, x = next((y, line.index(said)) for y, line in enumerate(first) if said in line)
            assert then[y].startswith(said, x)
        assert first[-1].endswith("? help")


@pytest.mark.parametrize(
    ("keys", "key", "option"), [("1", h.KEY, "pg"), ("2", h.KEY, "sqlite"), ("j2", "k/2", "sqlite")]
)
async def test_a_digit_opens_the_sheet_of_that_option_and_of_the_decision_under_the_cursor(
    fill: Any, hurry: Hurry, keys: str, key: str, option: str
) -> None:
    await two(fill)
    async with hurry(*keys) as person:
        sheet = person.app.screen
        assert isinstance(sheet, Sheet)
        assert (sheet.act, sheet.decision.ref.key, sheet.draft().option) == (Act.ANSWER, key, option)


@pytest.mark.parametrize(("pressed", "act"), [("a", Act.ANSWER), ("d", Act.DISMISS), ("n", Act.NOTE)])
async def test_a_letter_opens_its_sheet_and_what_follows_is_its_text(
    fill: Any, hurry: Hurry, pressed: str, act: Act
) -> None:
    await two(fill)
    async with hurry(pressed) as person:
        sheet = person.app.screen
        assert isinstance(sheet, Sheet)
        assert (sheet.act, sheet.decision.ref.key) == (act, h.KEY)
        await person.press("escape")
        assert "Which database?" in text_of(person.app)


async def test_no_digit_picks_an_option_where_the_list_fills_the_screen(fill: Any, hurry: Hurry) -> None:
    await two(fill)
    async with hurry("1", size=(40, 14)) as person:
        assert "enter shows the options first" in text_of(person.app)


async def test_the_cursor_moves_and_the_pane_follows_it(fill: Any, hurry: Hurry) -> None:
    await two(fill)
    async with hurry("j", "enter") as person:
        screen = person.app.screen
        assert isinstance(screen, InboxScreen)
        assert screen.pane.decision is not None
        assert screen.pane.decision.ref.key == "k/2"
        assert screen.reading


async def test_words_for_the_filter_are_all_taken(fill: Any, hurry: Hurry) -> None:
    await two(fill)
    async with hurry("slash", *"cache", "enter") as person:
        assert "Which database?" not in text_of(person.app)
        assert "Which cache?" in text_of(person.app)


async def test_leaving_at_once_leaves(fill: Any, hurry: Hurry) -> None:
    await two(fill)
    async with hurry("q", "q") as person:
        assert person.app._exit


class Eager(SaysoApp):
    """Has keys pressed before it has a screen."""

    def __init__(self, inbox: Inbox, keys: Sequence[str]) -> None:
        super().__init__(inbox, Settings())
        self._keys_to_press = keys

    def on_mount(self) -> None:
        assert not self.screen.query("DecisionList")
        Person(Pilot(self)).strike(*self._keys_to_press)


@pytest.mark.parametrize(
    ("keys", "ref"),
    [
        (("j",), "k/2"),
        (("down", "up", "down"), "k/2"),
        (("G",), "k/2"),
        (("pagedown", "g"), h.KEY),
        (("ctrl+d",), "k/2"),
    ],
)
async def test_keys_pressed_before_the_first_frame_wait_for_it(
    fill: Any, inbox: Inbox, keys: Sequence[str], ref: str
) -> None:
    await two(fill)
    app = Eager(inbox, keys)
    async with app.run_test(size=(120, 40)) as pilot:
        await Person(pilot).rest()
        assert app.screen.decisions.cursor_ref.key == ref  # type: ignore[attr-defined]  # the inbox screen
