"""chant keeps no partial votes: what each person says is kept here, and goes out once enough of them agree."""

import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import killed_within_a_vote
from chant_desk import HELLO, WORK, ChantDesk, chant_desk
from opened import Room, environment
from sayso_client.decision import Act, Awaiting, Ref, Vote
from sayso_client.draft import blank
from sayso_client.ledger import another_name, elsewhere, moves
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View
from sayso_client.verdict import Answer, ReceiptKind

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"
LEADS = "needs-decision-66310abe409f"


def said(votes: tuple[Vote, ...]) -> list[tuple[str, str, bool]]:
    """(who, what, whether it counts)."""
    return [(each.who, each.what, each.why_void is None) for each in votes]


async def test_the_first_of_two_is_kept_here_and_says_so(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        receipt = await desk.answer(BOTH, "postgres", "alice")

        assert receipt.kind is ReceiptKind.VOTED
        assert receipt.sentence == (
            "1 of 2, you have answered. The answer is kept here; it is sent once 1 more person says the same."
        )
        assert desk.sent() == []
        decision = desk.see(BOTH)
        assert said(decision.votes) == [("alice", "postgres", True)]
        assert decision.votes[0].mine
        assert receipt.now == decision


async def test_once_i_answered_it_waits_for_others_and_is_still_found(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        before = desk.inbox.counts().waiting
        await desk.answer(BOTH, "postgres", "alice")

        decision, ref = desk.see(BOTH), Ref(WORK, BOTH)
        assert (decision.waiting, decision.awaiting) == (False, Awaiting.OTHERS)
        assert desk.inbox.counts().waiting == before - 1
        assert desk.inbox.matching(Query(View.WAITING), (ref,)) == frozenset()
        assert desk.inbox.matching(Query(View.OPEN), (ref,)) == {ref}
        assert desk.inbox.rows((ref,))[ref].votes == "1 of 2"


async def test_somebody_elses_vote_leaves_it_waiting_for_me(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        receipt = await desk.answer(BOTH, "postgres", "carol")

        decision = desk.see(BOTH)
        assert receipt.sentence.startswith("1 of 2, carol has answered.")
        assert (decision.waiting, decision.votes[0].mine) == (True, False)


async def test_the_last_of_two_sends_both_names_at_once(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice", note="As before.")
        receipt = await desk.answer(BOTH, "postgres", "carol", note="I agree.")

        assert receipt.kind is ReceiptKind.QUEUED
        (sent,) = desk.sent()
        assert (sent["do"], sent["answer"], sent["by"]) == ("answer", "postgres", ["alice", "carol"])
        assert sent["note"] == "alice: As before.\ncarol: I agree."
        assert (await desk.answer(BOTH, "postgres", "dora")).kind is ReceiptKind.REFUSED
        assert len(desk.sent()) == 1


@pytest.mark.parametrize("again", ["alice", " Alice ", "\uff21LICE"])
async def test_one_person_in_two_spellings_is_one(objects: dict[str, Any], room: Room, again: str) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        receipt = await desk.answer(BOTH, "postgres", again)

        assert receipt.kind is ReceiptKind.VOTED
        assert desk.sent() == []
        assert said(desk.see(BOTH).votes) == [("alice", "postgres", True)]


async def test_people_who_disagree_are_both_shown_and_nothing_goes_out(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        receipt = await desk.answer(BOTH, "sqlite", "carol")

        assert "1 of 2" in receipt.sentence
        assert receipt.sentence.endswith("1 person says otherwise.")
        assert said(desk.see(BOTH).votes) == [("alice", "postgres", True), ("carol", "sqlite", True)]
        assert desk.inbox.rows((Ref(WORK, BOTH),))[Ref(WORK, BOTH)].votes == "1 of 2"

        await desk.answer(BOTH, "sqlite", "dora")

        assert [each["by"] for each in desk.sent()] == [["carol", "dora"]]


@pytest.mark.parametrize(
    ("first", "last", "note"), [("", "", None), ("", "Mine.", "Mine."), ("Theirs.", "", "alice: Theirs.")]
)
async def test_nobodys_note_is_lost_on_the_way(
    objects: dict[str, Any], room: Room, first: str, last: str, note: str | None
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice", note=first)
        assert desk.see(BOTH).votes[0].note == (first or None)
        verdict = desk.verdict(replace(blank(desk.see(BOTH), Act.ANSWER, "postgres"), note=last), "carol")
        receipts = [await desk.inbox.record(verdict), await desk.inbox.record(verdict)]

        assert [each["note"] for each in desk.sent()] == [note]
        assert {each.kind for each in receipts} == {ReceiptKind.QUEUED}


async def test_a_vote_can_be_changed_until_it_is_sent(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        await desk.answer(BOTH, "sqlite", "alice")
        assert said(desk.see(BOTH).votes) == [("alice", "sqlite", True)]

        await desk.answer(BOTH, "sqlite", "carol")
        assert [(each["answer"], each["by"]) for each in desk.sent()] == [("sqlite", ["alice", "carol"])]


async def test_a_vote_can_be_taken_back_by_whoever_gave_it(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        assert (await desk.retract(BOTH, "carol")).kind is ReceiptKind.REFUSED
        verdict = desk.verdict(blank(desk.see(BOTH), Act.RETRACT), "alice")

        receipt = await desk.inbox.record(verdict)
        again = await desk.inbox.record(verdict)

        assert (receipt.kind, again.kind) == (ReceiptKind.VOTED, ReceiptKind.VOTED)
        assert receipt.sentence == "What you said here is taken back; nothing of it was sent."
        decision = desk.see(BOTH)
        assert (decision.votes, decision.waiting) == ((), True)
        assert Act.RETRACT not in decision.can.acts
        await desk.answer(BOTH, "postgres", "carol")
        assert desk.sent() == []


async def test_a_void_vote_can_be_taken_back_too_and_somebody_elses_cannot(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "carol")
        assert Act.RETRACT not in desk.see(BOTH).can.acts
        await desk.answer(BOTH, "sqlite", "alice")
        desk.comes(BOTH, {**objects[BOTH], "digest": "9" * 64})

        await desk.retract(BOTH, "alice")

        assert said(desk.see(BOTH).votes) == [("carol", "postgres", False)]
        await desk.retract(BOTH, "carol")
        assert desk.see(BOTH).votes == ()


async def test_the_same_verdict_twice_is_one_vote(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        verdict = desk.verdict(blank(desk.see(BOTH), Act.ANSWER, "postgres"), "alice")
        first, second = await desk.inbox.record(verdict), await desk.inbox.record(verdict)
        resolved = await desk.inbox.resolve(verdict)

        assert first.sentence == second.sentence
        assert resolved is not None
        assert resolved.kind is ReceiptKind.VOTED
        assert len(desk.see(BOTH).votes) == 1
        assert isinstance(verdict, Answer)
        other = replace(verdict, note="Other words under the same id.")
        assert (await desk.inbox.record(other)).kind is ReceiptKind.CONFLICT


@pytest.mark.parametrize("change", ["point", "text", "state"])
async def test_a_question_that_changed_makes_votes_void_where_everybody_sees_it(
    objects: dict[str, Any], room: Room, change: str
) -> None:
    given = objects[BOTH]
    changed = {
        "point": {**given, "point": {**given["point"], "version": "9" * 64}},
        "text": {**given, "digest": "9" * 64},
        "state": {**given, "question": {**given["question"], "state": "proposed", "answer": "sqlite"}},
    }[change]
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")

        desk.comes(BOTH, changed)

        decision = desk.see(BOTH)
        assert said(decision.votes) == [("alice", "postgres", False)]
        assert decision.votes[0].why_void == "it was given before the question or what stands of it changed"
        assert decision.waiting
        assert desk.inbox.rows((Ref(WORK, BOTH),))[Ref(WORK, BOTH)].votes == "0 of 2"
        assert (await desk.answer(BOTH, "postgres", "carol")).kind is ReceiptKind.VOTED
        assert desk.sent() == []
        await desk.answer(BOTH, "postgres", "alice")
        assert [each["by"] for each in desk.sent()] == [["carol", "alice"]]


async def test_whoever_became_an_agent_since_is_not_counted_and_that_is_shown(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "carol")
        desk.comes(BOTH, {**objects[BOTH], "agents": ["bot", "Carol"]})

        receipt = await desk.answer(BOTH, "postgres", "alice")

        assert (receipt.kind, desk.sent()) == (ReceiptKind.VOTED, [])
        voided = next(each for each in desk.see(BOTH).votes if each.who == "carol")
        assert voided.why_void == "whoever gave it is not counted among those who answer any more"


async def test_taking_an_answer_of_several_back_takes_several(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        first = await desk.retract(DONE, "alice")
        assert first.kind is ReceiptKind.VOTED
        assert "the answer taken back" in first.sentence
        assert [each.takes_back for each in desk.see(DONE).votes if each.id] == [True]
        assert desk.sent() == []

        await desk.retract(DONE, "dora")

        assert [(each["do"], each["by"]) for each in desk.sent()] == [("retract", ["alice", "dora"])]


async def test_the_wish_to_take_an_answer_back_can_be_taken_back(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.retract(DONE, "alice")
        await desk.retract(DONE, "alice")

        assert [each for each in desk.see(DONE).votes if each.id] == []
        await desk.retract(DONE, "dora")
        assert desk.sent() == []


async def test_with_a_role_only_those_who_hold_it_count(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(LEADS, "true", "alice")
        assert (await desk.answer(LEADS, "true", "carol")).kind is ReceiptKind.REFUSED
        assert desk.sent() == []
        await desk.answer(LEADS, "true", "bob")
        assert [(each["answer"], each["by"]) for each in desk.sent()] == [(True, ["alice", "bob"])]


async def test_dropping_what_went_out_takes_back_the_last_word_and_leaves_the_others(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        await desk.answer(BOTH, "sqlite", "erin")
        await desk.answer(BOTH, "postgres", "carol")
        (one,) = desk.inbox.outbox.all()
        assert one.stage is Stage.QUEUED

        await desk.inbox.outbox.drop(one.num)

        assert said(desk.see(BOTH).votes) == [("alice", "postgres", True), ("erin", "sqlite", True)]
        await desk.answer(BOTH, "postgres", "dora")
        assert [each["by"] for each in desk.sent()] == [["alice", "dora"]]


async def test_what_chant_did_not_take_waits_for_me_again_and_can_be_said_anew(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "carol")
        await desk.answer(BOTH, "postgres", "alice")
        assert not desk.see(BOTH).waiting
        (one,) = desk.inbox.outbox.all()
        with desk.ledger.writing() as writing:
            moves.move(writing, one.num, [Stage.QUEUED], Stage.REFUSED, "chant could not write.")

        assert desk.see(BOTH).waiting
        verdict = desk.verdict(replace(blank(desk.see(BOTH), Act.ANSWER, "postgres"), note="Again."), "alice")
        receipt = await desk.inbox.record(verdict, one.num)

        assert receipt.kind is ReceiptKind.QUEUED
        assert [(each["by"], each["note"]) for each in desk.sent()] == [(["carol", "alice"], "Again.")]


async def test_votes_survive_a_rebuild_a_reset_and_another_name_of_the_store(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        desk.ledger.rebuild(lambda done, total: None)
        assert said(desk.see(BOTH).votes) == [("alice", "postgres", True)]
        assert not desk.see(BOTH).waiting
        assert desk.inbox.rows((Ref(WORK, BOTH),))[Ref(WORK, BOTH)].votes == "1 of 2"

        desk.fill(objects, anew=True)
        assert said(desk.see(BOTH).votes) == [("alice", "postgres", True)]
        assert desk.inbox.rows((Ref(WORK, BOTH),))[Ref(WORK, BOTH)].votes == "1 of 2"

        with desk.ledger.writing() as writing:
            another_name.rename(writing, WORK, "shop")
        renamed = desk.inbox.decision(Ref("shop", BOTH))
        assert renamed is not None
        assert said(renamed.votes) == [("alice", "postgres", True)]


async def test_votes_of_one_workspace_count_in_no_other_that_takes_its_place(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        other = replace(HELLO, uuid="another-workspace")
        with desk.ledger.writing() as writing:
            elsewhere.accept(writing, WORK, "chant", other)
        desk.fill(objects, other)

        assert desk.see(BOTH).votes == ()


async def test_an_answer_that_somebody_gave_elsewhere_leaves_my_vote_void(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        answered = {**objects[DONE]["question"], "id": BOTH}
        desk.comes(BOTH, {**objects[BOTH], "question": answered, "digest": "9" * 64})

        decision = desk.see(BOTH)
        assert decision.settlement is not None
        assert [each.why_void is None for each in decision.votes if each.id] == [False]


def test_killed_at_any_statement_there_is_a_vote_or_the_parcel_and_never_half(tmp_path: Path) -> None:
    command = [sys.executable, str(Path(killed_within_a_vote.__file__)), str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr

    before, *steps = [json.loads(each) for each in done.stdout.splitlines()]

    assert before == [[["alice", "stands"]], 0]
    after = [[["alice", "sent"], ["carol", "sent"]], 1]
    assert steps[-1] == after
    assert len(steps) > 8
    assert [each for each in steps if each not in (before, after)] == []


async def test_an_older_ledger_that_is_only_read_has_no_votes(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects):
        pass
    with sqlite3.connect(room.path) as db:
        db.execute("DROP TABLE vote")
        db.execute("PRAGMA user_version = 11")
    with room.ledger(read_only=True) as ledger:
        found = ledger.read(lambda windows: windows.decision(Ref(WORK, BOTH)))
        assert found is not None
        assert found.votes == ()


def refuse(desk: ChantDesk) -> None:
    """The store does not take what was sent, as whoever sends it writes that down."""
    (one,) = desk.inbox.outbox.all()
    with desk.ledger.writing() as writing:
        assert moves.move(writing, one.num, {Stage.QUEUED}, Stage.REFUSED, "Not enough of them count.")


async def test_a_refused_order_gives_way_to_whoever_says_the_same_next(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice", note="First.")
        await desk.answer(BOTH, "postgres", "carol")
        refuse(desk)

        assert (await desk.answer(BOTH, "postgres", "dora")).kind is ReceiptKind.QUEUED

        (sent,) = desk.sent()
        assert (sent["by"], sent["note"]) == (["alice", "carol", "dora"], "alice: First.")


async def test_votes_come_back_when_one_of_those_who_were_refused_counts_no_more(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        await desk.answer(BOTH, "postgres", "carol")
        refuse(desk)
        desk.comes(BOTH, {**objects[BOTH], "agents": ["carol"]})

        assert desk.sent() == []
        decision = desk.see(BOTH)
        assert said(decision.votes) == [("alice", "postgres", True), ("carol", "postgres", False)]

        await desk.answer(BOTH, "postgres", "dora")
        assert [each["by"] for each in desk.sent()] == [["alice", "dora"]]
