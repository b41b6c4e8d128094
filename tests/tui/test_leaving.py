"""Every way out works, the others too where a terminal eats one of them; ctrl+c copies or says how to leave."""

from collections.abc import Callable
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from sayso_client.inbox import Inbox
from sayso_client.vocabulary import Act, Ref

KEY = Ref("home", h.KEY)


@pytest.mark.parametrize(
    "keys", [("q", "q"), (":", "q", "enter"), ("ctrl+q",), ("ctrl+p", *"leave sayso at once", "enter")]
)
async def test_each_way_out_leaves(fill: Any, sit: Any, keys: tuple[str, ...]) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press(*(" " if each == " " else each for each in keys))
        assert person.app._left


async def test_ctrl_c_with_a_selection_copies_it(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("Take this")
        await person.press("shift+home", "ctrl+c")
        assert person.app.clipboard == "Take this"


@pytest.mark.parametrize(
    ("before", "hint"), [((), "Press q twice, or ctrl+q, to leave."), (("a",), "leaves this sheet, ctrl+q leaves")]
)
async def test_ctrl_c_without_one_says_how_to_leave(fill: Any, sit: Any, before: tuple[str, ...], hint: str) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press(*before, "ctrl+c")
        assert hint in " ".join(text_of(person.app).split())
        assert not person.app._left


async def test_what_was_written_is_kept_behind_ctrl_c(fill: Any, sit: Any, inbox: Inbox) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("precious words")
        await person.press("ctrl+c")
        await eventually(person, lambda: inbox.draft(KEY, Act.ANSWER) is not None)
        kept = inbox.draft(KEY, Act.ANSWER)
        assert kept is not None
        assert kept.text == "precious words"


async def eventually(person: Any, there: Callable[[], bool]) -> None:
    for _ in range(400):
        if there():
            return
        await person.pilot.pause(0.01)
    raise AssertionError("it never came about")
