"""`u` in a workspace: the sheet that retracts what I answered last, or that takes back what waits here for others."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_keys import Person
from at_the_screen import at_the_list, in_a_row, sitting
from chant_desk import ChantDesk, chant_desk
from opened import Room
from sayso_client.decision import Act, State
from sayso_client.draft import Draft, blank
from sayso_tui.screens.sheet_retract import RetractSheet
from sayso_tui.widgets.decision_list import DecisionList
from typist import Typist, record

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"
TIER = "slice-tier-11f10b8d6fc1"
ANSWERED = "slice-tier-e6055a4c25b4"


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), {key: objects[key] for key in (BOTH, TIER)}) as found:
        yield found


def an_answer(desk: ChantDesk, key: str, option: str) -> Draft:
    return blank(desk.see(key), Act.ANSWER, option)


def under_cursor(person: Person) -> str | None:
    ref = person.app.screen.query_one(DecisionList).cursor_ref
    return ref.key if ref else None


def written(desk: ChantDesk, objects: dict[str, Any], key: str, like: str, **changed: Any) -> None:
    """Chant wrote what was queued: the record says so, and the outbox is done with it."""
    question = {**objects[like]["question"], "id": key, **changed}
    desk.comes(key, {**objects[key], "question": question, "digest": "9" * 64})
    with desk.ledger.writing() as writing:
        writing.db.execute("UPDATE outbox SET state = 'recorded'")


async def test_after_a_vote_the_line_names_u_which_takes_back_that_one_wherever_the_cursor_went(
    desk: ChantDesk,
) -> None:
    async with sitting(desk.inbox) as person:
        await person.press("j")
        assert under_cursor(person) == BOTH
        await person.press("2", "ctrl+s")
        text = in_a_row(person)
        assert "1 of 2, you have answered." in text
        assert "u takes it back." in text
        assert "R takes it back" not in text
        assert under_cursor(person) == TIER

        await person.press("u")
        assert isinstance(person.app.screen, RetractSheet)
        assert person.app.screen.decision.ref.key == BOTH
        assert "Take back what you answered" in in_a_row(person)
        await person.press("ctrl+s")
        assert desk.see(BOTH).votes == ()
        assert desk.see(BOTH).waiting


async def test_u_opens_the_retract_sheet_of_what_chant_wrote_for_me_last(
    desk: ChantDesk, objects: dict[str, Any]
) -> None:
    async with sitting(desk.inbox) as person:
        await desk.inbox.record(desk.verdict(an_answer(desk, TIER, "small"), "alice"))
        written(desk, objects, TIER, ANSWERED, answer="small", answeredBy=["alice"])
        await person.rest()
        assert desk.see(TIER).state is State.DECIDED
        await person.press("u")
        assert isinstance(person.app.screen, RetractSheet)
        assert person.app.screen.decision.ref.key == TIER
        await person.write("Too small.")
        await person.press("ctrl+s")
    assert [(each["do"], each["note"]) for each in desk.sent()][-1] == ("retract", "Too small.")


async def test_u_after_the_last_vote_of_two_says_that_one_of_two_wants_it_taken_back(
    desk: ChantDesk, objects: dict[str, Any]
) -> None:
    await desk.answer(BOTH, "sqlite", "carol")
    async with sitting(desk.inbox) as person:
        await desk.answer(BOTH, "sqlite", "alice")
        written(desk, objects, BOTH, DONE, answer="sqlite", answeredBy=["carol", "alice"], point="two-people")
        await person.rest()
        await person.press("u")
        assert isinstance(person.app.screen, RetractSheet)
        assert "Will write nothing yet: that alice wants it taken back is kept here" in in_a_row(person)
        await person.press("ctrl+s")
        assert "1 of 2, you want the answer taken back." in in_a_row(person)
        await person.press("u")
        assert "Take back your wish to retract" in in_a_row(person)
        await person.press("ctrl+s")
        assert not any(each.takes_back for each in desk.see(BOTH).votes)


async def test_what_somebody_answered_otherwise_since_is_not_taken_back_by_u(
    desk: ChantDesk, objects: dict[str, Any]
) -> None:
    await desk.inbox.record(desk.verdict(an_answer(desk, TIER, "small"), "alice"))
    written(desk, objects, TIER, ANSWERED, answer="medium", answeredBy=["bob"])
    async with sitting(desk.inbox) as person:
        await person.press("u")
        assert at_the_list(person)
        assert "is not what stands any more: it was settled anew since, by bob." in in_a_row(person)


def test_in_lines_undo_takes_a_vote_back_by_a_typed_code(desk: ChantDesk) -> None:
    Typist(desk.inbox, [f"answer {BOTH}", "2", "", "", record]).talk()
    assert len(desk.see(BOTH).votes) == 1
    said = Typist(desk.inbox, ["undo", "", record]).talk()
    assert "You answered (principal): sqlite" in said
    assert "What you said here is taken back" in said
    assert desk.see(BOTH).votes == ()
