"""What several people said at this desk: kept here for the others it is told as such, and once it stands it is no news
from elsewhere."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import in_a_row, sitting
from chant_desk import ChantDesk, chant_desk
from opened import Room
from typist import Typist

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), {BOTH: objects[BOTH]}) as found:
        yield found


def recorded(desk: ChantDesk, objects: dict[str, Any], *names: str) -> None:
    """The record shows what these people said, and chant said that it wrote what was queued."""
    with desk.ledger.writing() as writing:
        writing.db.execute("UPDATE outbox SET state = 'written'")
    said = {"answer": "sqlite", "answeredBy": [*names], "note": None, "retractions": []}
    question = {**objects[DONE]["question"], "id": BOTH, "point": "two-people", **said}
    desk.comes(BOTH, {**objects[BOTH], "question": question, "digest": "9" * 64})


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("carol", "alice"), "! answered by you and others"),
        (("carol", "bob"), "! answered from here"),
    ],
)
async def test_what_came_of_it_is_not_called_an_answer_from_elsewhere(
    desk: ChantDesk, objects: dict[str, Any], names: tuple[str, ...], words: str
) -> None:
    async with sitting(desk.inbox) as person:
        for name in names:
            await desk.answer(BOTH, "sqlite", name)
        recorded(desk, objects, *names)
        await person.rest()
        text = in_a_row(person)
        assert words in text
        assert "elsewhere" not in text


async def test_what_others_answered_elsewhere_is_still_called_so(desk: ChantDesk, objects: dict[str, Any]) -> None:
    async with sitting(desk.inbox) as person:
        recorded(desk, objects, "carol", "bob")
        await person.rest()
        assert "! answered elsewhere" in in_a_row(person)


async def test_with_nothing_in_the_outbox_x_tells_what_is_kept_here_for_others(desk: ChantDesk) -> None:
    async with sitting(desk.inbox) as person:
        await person.press("x")
        assert "All that you said is recorded." in in_a_row(person)
        await desk.answer(BOTH, "sqlite", "alice")
        await person.press("x")
        text = in_a_row(person)
        assert "All that you said is recorded." not in text
        assert "1 answer of a person stands here alone and waits for others" in text
        assert f"alice on {BOTH}." in text


def test_in_lines_the_empty_outbox_tells_it_too(desk: ChantDesk) -> None:
    assert "Nothing is in the outbox: all that you said is recorded." in Typist(desk.inbox, ["outbox"]).talk()
    asyncio.run(desk.answer(BOTH, "sqlite", "alice"))
    told = Typist(desk.inbox, ["outbox"]).talk()
    assert "Nothing is in the outbox. 1 answer of a person stands here alone and waits for others" in told
    assert "is recorded" not in told
