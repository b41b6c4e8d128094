"""Questions of a chant workspace at the screen: what is read, what is offered, and what is said of what is not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import at_the_list, in_a_row, sitting
from chant_desk import WORK, ChantDesk, chant_desk
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.ledger import moves
from sayso_client.outgoing import Stage

TIER = "slice-tier-11f10b8d6fc1"
BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"
ANSWERED = "slice-tier-e6055a4c25b4"
LEADS = "needs-decision-66310abe409f"


@pytest.fixture
def only(tmp_path: Path, objects: dict[str, Any]) -> Iterator[Any]:
    """A desk with these questions alone."""
    opened: list[Any] = []

    def at(*keys: str, name: str = "alice", **changed: Any) -> ChantDesk:
        desk = chant_desk(Room(tmp_path), {key: {**objects[key], **changed} for key in keys}, name)
        opened.append(desk)
        found: ChantDesk = desk.__enter__()
        return found

    yield at
    for each in opened:
        each.__exit__(None, None, None)


@pytest.mark.parametrize("size", [(120, 60), (80, 70)])
async def test_a_proposed_question_shows_what_is_needed_to_decide_it(only: Any, size: tuple[int, int]) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox, size) as person:
        text = in_a_row(person)
        for words in (
            "c.88",
            "W-006: Which builder tier builds this work item",
            "Pick the smallest builder tier",
            "2 medium A mid-size builder.",
            "Proposed by bosun-v3.1-1.7b · systemone",
            "confidence 0.88 ≥ threshold 0.80",
        ):
            assert words in text


async def test_confirming_writes_one_parcel_for_chant(only: Any) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("c")
        assert "answered under a mandate" not in in_a_row(person)
        assert "delegated, attested: work does not take these" in in_a_row(person)
        await person.press("ctrl+s")
        assert [(each["do"], each["answer"], each["by"]) for each in desk.sent()] == [("answer", "large", ["alice"])]
        assert "confirmed: large · queued for work" in in_a_row(person)


async def test_only_options_are_offered_where_chant_takes_nothing_else(only: Any) -> None:
    desk = only(BOTH)
    async with sitting(desk.inbox) as person:
        await person.press("a")
        text = in_a_row(person)
        assert "none of these" not in text
        assert "Text" not in text.split("Answer nothing is written")[1].split("Authority")[0]
        await person.write("Because it runs already.")
        await person.press("escape")
        draft = desk.inbox.draft(Ref(WORK, BOTH), Act.ANSWER)
        assert draft is not None
        assert (draft.note, draft.text) == ("Because it runs already.", "")


async def test_a_dismissal_and_a_note_are_refused_with_the_reason(only: Any) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("d")
        assert "chant knows no dismissal: a question there is answered, or stays open." in in_a_row(person)
        await person.press("n")
        assert "chant keeps a note only with an answer or with a retraction." in in_a_row(person)
        assert at_the_list(person)


async def test_one_of_two_is_told_in_the_receipt_the_row_and_the_pane(only: Any) -> None:
    desk = only(BOTH)
    await desk.answer(BOTH, "sqlite", "carol")
    async with sitting(desk.inbox) as person:
        assert "Quorum 2 people who say the same · 1 of 2 so far carol sqlite" in in_a_row(person)
        await person.press("1")
        sheet = in_a_row(person)
        assert "carol sqlite" in sheet
        assert "is kept here · 1 of 2: 1 more has" in sheet
        await person.press("ctrl+s")
        text = in_a_row(person)
        assert "1 of 2, you have answered." in text
        assert "u takes it back." in text
        assert desk.sent() == []
        assert len(desk.see(BOTH).votes) == 2


async def test_my_vote_is_found_again_and_taken_back(only: Any) -> None:
    desk = only(BOTH)
    await desk.answer(BOTH, "sqlite", "alice")
    async with sitting(desk.inbox) as person:
        await person.press("]", "]")
        text = in_a_row(person)
        assert "1 of 2" in text
        assert "you sqlite" in text
        assert "Waits for others; you have answered" in text
        await person.press("R")
        assert "Take back what you answered" in in_a_row(person)
        assert "Will write taken back, not sent · by alice" in in_a_row(person)
        await person.press("ctrl+s")
        assert desk.see(BOTH).votes == ()
        assert desk.see(BOTH).waiting


async def test_a_void_vote_is_told_with_its_reason(only: Any, objects: dict[str, Any]) -> None:
    desk = only(BOTH)
    await desk.answer(BOTH, "sqlite", "alice")
    desk.comes(BOTH, {**objects[BOTH], "digest": "9" * 64})
    async with sitting(desk.inbox) as person:
        text = in_a_row(person)
        assert "0 of 2" in text
        assert "you sqlite does not count: it was given before the question or what stands of it changed" in text


async def test_the_answer_sheet_of_an_answered_question_says_what_comes_first_and_keeps_the_words(
    only: Any, objects: dict[str, Any]
) -> None:
    desk = only(ANSWERED)
    async with sitting(desk.inbox) as person:
        await person.press("]", "]", "]", "]", "a")
        assert "It is answered already. Leave, take that back with R, and answer then" in in_a_row(person)
        await person.write("On second thoughts.")
        await person.press("ctrl+s")
        assert "chant answers nothing twice: take the answer back first" in in_a_row(person)
        assert "Nothing was written; your draft is kept." in in_a_row(person)
        await person.press("escape")
        assert desk.sent() == []

        await person.press("R", "ctrl+s")
        assert [each["do"] for each in desk.sent()] == ["retract"]

    (one,) = desk.inbox.outbox.all()
    await desk.inbox.outbox.drop(one.num)
    question = objects["slice-tier-5e853bf1e435"]["question"]
    desk.comes(ANSWERED, {**objects[ANSWERED], "question": {**question, "id": ANSWERED}, "digest": "9" * 64})
    async with sitting(desk.inbox) as person:
        await person.press("a")
        assert "On second thoughts." in in_a_row(person)
        assert "Your draft" in in_a_row(person)


async def test_whoever_is_not_counted_sees_it_as_others_and_is_told_why(only: Any) -> None:
    desk = only(LEADS, name="carol")
    async with sitting(desk.inbox) as person:
        assert "Does this change need a decision" not in in_a_row(person)
        await person.press("]", "]")
        assert "Waits for others, not for you" in in_a_row(person)
        await person.press("1")
        assert "Only holders of the role lead count here (alice, bob), and you are none of them." in in_a_row(person)
        assert at_the_list(person)


async def test_hostile_titles_options_and_reasons_act_on_nothing(only: Any, objects: dict[str, Any]) -> None:
    desk = only(TIER)
    evil = "\x1b]0;pwn\x07[/] \u202egnp.exe\n[@click=app.quit]x[/]"
    question = {
        **objects[TIER]["question"],
        "title": f"Ship {evil}?: {evil}, proposed",
        "candidates": [evil, "sh\u0456p", "ship"],
        "answer": evil,
        "reason": evil,
        "subject": evil,
        "escalations": [{"kind": "model", "reason": evil, "model": evil, "confidence": 0.1, "threshold": 0.2}],
        "inputs": {evil: evil},
    }
    desk.comes(TIER, {**objects[TIER], "question": question})
    async with sitting(desk.inbox) as person:
        text = in_a_row(person)
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "look-alike" in text
        assert "made visible" in text
        for key in ("a", "escape", "c", "escape", "1", "escape", "ctrl+d", "ctrl+d", "ctrl+d"):
            await person.press(key)
            assert "\u202e" not in in_a_row(person)
        assert at_the_list(person)


async def test_255_options_are_listed_and_answered(only: Any, objects: dict[str, Any]) -> None:
    desk = only(BOTH)
    names = [f"option {number}" for number in range(255)]
    question = {**objects[BOTH]["question"], "candidates": names, "inputs": {"member.name": "x" * 200_000}}
    desk.comes(BOTH, {**objects[BOTH], "question": question})
    async with sitting(desk.inbox, (80, 24)) as person:
        await person.press("9")
        await person.press("ctrl+s")
        assert [each.what for each in desk.see(BOTH).votes] == ["option 8"]


async def test_a_question_that_was_answered_meanwhile_is_a_choice_without_what_chant_cannot_do(
    only: Any, objects: dict[str, Any]
) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("1")
        await person.write("Small enough.")
        answered = {**objects[ANSWERED]["question"], "id": TIER}
        desk.comes(TIER, {**objects[TIER], "question": answered, "digest": "9" * 64})
        await person.rest()
        await person.press("ctrl+s")
        text = in_a_row(person)
        for words in (
            "Someone answered first",
            "By bob alice",
            "not possible: It is answered, and chant answers nothing twice",
            "not possible: chant keeps a note only with an answer",
            "Will write nothing; your words are kept",
        ):
            assert words in text
        await person.press("ctrl+s")
        assert desk.sent() == []
        draft = desk.inbox.draft(Ref(WORK, TIER), Act.ANSWER)
        assert draft is not None
        assert draft.note == "Small enough."


async def test_a_point_that_was_declared_anew_meanwhile_is_shown_before_it_is_answered(
    only: Any, objects: dict[str, Any]
) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("1")
        point = {**objects[TIER]["point"], "version": "9" * 64, "instructions": "Pick the largest builder tier."}
        question = {**objects[TIER]["question"], "current": False}
        desk.comes(TIER, {**objects[TIER], "point": point, "question": question})
        await person.rest()
        await person.press("ctrl+s")
        assert "The terms changed meanwhile" in in_a_row(person)
        assert "+ Pick the [largest] builder [tier.]" in in_a_row(person)
        assert desk.sent() == []


async def test_answering_what_is_proposed_turns_into_the_confirmation_before_it_is_recorded(only: Any) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("3")
        text = in_a_row(person)
        assert "That is what is proposed: it will be recorded as confirmed." in text
        assert "confirmed by alice" in text
        await person.press("ctrl+s")
        assert [(each["answer"], each["by"]) for each in desk.sent()] == [("large", ["alice"])]
        assert "confirmed: large · queued for work" in in_a_row(person)


async def test_another_option_than_the_proposed_one_is_an_answer_of_ones_own(only: Any) -> None:
    desk = only(TIER)
    async with sitting(desk.inbox) as person:
        await person.press("1")
        assert "confirmed by alice" not in in_a_row(person)
        await person.press("ctrl+s")
        assert [each["answer"] for each in desk.sent()] == ["small"]


async def test_the_line_says_when_what_was_sent_waits_for_others_again(only: Any, objects: dict[str, Any]) -> None:
    desk = only(BOTH)
    await desk.answer(BOTH, "postgres", "carol")
    async with sitting(desk.inbox) as person:
        await person.press("1")
        await person.press("ctrl+s")
        (one,) = desk.inbox.outbox.all()
        with desk.ledger.writing() as writing:
            assert moves.move(writing, one.num, {Stage.QUEUED}, Stage.REFUSED, "Not enough of them count.")
        desk.comes(BOTH, {**objects[BOTH], "agents": ["carol"]})
        await person.rest()
        assert "nothing was written, since not all who said the same count. 1 of 2 so far" in in_a_row(person)


@pytest.mark.parametrize("key", ["a", "c"])
async def test_a_sheet_shows_what_was_asked_with_and_what_is_proposed(only: Any, key: str) -> None:
    async with sitting(only(TIER).inbox, (80, 24)) as person:
        await person.press(key)
        text = in_a_row(person)
        assert "bosun-v3.1-1.7b proposes large · confidence 0.88 ≥ threshold 0.80" in text
        assert "work-item.criteria 13 · work-item.fits_small false" in text


async def test_as_before_tells_what_was_otherwise_with_the_question_of_then(only: Any) -> None:
    desk = only(TIER, ANSWERED, name="bob")
    async with sitting(desk.inbox) as person:
        await person.press("=")
        text = in_a_row(person)
        assert "As you answered slice-tier-e6055a4c25b4" in text
        assert "That was asked otherwise: about W-003 · work-item.criteria 10" in text


async def test_in_a_tiny_sheet_what_is_confirmed_is_in_sight(only: Any) -> None:
    async with sitting(only(TIER).inbox, (40, 14)) as person:
        await person.press("c")
        assert "bosun-v3.1-1.7b proposes large" in " ".join(in_a_row(person).replace("▎", " ").split())


async def test_where_chant_may_not_be_run_no_sheet_is_opened_and_what_was_typed_can_be_read(only: Any) -> None:
    desk = only(TIER, BOTH)
    desk.closed = "work is only read: say so once."
    async with sitting(desk.inbox) as person:
        for key in "ac":
            await person.press(key)
            assert at_the_list(person)
            assert "work is only read: say so once." in in_a_row(person)
        desk.closed = None
        await person.press("a")
        await person.write("Because it runs already.")
        desk.closed = "work is only read: say so once."
        await person.press("escape")
        await person.press("a")
        assert "Because it runs already." in in_a_row(person)
