"""What is recorded is what was painted before the key was pressed, however far handling lags behind the keys."""

from typing import Any

from textual import events
from textual._time import get_time

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import home
from sayso_client.inbox import Inbox
from sayso_tui.typed import AFTER_PAINT
from sayso_tui.widgets.will import Will

MANY = {**h.TERMS, "default": "o0", "options": [{"id": f"o{n}", "label": f"Option {n}"} for n in range(255)]}


def answers(inbox: Inbox) -> list[str]:
    records: list[Any] = [each.value for each in home(inbox).every_record()]
    return [each["answer"]["option"] for each in records if each["origin"] == "principal"]


async def look(person: Person) -> None:
    """Until the sheet has been on the screen for as long as the recording rule wants, on the real clock."""
    sheet: Any = person.app.screen
    while sheet.painted is None or get_time() < sheet.painted + AFTER_PAINT:
        await person.pilot.pause()


async def test_a_change_that_is_not_painted_is_not_recorded(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "shift+tab")
        assert person.app.screen.focused.id == "option"
        with person.app.batch_update():
            await person.press("down", "ctrl+s")
        await person.rest()
        assert "had not caught up" in text_of(person.app)
        assert answers(inbox) == []
        await person.press("ctrl+s")
    assert answers(inbox) == ["sqlite"]


async def test_a_press_from_before_the_words_were_painted_records_nothing(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(terms=MANY))
    async with sit() as person:
        await person.press("a", "shift+tab", pause=0)
        await look(person)
        person.send(events.Key("down", None), -0.15)
        await person.rest()
        painted = person.app.screen.query_one(Will).painted
        assert painted is not None
        assert "· “Option 0” ·" in text_of(person.app)
        person.send(events.Key("ctrl+s", None), painted - get_time() - 0.0001)
        await person.rest()
        assert "had not caught up" in text_of(person.app)
        assert answers(inbox) == []
        await person.press("ctrl+s")
    assert answers(inbox) == ["o0"]


async def test_a_burst_of_choices_is_caught_up_with_in_the_words(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(terms=MANY))
    async with sit() as person:
        await person.press("a", "shift+tab")
        await person.burst(*["down"] * 60)
        assert "· “Option 59” ·" in "".join(person.app.screen.query_one(Will).lines)
        await person.press("ctrl+s")
    assert answers(inbox) == ["o59"]
