"""What a store lost waits for me: it has a sign on every screen, also where its row is far down the list."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from at_the_screen import sitting
from desks import TEAM, painted, said
from far_stores import Far, far
from handoff_records import line
from opened import Room
from sayso_client.draft import blank
from sayso_client.rows import Query, View
from sayso_client.vocabulary import Act

LAST = "z-last"
SIZES = [(120, 40), (80, 24), (40, 14)]


def asked(number: int, key: str = "") -> dict[str, Any]:
    """One every half hour, so that they share no line."""
    key = key or f"k{number:02}"
    return {**h.raised(30 * number), "key": key, "id": f"r:{key}"}


@pytest.fixture
async def lost(room: Room) -> AsyncIterator[Far]:
    """What I said of the last of many questions was recorded; then the store was put back to before it."""
    with far(room) as there:
        several = [asked(number) for number in range(40)]
        proposals = [{**h.proposed(name=f"p{each['key']}"), "key": each["key"]} for each in several[:4]]
        there.server.add(*map(line, [*several, asked(40, LAST), *proposals]))
        await there.sync()
        await there.say(replace(blank(there.inbox.find(LAST, TEAM), Act.ANSWER, "pg"), note="As agreed."))
        await there.sync()
        room.clock.forward(minutes=5)
        there.server.restore(45)
        await there.sync()
        assert said(there.inbox) == [(LAST, "lost")]
        assert there.inbox.counts().to_see_to == 1
        yield there


def lines(person: Person) -> list[str]:
    return text_of(person.app).splitlines()


def heading(person: Person) -> str:
    """The names of the views, without what stands beside the list."""
    return next(each for each in lines(person) if "↓" in each).partition("↓")[0]


@pytest.mark.parametrize("size", SIZES)
async def test_its_number_and_its_view_are_in_sight_before_what_is_proposed(lost: Far, size: tuple[int, int]) -> None:
    async with sitting(lost.inbox, size) as person:
        await painted(person, "41 waiting")
        assert "! lost" not in text_of(person.app)
        assert "1 in the outbox" in lines(person)[0] or "1 outbox" in lines(person)[0]
        assert "4 proposed" in lines(person)[0] or size[0] == 40
        for view in (View.WAITING, View.PROPOSED, View.OPEN, View.CONTESTED, View.OUTBOX, View.SETTLED, View.ALL):
            assert person.app.screen.asked.view is view  # type: ignore[attr-defined]
            assert {view.label, "outbox"} <= set(heading(person).split())
            await person.press("]")


@pytest.mark.parametrize("size", SIZES)
async def test_its_row_and_its_decision_say_that_it_is_lost(lost: Far, size: tuple[int, int]) -> None:
    async with sitting(lost.inbox, size) as person:
        await person.press("end")
        text = await painted(person, "! lost")
        assert "unsent" not in text
        if size[0] == 40:
            await person.press("enter")
        await painted(person, "team does not hold it any more")


async def test_while_it_is_on_its_way_again_it_stands_behind_what_is_proposed(lost: Far) -> None:
    async with sitting(lost.inbox, (80, 24)) as person:
        await person.press("end", "x", "down", "ctrl+s")
        await painted(person, "↑ unsent")
        assert "waiting 4 proposed 1 in the outbox" in " ".join(lines(person)[0].split())
        assert lost.inbox.counts().to_see_to == 0


async def test_a_filter_finds_it_by_its_word(lost: Far) -> None:
    def found(text: str, view: View = View.ALL) -> list[str]:
        query = Query(view, text)
        keys = [row.ref.key for row in lost.inbox.after(query, None, 100)]
        assert lost.inbox.count(query) == len(keys)
        assert lost.inbox.found_in(query)[view] == len(keys)
        return keys

    assert found("is:lost") == found("IS:LOST database") == found("is:lost is:open", View.WAITING) == [LAST]
    assert found("is:refused") == found("is:lost is:unsent") == found("is:lost nowhere") == []
    (one,) = lost.inbox.outbox.all()
    await lost.inbox.outbox.send_again(one.num)
    assert (found("is:lost"), found("is:unsent")) == ([], [LAST])
