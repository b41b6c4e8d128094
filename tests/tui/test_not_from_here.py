"""What was settled in my name from elsewhere is counted, listed and told, and goes when I answer."""

import json
from dataclasses import replace
from typing import Any

import handoff_decisions as h
from at_the_keys import text_of
from opened import home
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View


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
        assert "contested  not from here" in text_of(person.app)
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


async def two_forged(fill: Any, inbox: Inbox) -> None:
    await fill(h.raised(), {**h.raised(), "key": "k2", "id": "r:k2"})
    forged = h.settled()
    await home(inbox).take_in([json.dumps(each).encode() for each in (forged, {**forged, "key": "k2"})], "agent")


async def test_that_it_was_me_is_said_in_a_sheet_with_the_record_key_and_writes_no_record(
    fill: Any, inbox: Inbox, sit: Any
) -> None:
    await two_forged(fill, inbox)
    before = [home(inbox).records(key) for key in (h.KEY, "k2")]
    async with sit() as person:
        await person.press("[", "[", "[")
        assert person.app.screen.asked.view == "not-from-here"
        assert "was me" in text_of(person.app)
        await person.press("i", "down", "enter", "escape")
        assert inbox.counts().not_from_here == 2
        await person.press("i")
        assert "Not from here: was that you?" in text_of(person.app)
        await person.press("ctrl+s")
        assert inbox.counts().not_from_here == 2
        await person.press("i", "down", "ctrl+s")
        await person.rest()
        assert "Noted here: that was you." in text_of(person.app)
        assert inbox.counts().not_from_here == 1
    assert [home(inbox).records(key) for key in (h.KEY, "k2")] == [
        tuple(replace(held, own=now.own) for held, now in zip(was, home(inbox).records(key), strict=True))
        for key, was in zip((h.KEY, "k2"), before, strict=True)
    ]


async def test_all_that_is_listed_is_said_to_be_mine_at_once(fill: Any, inbox: Inbox, sit: Any) -> None:
    await two_forged(fill, inbox)
    async with sit() as person:
        await person.press("[", "[", "[", "i", "down", "down")
        assert "noted in the ledger here for 2 decisions" in " ".join(text_of(person.app).split())
        await person.press("ctrl+s")
        await person.rest()
        assert "Noted here: 2 were you." in text_of(person.app)
    assert inbox.counts().not_from_here == 0


async def test_what_came_after_the_sheet_was_opened_is_not_said_to_be_mine(fill: Any, inbox: Inbox, sit: Any) -> None:
    await two_forged(fill, inbox)
    async with sit() as person:
        await person.press("[", "[", "[", "i", "down", "down")
        later = h.settled("s2", 9, supersedes=["s1"])
        await home(inbox).take_in([json.dumps(later).encode()], "agent")
        await person.press("ctrl+s")
        await person.rest()
    assert [row.ref.key for row in inbox.after(Query(View.NOT_FROM_HERE), None, 9)] == [h.KEY]


async def test_where_nothing_is_marked_there_is_nothing_to_say(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("i")
        assert "It is not marked" in text_of(person.app)
