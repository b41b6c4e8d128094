"""What was settled in my name from elsewhere is counted, listed and told, and goes when I answer."""

import json
from typing import Any

import handoff_decisions as h
from at_the_keys import text_of
from opened import home
from sayso_client.inbox import Inbox


async def test_a_settlement_in_my_name_that_i_did_not_write_is_counted_listed_and_told(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await fill(h.raised())
    async with sit() as person:
        assert "not from here" not in text_of(person.app)
        await home(inbox).take_in([json.dumps(h.settled()).encode()], "agent")
        await person.rest()
        assert "1 not from here" in text_of(person.app)
        await person.press("]", "]", "]", "]")
        assert person.app.screen.asked.view == "not-from-here"
        assert "contested  not from here  settled" in text_of(person.app)
        assert "It was settled in your name" in text_of(person.app)
        await person.press("1", "ctrl+s")
        assert "1 not from here" not in text_of(person.app)
        await person.press("]", "[")
        assert person.app.screen.asked.view == "contested"
        assert "not from here" not in text_of(person.app)


async def test_it_is_found_by_a_filter(fill: Any, inbox: Inbox, sit: Any) -> None:
    await fill(h.raised())
    await home(inbox).take_in([json.dumps(h.settled()).encode()], "agent")
    async with sit() as person:
        await person.press("[", "[", "/")
        await person.write("is:not-from-here")
        await person.press("enter")
        assert "1 found" in text_of(person.app)
