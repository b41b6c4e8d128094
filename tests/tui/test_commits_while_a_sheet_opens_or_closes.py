"""A commit that comes at the moment at which a sheet is opened or taken away: it is told, and ends nothing."""

from collections.abc import Callable
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.screens.sheet_answer import AnswerSheet


@pytest.fixture
def in_between(fill: Any) -> Callable[[Any], None]:
    """Have the terms amended, and the screen below told of it, when a sheet is on top with nothing in it yet."""

    def hold(app: Any) -> None:
        push = app.push_screen

        async def push_late(sheet: Any, ended: Any) -> None:
            await fill(h.amended(terms={**h.TERMS, "text": "Which one now?"}))
            mounting = push(sheet, ended)
            assert not sheet.query("#banner")
            app.screen_stack[0].refresh_live()
            await mounting

        app.push_screen = push_late

    return hold


async def test_what_is_committed_while_a_sheet_is_put_together_stands_in_its_banner(
    fill: Any, sit: Any, in_between: Callable[[Any], None]
) -> None:
    await fill(h.raised())
    async with sit() as person:
        in_between(person.app)
        await person.press("a")
        assert "! amended" in text_of(person.app)


@pytest.mark.parametrize("leaving", ["escape", "ctrl+s"])
async def test_a_sheet_that_is_being_taken_away_is_not_told(
    monkeypatch: pytest.MonkeyPatch, fill: Any, sit: Any, leaving: str
) -> None:
    told: list[bool] = []
    await fill(h.raised())
    async with sit() as person:

        def emptied(sheet: AnswerSheet) -> None:
            told.append(sheet.stands)
            sheet.look()

        monkeypatch.setattr(AnswerSheet, "on_unmount", emptied, raising=False)
        await person.press("1", leaving)
        assert told == [False]
        assert person.app.is_running


@pytest.mark.parametrize("keys", [(), ("a",)])
async def test_what_is_heard_while_all_of_sayso_is_taken_away_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, fill: Any, sit: Any, keys: tuple[str, ...]
) -> None:
    heard: list[str] = []
    await fill(h.raised())

    def emptied(screen: Any) -> None:
        assert not screen.query("DecisionList, #banner")
        heard.append(type(screen).__name__)
        for told in ("refresh_live", "_rested", "look", "say_ready"):
            if hasattr(screen, told):
                getattr(screen, told)()

    for kind in (AnswerSheet, InboxScreen):
        monkeypatch.setattr(kind, "on_unmount", emptied, raising=False)
    async with sit() as person:
        await person.press(*keys)
    assert heard == [*(["AnswerSheet"] if keys else []), "InboxScreen"]
