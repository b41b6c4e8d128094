"""Rows, messages and views keep their places, and what a key would confirm is in sight."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from sayso_client.decision import Ref
from sayso_client.rows import Counts, View, offered

REF = Ref("home", h.KEY)


def other(n: int) -> dict[str, Any]:
    terms = {**h.TERMS, "text": f"Question {n}?"}
    return {**h.raised(n, terms=terms), "key": f"k/{n}", "id": f"r:k/{n}"}


PROPOSED = h.proposed(minutes=20, answer={"text": "SQLite", "option": "sqlite"}, confidence=0.87, model="m-1")
TALL = h.raised(terms={**h.TERMS, "text": "Which?\n" + "\n".join(f"line {n}" for n in range(12))})


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 16)])
async def test_what_c_confirms_is_in_sight_without_scrolling(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(TALL, PROPOSED, *(other(n) for n in range(15)))
    async with sit(size=size) as person:
        person.app.screen.decisions.go_to(REF)
        await person.rest()
        shown = text_of(person.app)
        assert "c confirm" in shown
        assert "m-1 proposes SQLite · confidence 0.87" in shown


async def test_where_the_proposal_itself_is_in_sight_it_is_told_once(fill: Any, sit: Any) -> None:
    await fill(h.raised(), PROPOSED)
    async with sit() as person:
        assert "proposes SQLite  not an answer" in text_of(person.app)
        assert "m-1 proposes" not in text_of(person.app)
        await person.pilot.resize_terminal(80, 12)
        await person.rest()
        assert "m-1 proposes SQLite" in text_of(person.app)


async def test_a_short_list_gives_its_room_away_and_stays_as_it_is_while_one_moves(fill: Any, sit: Any) -> None:
    await fill(h.raised(), *(other(n) for n in range(3)))
    async with sit(size=(80, 24)) as person:
        top = person.app.screen.pane.region.y
        assert top == 1 + 1 + 4 + 1
        await person.press("j", "j", "9", "k")
        await fill(*(other(n) for n in range(3, 15)))
        person.app.screen.refresh_live()
        await person.rest()
        assert person.app.screen.pane.region.y == top
        assert "16 waiting" in text_of(person.app)
        await person.press("r")
        assert person.app.screen.pane.region.y == 1 + (24 - 3) // 2
        await person.pilot.resize_terminal(120, 40)
        await person.rest()
        assert person.app.screen.pane.region.y == 1


async def test_a_filter_moves_nothing_until_it_is_typed(fill: Any, sit: Any) -> None:
    await fill(h.raised(), *(other(n) for n in range(15)))
    async with sit(size=(80, 24)) as person:
        top = person.app.screen.pane.region.y
        await person.press("/", *"7?")
        assert (person.app.screen.decisions.total, person.app.screen.pane.region.y) == (1, top)
        await person.press("enter")
        assert person.app.screen.pane.region.y == 1 + 1 + 4


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_a_message_stands_right_above_the_hints_and_moves_no_row(
    fill: Any, sit: Any, size: tuple[int, int]
) -> None:
    await fill(h.raised(), other(1))
    async with sit(size=size) as person:
        before = [person.app.screen.decisions.region, person.app.screen.pane.region]
        assert text_of(person.app).splitlines()[-2] == ""
        person.app.screen.say("This was said.")
        await person.rest()
        assert text_of(person.app).splitlines()[-2] == " This was said."
        assert [person.app.screen.decisions.region, person.app.screen.pane.region] == before


async def test_what_is_said_of_one_decision_goes_with_the_cursor(fill: Any, sit: Any) -> None:
    await fill(h.raised(), other(1))
    async with sit() as person:
        await person.press("9")
        assert "There is no option 9" in text_of(person.app)
        await person.press("j")
        assert "There is no option 9" not in text_of(person.app)


@pytest.mark.parametrize("width", [120, 80, 60, 40])
async def test_the_order_stands_at_the_right_edge_and_more_views_are_hinted_at(fill: Any, sit: Any, width: int) -> None:
    await fill(h.raised())
    async with sit(size=(width, 20)) as person:
        lines, left = [], 58 if width > 100 else width
        for _ in View:
            lines.append(next(line for line in text_of(person.app).splitlines() if "↓" in line)[:left])
            assert person.app.screen.asked.view.label in lines[-1]
            await person.press("]")
        assert len({line.index("↓") for line in lines}) == 1
        every = all(view.label in lines[0] for view in offered(Counts()))
        assert every or "…" in lines[0]
        assert every == (width >= 60)
