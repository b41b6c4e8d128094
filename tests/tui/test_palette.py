"""The palette: it finds actions by name, and nothing that comes in at the wrong moment breaks it."""

import asyncio
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from sayso_config.model import Settings

FIRST = "Down: go to the next decision"


async def shows(person: Person, words: str) -> None:
    async with asyncio.timeout(10):
        while words not in text_of(person.app):
            await person.rest()


async def alive(person: Person) -> None:
    """However many screens were opened, the list is still below them, and its keys act."""
    await person.press("escape", "escape", "escape", "escape", "escape", "?")
    await shows(person, "Silence is never an answer")


@pytest.mark.parametrize(
    "keys",
    [
        ("enter", "enter"),
        ("enter", "enter", "enter", "escape", "escape"),
        ("pagedown",),
        ("pageup", "down", "up", "ctrl+end", "ctrl+home"),
        ("escape", "escape"),
        ("escape", "enter"),
        ("ctrl+p", "ctrl+p", "ctrl+p"),
        (*"zzzz", "pagedown", "enter", "down", "enter"),
        ("1", "enter", *"hello", "enter", "ctrl+s", "enter"),
        (*"answer", "enter", *"line one", "enter", *"line two", "enter", "ctrl+s"),
    ],
)
@pytest.mark.parametrize("size", [(120, 40), (30, 8)])
async def test_no_burst_into_the_palette_breaks_it(fill: Any, sit: Any, keys: tuple[str, ...], size: Any) -> None:
    await fill(h.raised())
    async with sit(size=size) as person:
        await person.burst("ctrl+p", *keys)
        await person.rest()
        await alive(person)


async def test_enter_takes_what_the_words_before_it_find(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p")
        await person.burst(*"remark", "enter", "enter")
        await shows(person, "Note: settles nothing")


async def test_the_marked_action_is_taken(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p", *"help")
        await shows(person, "Help: this list of keys")
        await person.press("ctrl+end", "ctrl+home", "enter")
        await shows(person, "Silence is never an answer")


async def test_what_no_action_is_called_is_said(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p", *"zzzz")
        await shows(person, "No action has that name.")
        await person.press("pagedown", "enter", "backspace", "backspace", "backspace", "backspace")
        await shows(person, "Answer: answer in your own words")


async def test_the_keys_that_open_and_leave_act_in_the_palette_as_they_are_bound(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit(settings=Settings(keys={"palette": ("ctrl+k",), "leave": ("ctrl+x",)})) as person:
        await person.press("ctrl+k")
        await shows(person, FIRST)
        await person.press("ctrl+k")
        assert FIRST not in text_of(person.app)
        await person.press("ctrl+k", "ctrl+x")
        assert person.app.return_code == 0


async def test_a_click_takes_an_action_once(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p", *"remark")
        await shows(person, "dd a remark")
        await person.pilot.click("OptionList", offset=(4, 0), times=2)
        await shows(person, "Note: settles nothing")
