"""Where several people have to say the same: what one word will come to is told before it is said, and after."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import in_a_row, sitting
from chant_desk import ChantDesk, chant_desk
from opened import Room
from sayso_client.compose import in_words
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.me import Me

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), {key: objects[key] for key in (BOTH, DONE)}) as found:
        yield found


def three_needed(desk: ChantDesk, objects: dict[str, Any]) -> None:
    point = {**objects[BOTH]["point"], "quorum": {"count": 3}}
    desk.comes(BOTH, {**objects[BOTH], "point": point})


async def test_a_vote_that_waits_for_others_says_that_nothing_is_written_and_how_many_lack(desk: ChantDesk) -> None:
    async with sitting(desk.inbox) as person:
        await person.press("2")
        text = in_a_row(person)
        assert "Will write nothing yet: “sqlite”, answered by alice, is kept here · 1 of 2: 1 more has to say" in text
        assert "settled" not in text.split("Will write")[1]


async def test_the_last_vote_that_is_needed_says_what_is_written_and_by_whom(desk: ChantDesk) -> None:
    await desk.answer(BOTH, "sqlite", "carol")
    async with sitting(desk.inbox) as person:
        await person.press("2")
        text = in_a_row(person)
        assert "carol sqlite" in text.split("Will write")[0]
        assert "Will write settled · decided · “sqlite” · answered by carol, alice · 2 of 2, the last one" in text
        await person.press("ctrl+s")
        assert [each["by"] for each in desk.sent()] == [["carol", "alice"]]


async def test_choosing_otherwise_than_the_others_tells_at_once_that_it_only_waits(desk: ChantDesk) -> None:
    await desk.answer(BOTH, "sqlite", "carol")
    async with sitting(desk.inbox) as person:
        await person.press("1")
        text = in_a_row(person).split("Will write")[1]
        assert "is kept here · 1 of 2: 1 more has" in text
        assert "to say the same, 1 says otherwise" in text
        await person.press("ctrl+s")
        assert desk.sent() == []


async def test_what_i_said_before_is_replaced_and_not_counted_beside(desk: ChantDesk) -> None:
    await desk.answer(BOTH, "sqlite", "Alice")
    draft = blank(desk.see(BOTH), Act.ANSWER, "sqlite")
    assert "1 of 2: 1 more has to say the same" in in_words(desk.see(BOTH), draft, Me("alice"))
    assert "2 of 2, the last one needed" in in_words(desk.see(BOTH), draft, Me("bob"))


async def test_what_counts_no_more_is_not_counted_before_either(desk: ChantDesk, objects: dict[str, Any]) -> None:
    await desk.answer(BOTH, "sqlite", "carol")
    desk.comes(BOTH, {**objects[BOTH], "digest": "9" * 64})
    draft = blank(desk.see(BOTH), Act.ANSWER, "sqlite")
    assert "1 of 2: 1 more has to say the same" in in_words(desk.see(BOTH), draft, Me("alice"))


async def test_of_three_the_first_hears_that_two_lack(desk: ChantDesk, objects: dict[str, Any]) -> None:
    three_needed(desk, objects)
    draft = blank(desk.see(BOTH), Act.ANSWER, "sqlite")
    assert "1 of 3: 2 more have to say the same" in in_words(desk.see(BOTH), draft, Me("alice"))


async def test_a_wish_to_retract_says_before_and_after_that_one_of_two_wants_it_taken_back(desk: ChantDesk) -> None:
    async with sitting(desk.inbox) as person:
        await person.press("]", "]", "]", "]", "R")
        text = in_a_row(person)
        assert "Will write nothing yet: that alice wants it taken back is kept here · 1 of 2: 1 more has to say" in text
        await person.press("ctrl+s")
        assert "1 of 2, you want the answer taken back." in in_a_row(person)
        assert desk.sent() == []

    receipt = await desk.retract(DONE, "bob")
    assert receipt.on_its_way
    assert [(each["do"], each["by"]) for each in desk.sent()] == [("retract", ["alice", "bob"])]


async def test_the_last_who_wants_it_taken_back_is_told_that_it_is_written(desk: ChantDesk) -> None:
    await desk.retract(DONE, "bob")
    words = in_words(desk.see(DONE), blank(desk.see(DONE), Act.RETRACT), Me("alice"))
    assert words == "reopened · by bob, alice · 2 of 2, the last one needed"
