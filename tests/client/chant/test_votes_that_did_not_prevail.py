"""What somebody said of a question that was settled without it stays readable, and counts and waits for nothing."""

from dataclasses import replace
from typing import Any

import pytest

from chant_desk import HELLO, WORK, ChantDesk, chant_desk
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.errors import RefusedByRule
from sayso_client.ledger import elsewhere, moves, taking_out, votes
from sayso_client.outgoing import Stage
from sayso_client.together import own_vote
from sayso_client.undo import last_act
from sayso_client.verdict import ReceiptKind

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"
OUTVOTED = "it did not prevail and is kept here alone"
NOT_NEEDED = "it was not needed and is kept here alone"


def kept(desk: ChantDesk) -> list[tuple[str, str, str | None, str | None]]:
    """(who, what, note, why it does not count) of what stands here alone."""
    return [(each.who, each.what, each.note, each.why_void) for each in desk.see(BOTH).votes if each.beside]


def voted(desk: ChantDesk) -> list[tuple[str | None, str]]:
    """What the history tells of it."""
    return [(each.by, each.text) for each in desk.see(BOTH).history if each.what == "voted"]


def answered(objects: dict[str, Any], option: str, *people: str) -> dict[str, Any]:
    """The question, as a workspace shows it once it was answered."""
    question = {**objects[DONE]["question"], "id": BOTH, "answer": option, "answeredBy": list(people)}
    return {**objects[BOTH], "question": question, "digest": "9" * 64}


def taken_back(objects: dict[str, Any], desk: ChantDesk) -> dict[str, Any]:
    """The question, once the answer that stands was taken back in the workspace."""
    settled = desk.see(BOTH).settlement
    assert settled is not None
    people = [each.who for each in desk.see(BOTH).votes if not each.beside]
    before = {**objects[DONE]["question"], "answer": settled.option, "answeredBy": people}
    kept_of_it = ("answer", "answeredBy", "answeredOn", "decider")
    past = {**{name: before[name] for name in kept_of_it if name in before}, "on": "2026-11-06", "by": ["erin"]}
    return {**objects[BOTH], "question": {**objects[BOTH]["question"], "retractions": [past]}, "digest": "8" * 64}


def takes(desk: ChantDesk, objects: dict[str, Any], option: str, *people: str) -> None:
    """Chant writes what was sent, and that is read."""
    one = desk.inbox.outbox.all()[-1]
    with desk.ledger.writing() as writing:
        assert moves.move(writing, one.num, {Stage.QUEUED}, Stage.RECORDED, "")
    desk.comes(BOTH, answered(objects, option, *people))


async def outvoted(desk: ChantDesk, objects: dict[str, Any]) -> None:
    """Carol alone says sqlite, and is not followed."""
    await desk.answer(BOTH, "sqlite", "carol", note="CAROLS DISSENT")
    await desk.answer(BOTH, "postgres", "alice")
    await desk.answer(BOTH, "postgres", "bob")
    takes(desk, objects, "postgres", "alice", "bob")


async def test_a_dissent_stays_with_the_answer_that_others_agreed_on(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await outvoted(desk, objects)

        assert kept(desk) == [("carol", "sqlite", "CAROLS DISSENT", OUTVOTED)]
        assert voted(desk) == [("carol", "sqlite (did not prevail): CAROLS DISSENT")]
        decision = desk.see(BOTH)
        assert decision.history_total == len(decision.history)
        assert [each.who for each in decision.votes if not each.beside] == ["alice", "bob"]
        assert desk.inbox.rows((decision.ref,))[decision.ref].votes == "2 of 2"


async def test_while_the_answer_is_on_its_way_nobody_is_told_that_a_vote_did_not_prevail(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "sqlite", "carol", note="CAROLS DISSENT")
        await desk.answer(BOTH, "postgres", "alice")
        await desk.answer(BOTH, "postgres", "bob")

        assert (kept(desk), voted(desk)) == ([], [])
        assert [each.note for each in desk.see(BOTH).votes if each.who == "carol"] == ["CAROLS DISSENT"]


async def test_a_dissent_survives_reading_anew_and_stays_away_from_another_workspace(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await outvoted(desk, objects)
        now = {**objects, BOTH: answered(objects, "postgres", "alice", "bob")}
        desk.ledger.rebuild(lambda done, total: None)
        desk.fill(now, anew=True)
        assert len(kept(desk)) == 1

        other = replace(HELLO, uuid="another-workspace")
        with desk.ledger.writing() as writing:
            elsewhere.accept(writing, WORK, "chant", other)
        desk.fill(now, other)
        assert (kept(desk), voted(desk)) == ([], [])


async def test_once_the_answer_is_taken_back_a_dissent_is_still_read_and_still_counts_for_nothing(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await outvoted(desk, objects)
        desk.comes(BOTH, taken_back(objects, desk))

        decision = desk.see(BOTH)
        assert kept(desk) == [("carol", "sqlite", "CAROLS DISSENT", OUTVOTED)]
        assert desk.inbox.rows((decision.ref,))[decision.ref].votes == "0 of 2"
        assert own_vote(decision, "carol") is None
        assert (await desk.answer(BOTH, "sqlite", "dora")).kind is ReceiptKind.VOTED

        assert (await desk.answer(BOTH, "sqlite", "carol")).kind is ReceiptKind.QUEUED
        takes(desk, objects, "sqlite", "dora", "carol")
        assert kept(desk) == []
        assert voted(desk) == [("carol", "sqlite (did not prevail): CAROLS DISSENT")]


async def test_my_own_dissent_can_be_said_anew_and_is_not_there_to_be_taken_back(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "sqlite", "alice", note="Mine.")
        await desk.answer(BOTH, "postgres", "carol")
        await desk.answer(BOTH, "postgres", "bob")
        takes(desk, objects, "postgres", "carol", "bob")
        desk.comes(BOTH, taken_back(objects, desk))

        decision = desk.see(BOTH)
        assert (decision.waiting, Act.RETRACT in decision.can.acts) == (True, False)
        with pytest.raises(RefusedByRule, match="nothing to take back"):
            await desk.retract(BOTH, "alice")
        assert (await desk.answer(BOTH, "sqlite", "alice")).kind is ReceiptKind.VOTED
        assert [(each.who, each.beside) for each in desk.see(BOTH).votes] == [("alice", False)]


async def test_an_answer_given_elsewhere_leaves_no_vote_that_waits(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice", note="Alike.")
        await desk.answer(BOTH, "sqlite", "carol", note="Otherwise.")
        act = last_act(desk.ledger)
        assert act is not None and act.ref.key == BOTH
        assert [who for _, who, _ in desk.ledger.look(lambda db: votes.waiting(db, WORK))] == ["alice", "carol"]

        desk.comes(BOTH, answered(objects, "postgres", "erin", "bob"))

        assert kept(desk) == [("alice", "postgres", "Alike.", NOT_NEEDED), ("carol", "sqlite", "Otherwise.", OUTVOTED)]
        assert desk.ledger.look(lambda db: votes.waiting(db, WORK)) == ()
        assert desk.ledger.look(votes.stores) == ()
        assert last_act(desk.ledger) is None
        with desk.ledger.writing() as writing:
            taking_out.remove(writing, WORK)


async def test_a_record_that_is_set_back_to_where_it_was_lets_votes_wait_again(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        desk.comes(BOTH, answered(objects, "postgres", "erin", "bob"))
        desk.comes(BOTH, objects[BOTH])

        assert desk.inbox.rows((Ref(WORK, BOTH),))[Ref(WORK, BOTH)].votes == "1 of 2"
        assert (await desk.answer(BOTH, "postgres", "carol")).kind is ReceiptKind.QUEUED


async def test_who_answers_alone_once_one_is_enough_has_no_vote_beside_it(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "alice")
        await desk.answer(BOTH, "sqlite", "carol", note="Otherwise.")
        point = objects[BOTH]["point"]
        point = {**point, "quorum": {**point["quorum"], "count": 1}, "version": "9" * 64}
        one = {**objects, BOTH: {**objects[BOTH], "point": point}}
        desk.comes(BOTH, one[BOTH])

        assert (await desk.answer(BOTH, "postgres", "alice")).kind is ReceiptKind.QUEUED
        takes(desk, one, "postgres", "alice")

        assert kept(desk) == [("carol", "sqlite", "Otherwise.", OUTVOTED)]
        assert [each.who for each in desk.see(BOTH).votes] == ["carol"]
        assert desk.ledger.look(votes.stores) == ()


async def test_votes_whose_answer_git_took_away_count_for_nothing_until_they_are_given_again(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await outvoted(desk, objects)
        (sent,) = desk.ledger.look(lambda db: db.execute("SELECT num FROM outbox").fetchone())
        with desk.ledger.writing() as writing:
            assert moves.move(writing, sent, {Stage.RECORDED}, Stage.LOST, "")
        desk.comes(BOTH, {**objects[BOTH], "digest": "7" * 64})

        assert [each.who for each in desk.see(BOTH).votes if each.why_void is None] == []
        await desk.answer(BOTH, "postgres", "alice")
        assert [each.who for each in desk.see(BOTH).votes if each.why_void is None] == ["alice"]
