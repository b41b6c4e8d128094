"""Each person has one word, the newest: also when what it went out with was refused, overtaken, lost or dropped."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from chant_desk import ChantDesk, chant_desk, objects_of
from chant_workspaces import make_workspace
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import RefusedByRule
from sayso_client.ledger import moves
from sayso_client.ledger.outbox import ON_ITS_WAY, WAITS, Stage
from sayso_client.together import together
from sayso_client.verdict import ReceiptKind

BOTH = "two-people-05bf15a516ef"
DONE = "slice-tier-e6055a4c25b4"
PEOPLE = ("alice", "bob", "carol", "dora")
SEEDS = 40
STEPS = 14


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return objects_of(make_workspace(tmp_path_factory.mktemp("w") / "w", state="final"))


def counting(desk: ChantDesk) -> list[tuple[str, str]]:
    """(who, what) of the words that count, as the screen shows them."""
    return [(each.who, each.what) for each in desk.see(BOTH).votes if each.id and each.why_void is None]


def becomes(desk: ChantDesk, stage: Stage) -> int:
    """What went out last fares so; its number."""
    one = desk.inbox.outbox.all()[-1]
    with desk.ledger.writing() as writing:
        assert moves.move(writing, one.num, {one.stage}, stage, "")
    return one.num


async def both(desk: ChantDesk, stage: Stage) -> int:
    """Carol and alice agree on sqlite, and what they sent fares so."""
    await desk.answer(BOTH, "sqlite", "carol", note="CAROLWORDS")
    assert (await desk.answer(BOTH, "sqlite", "alice", note="ALICEWORDS")).kind is ReceiptKind.QUEUED
    return becomes(desk, stage)


@pytest.mark.parametrize("stage", [Stage.LOST, Stage.CONFLICT])
async def test_what_i_say_anew_takes_the_place_of_what_went_out_with_others(
    objects: dict[str, Any], room: Room, stage: Stage
) -> None:
    with chant_desk(room, objects) as desk:
        await both(desk, stage)
        assert counting(desk) == []

        assert (await desk.answer(BOTH, "postgres", "carol")).kind is ReceiptKind.VOTED

        assert desk.sent() == []
        assert counting(desk) == [("carol", "postgres")]
        (alices,) = [each for each in desk.see(BOTH).votes if each.who == "alice"]
        assert (alices.what, alices.note, alices.why_void is None) == ("sqlite", "ALICEWORDS", False)

        assert (await desk.answer(BOTH, "sqlite", "bob")).kind is ReceiptKind.VOTED
        assert desk.sent() == []


async def test_the_same_word_said_anew_is_one_of_two(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await both(desk, Stage.LOST)
        told = await desk.answer(BOTH, "sqlite", "carol")
        assert (told.kind, "1 of 2" in told.sentence) == (ReceiptKind.VOTED, True)
        assert "Not counted any more: alice." in told.sentence

        await desk.answer(BOTH, "sqlite", "alice")
        assert [each["by"] for each in desk.sent()] == [["carol", "alice"]]


async def test_words_that_come_back_give_way_to_what_was_said_since(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "postgres", "dora")
        num = await both(desk, Stage.LOST)
        await desk.answer(BOTH, "sqlite", "dora")

        await desk.inbox.outbox.drop(num)

        assert counting(desk) == [("carol", "sqlite"), ("dora", "sqlite")]
        await desk.answer(BOTH, "sqlite", "bob")
        assert [each["by"] for each in desk.sent()] == [["carol", "dora", "bob"]]


async def test_of_a_lost_wish_to_take_back_nobody_counts_twice(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        desk.comes(BOTH, answered(objects))
        await desk.retract(BOTH, "carol")
        assert (await desk.retract(BOTH, "bob")).kind is ReceiptKind.QUEUED
        becomes(desk, Stage.LOST)

        assert (await desk.retract(BOTH, "carol")).kind is ReceiptKind.VOTED
        assert (counting(desk), desk.sent()) == ([("carol", "")], [])


async def test_what_is_lost_is_not_there_to_be_taken_back(objects: dict[str, Any], room: Room) -> None:
    with chant_desk(room, objects) as desk:
        await both(desk, Stage.LOST)
        with pytest.raises(RefusedByRule):
            await desk.retract(BOTH, "alice")


@pytest.mark.parametrize("stage", [Stage.SENDING, Stage.WRITTEN, Stage.CONFLICT])
async def test_people_whom_the_record_names_are_not_counted_beside_it(
    objects: dict[str, Any], room: Room, stage: Stage
) -> None:
    with chant_desk(room, objects) as desk:
        await both(desk, stage)
        desk.comes(BOTH, answered(objects))
        assert counting(desk) == []
        assert [each.who for each in desk.see(BOTH).votes if each.why_void is None] == ["carol", "alice"]


async def test_a_word_that_was_dropped_and_is_recorded_all_the_same_is_not_told_apart(
    objects: dict[str, Any], room: Room
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.inbox.outbox.drop(await both(desk, Stage.LOST))
        assert counting(desk) == [("carol", "sqlite")]

        desk.comes(BOTH, answered(objects))

        assert [(each.who, each.id) for each in desk.see(BOTH).votes] == [("carol", None), ("alice", None)]
        assert "voted" not in [each.what for each in desk.see(BOTH).history]


async def test_votes_of_a_former_workspace_neither_wait_nor_stand_in_the_way(
    objects: dict[str, Any], room: Room
) -> None:
    from sayso_client.ledger import elsewhere, swapping, taking_out, votes
    from sayso_client.stores.contract import Hello

    with chant_desk(room, objects) as desk:
        await desk.answer(BOTH, "sqlite", "alice")
        with desk.ledger.writing() as writing:
            elsewhere.accept(writing, "work", "chant", Hello("another", "work", None, frozenset({"principal"})))
            swapping.swap(writing, "work")
        assert desk.ledger.look(votes.stores) == ()
        desk.ledger.write_now(lambda writing: taking_out.remove(writing, "work"))


def answered(objects: dict[str, Any]) -> dict[str, Any]:
    question = {**objects[DONE]["question"], "id": BOTH, "answer": "sqlite", "answeredBy": ["carol", "alice"]}
    return {**objects[BOTH], "question": question, "digest": "9" * 64}


class Table:
    """Four people who speak in any order, while what they sent fares as it will."""

    def __init__(self, desk: ChantDesk, chance: Random) -> None:
        self.desk, self.chance = desk, chance
        self.newest: dict[str, str] = {}
        """By person, what was said last and not taken back."""

    async def step(self) -> None:
        out = self.desk.inbox.outbox.all()
        if out and self.chance.random() < 0.5:
            await self.fares(out[self.chance.randrange(len(out))].num)
        elif self.chance.random() < 0.2:
            await self.takes_back()
        else:
            await self.says()

    async def fares(self, num: int) -> None:
        one = self.desk.inbox.outbox.one(num)
        assert one is not None
        if one.stage in WAITS:
            if self.chance.random() < 0.5:
                await self.desk.inbox.outbox.send_again(num)
                return
        elif self.chance.random() < 0.8:
            after = self.chance.choice((Stage.LOST, Stage.REFUSED, Stage.CONFLICT))
            with self.desk.ledger.writing() as writing:
                assert moves.move(writing, num, {one.stage}, after, "")
            return
        last = json.loads(one.parcel.payload)["by"][-1]
        await self.desk.inbox.outbox.drop(num)
        if self.newest.get(last) == json.loads(one.parcel.payload)["answer"]:
            del self.newest[last]

    async def says(self) -> None:
        who, what = self.chance.choice(PEOPLE), self.chance.choice(("sqlite", "postgres"))
        if any(each.stage in ON_ITS_WAY for each in self.desk.inbox.outbox.all()):
            return  # refused while something is on its way, as everywhere
        draft = replace(blank(self.desk.see(BOTH), Act.ANSWER, what), note=who)
        foreseen = together(self.desk.see(BOTH), draft, who)
        receipt = await self.desk.inbox.record(self.desk.verdict(draft, who))
        self.newest[who] = what
        assert foreseen is not None
        assert foreseen.last is (receipt.kind is ReceiptKind.QUEUED), receipt
        if foreseen.last:
            assert self.desk.sent()[-1]["by"] == [*(each.who for each in foreseen.agreed), who]

    async def takes_back(self) -> None:
        mine = [each for each in self.desk.see(BOTH).votes if each.id and not each.beside]
        if any(each.stage in ON_ITS_WAY for each in self.desk.inbox.outbox.all()) or not mine:
            return
        who = self.chance.choice(mine).who
        draft = blank(self.desk.see(BOTH), Act.RETRACT)
        receipt = await self.desk.inbox.record(self.desk.verdict(draft, who))
        if receipt.kind is ReceiptKind.VOTED:
            del self.newest[who]

    def check(self) -> None:
        words = counting(self.desk)
        assert len({who for who, _ in words}) == len(words)
        assert all(self.newest.get(who) == what for who, what in words)
        for each in self.desk.inbox.outbox.all():
            said = json.loads(each.parcel.payload)
            assert len(set(said["by"])) == len(said["by"])
            assert all(self.newest.get(who) == said["answer"] for who in said["by"]), (said, self.newest)


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_whatever_happens_each_has_one_word_and_it_is_the_newest(
    objects: dict[str, Any], room: Room, seed: int
) -> None:
    with chant_desk(room, {BOTH: objects[BOTH]}) as desk:
        table = Table(desk, Random(seed))
        for _ in range(STEPS):
            await table.step()
            table.check()
