"""What chant takes from whom, and why not: said before anything is written (U02 among them)."""

import copy
from dataclasses import replace
from typing import Any

import pytest

from chant_desk import chant_desk
from chant_questions import as_object, every_view, projected
from opened import Room
from sayso_client.decision import Act, Awaiting, Flag, State
from sayso_client.draft import blank
from sayso_client.errors import RefusedByRule
from sayso_client.verdict import ReceiptKind

TIER = "slice-tier-11f10b8d6fc1"
OPEN = "slice-tier-5e853bf1e435"
BOTH = "two-people-05bf15a516ef"
LEADS = "needs-decision-66310abe409f"
STEWARDS = "ship-skip-da8392ae1e07"
ANSWERED = "slice-tier-e6055a4c25b4"


def test_chant_takes_answers_and_confirmations_and_says_why_nothing_else(objects: dict[str, Any]) -> None:
    can = projected(objects[TIER], "alice").can

    assert can.acts == {Act.ANSWER, Act.CONFIRM}
    assert can.kinds == ("principal", "confirmed")
    for refused in ("dismiss", "note", "delegated", "attested", "same-as"):
        assert can.refusals[refused].startswith("chant ")
    assert "nothing to take back" in can.refusals["retract"]


def test_an_answered_question_is_retracted_before_it_is_answered_anew(objects: dict[str, Any]) -> None:
    can = projected(objects[ANSWERED], "alice").can

    assert can.acts == {Act.RETRACT}
    assert can.first is Act.RETRACT
    assert "take the answer back first" in can.refusals["answer"]


def test_an_old_schema_holds_no_retraction_and_says_so(objects: dict[str, Any]) -> None:
    old = {**objects[ANSWERED], "holds": ["constrains"]}

    can = projected(old, "alice").can

    assert (can.acts, can.first) == (frozenset(), None)
    assert "too old to hold a retraction" in can.refusals["retract"]


@pytest.mark.parametrize(
    ("key", "me", "why"),
    [
        (TIER, "bot", "Holders of the role agent do not count among those who answer here, and you are one."),
        (LEADS, "bot", "Holders of the role agent do not count among those who answer here, and you are one."),
        (LEADS, "carol", "Only holders of the role lead count here (alice, bob), and you are none of them."),
        (STEWARDS, "box-steward", "and you are the steward that asked"),
    ],
)
def test_whoever_is_not_counted_is_told_and_does_not_wait_for_it(
    objects: dict[str, Any], key: str, me: str, why: str
) -> None:
    decision = projected(objects[key], me)

    assert decision.can.acts == frozenset()
    assert why in decision.can.refusals["answer"]
    assert (decision.waiting, decision.awaiting) == (False, Awaiting.OTHERS)


@pytest.mark.parametrize("spelling", ["bot", " BOT ", "\uff42\uff4f\uff54"])
async def test_an_agent_is_known_in_any_spelling(objects: dict[str, Any], room: Room, spelling: str) -> None:
    with chant_desk(room, objects) as desk:
        receipt = await desk.answer(TIER, "small", by=spelling)

        assert receipt.kind is ReceiptKind.REFUSED
        assert "do not count among those who answer here" in receipt.sentence
        assert receipt.sentence.endswith("Nothing was written.")
        assert desk.sent() == []


async def test_who_else_is_named_on_the_command_line_is_looked_at_too(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        for key, by in ((LEADS, "carol"), (STEWARDS, "Box-Steward"), (BOTH, "github:ci-bot")):
            option = desk.see(key).options[0].id
            assert (await desk.answer(key, option, by)).kind is ReceiptKind.REFUSED
        assert desk.sent() == []
        assert desk.see(BOTH).votes == ()


async def test_only_an_option_is_an_answer(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        for draft in (
            replace(blank(desk.see(OPEN), Act.ANSWER), text="a mid-size one"),
            replace(blank(desk.see(OPEN), Act.ANSWER, "small"), text="small, for now"),
        ):
            receipt = await desk.inbox.record(desk.verdict(draft, "alice"))
            assert receipt.kind is ReceiptKind.REFUSED
            assert "into the note" in receipt.sentence
        assert desk.sent() == []


async def test_the_proposed_value_is_confirmed_and_no_other_is(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        same = await desk.answer(TIER, "large", "alice")
        assert same.kind is ReceiptKind.REFUSED
        assert "Take the authority confirmed for it" in same.sentence

        confirmed = await desk.confirm(TIER, "alice")

        assert confirmed.kind is ReceiptKind.QUEUED
        assert [(each["do"], each["answer"], each["by"]) for each in desk.sent()] == [("answer", "large", ["alice"])]


async def test_another_value_than_the_proposed_one_is_an_answer(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        assert (await desk.answer(TIER, "small", "alice", note="It is small.")).kind is ReceiptKind.QUEUED
        (sent,) = desk.sent()
        assert (sent["answer"], sent["note"], sent["state"]) == ("small", "It is small.", "proposed")


async def test_a_noul_is_sent_as_a_boolean(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(STEWARDS, "false", "alice")
        assert [each["answer"] for each in desk.sent()] == [False]


async def test_a_note_that_the_schema_cannot_hold_is_refused_with_the_answer(
    objects: dict[str, Any], room: Room
) -> None:
    old = {**objects[OPEN], "holds": ["constrains"]}
    with chant_desk(room, {OPEN: old}) as desk:
        receipt = await desk.answer(OPEN, "small", "alice", note="Because.")
        assert (receipt.kind, desk.sent()) == (ReceiptKind.REFUSED, [])
        assert "too old to hold a note" in receipt.sentence
        assert (await desk.answer(OPEN, "small", "alice")).kind is ReceiptKind.QUEUED


async def test_a_question_that_changed_since_it_was_seen_is_a_conflict(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        verdict = desk.verdict(blank(desk.see(OPEN), Act.ANSWER, "small"), "alice")
        desk.comes(OPEN, {**objects[OPEN], "point": {**objects[OPEN]["point"], "version": "9" * 64}})

        receipt = await desk.inbox.record(verdict)

        assert (receipt.kind, desk.sent()) == (ReceiptKind.CONFLICT, [])


async def test_what_chant_cannot_hold_is_refused_before_anything_is_composed(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        for act in (Act.DISMISS, Act.NOTE, Act.RETRACT):
            with pytest.raises(RefusedByRule):
                desk.verdict(blank(desk.see(OPEN), act), "alice")


async def test_answering_anew_is_two_acts_and_the_draft_stays_between_them(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        draft = replace(blank(desk.see(ANSWERED), Act.ANSWER, "small"), note="On second thoughts.")
        await desk.inbox.keep(draft)
        assert (await desk.retract(ANSWERED, "alice")).kind is ReceiptKind.QUEUED
        assert [each["do"] for each in desk.sent()] == ["retract"]
        desk.comes(ANSWERED, {**objects[OPEN], "digest": "1" * 64})

        assert desk.see(ANSWERED).state is State.ESCALATED
        kept = desk.inbox.draft(desk.see(ANSWERED).ref, Act.ANSWER)
        assert kept is not None
        assert (kept.option, kept.note) == ("small", "On second thoughts.")


def test_in_an_untouched_workspace_everything_open_can_be_answered_by_a_stranger() -> None:
    for _, view, point in every_view():
        if point and view["open"] and view["valid"] and not point["quorum"].get("roles"):
            assert Act.ANSWER in projected(as_object(view, point), "somebody").can.acts


async def test_an_option_of_a_space_alone_is_an_option(objects: dict[str, Any], room: Room) -> None:
    given = copy.deepcopy(objects[OPEN])
    given["question"]["candidates"] = [" ", "small"]
    with chant_desk(room, {OPEN: given}) as desk:
        assert (await desk.answer(OPEN, " ", "alice")).kind is ReceiptKind.QUEUED
        assert [each["answer"] for each in desk.sent()] == [" "]


def test_an_input_with_a_break_that_is_drawn_as_a_space_says_so(objects: dict[str, Any]) -> None:
    given = copy.deepcopy(objects[OPEN])
    assert Flag.UNSAFE_TEXT not in projected(given, "alice").flags
    given["question"]["inputs"]["work-item.title"] = "one\u2028two"
    assert Flag.UNSAFE_TEXT in projected(given, "alice").flags


async def test_who_counts_is_told_of_the_person_that_answers_and_not_of_who_reads(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects, "ana") as desk:
        assert desk.see(LEADS).can.acts == frozenset()

        theirs = desk.inbox.seen_by(desk.see(LEADS), "alice").can
        hers = desk.inbox.seen_by(desk.see(LEADS), "carol").can

        assert theirs.acts == {Act.ANSWER}
        assert hers.refusals["answer"] == (
            "Only holders of the role lead count here (alice, bob), and carol is none of them."
        )


async def test_who_has_two_names_is_held_to_the_one_that_goes_into_the_record(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects, "ana") as desk:
        desk.ledger.i_am(("ana", "alice"))
        decision = desk.see(LEADS)

        assert decision.waiting
        assert "ana is none of them" in (desk.inbox.why_not(Act.ANSWER, decision) or "")


async def test_what_would_be_refused_is_told_before_anything_is_recorded(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        proposed = desk.verdict(blank(desk.see(TIER), Act.ANSWER, "large"), "alice")
        assert "confirm the proposal" in (desk.inbox.refuses(proposed) or "")
        fine = desk.verdict(blank(desk.see(TIER), Act.ANSWER, "small"), "alice")
        assert desk.inbox.refuses(fine) is None

        desk.closed = "work is only read."

        assert desk.inbox.refuses(fine) == desk.inbox.closed("work") == "work is only read."
        assert desk.sent() == []
