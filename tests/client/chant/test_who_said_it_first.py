"""A verdict is recorded once, however often it is sent; what somebody else said first is told, and stays."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chant_runs import STEWARD, chant, start_chant
from chant_telling import Telling, telling
from chant_workspaces import make_workspace, run_git
from far_stores import until
from sayso_client.stores.contract import Parcel
from sayso_client.verdict import Receipt, ReceiptKind
from sayso_client.vocabulary import Ref

ASKED = "agent-question-27255b2f0819"
PROPOSED = "slice-tier-4ed4abbd4dfd"
TWO = "two-people-f1c772ac42b2"
LEADS = "needs-decision-ffc119abe805"
STEWARDS = "ship-skip-4c2b4b1ff388"
BY_TABLE = "slice-tier-737ef914e7dd"


@pytest.fixture
def desk(tmp_path: Path) -> Telling:
    return telling(make_workspace(tmp_path / "w", state="asked"), log=tmp_path / "log")


def waiting(gate: Path) -> Path:
    return gate.with_name(f"{gate.name}.waiting")


def open_(gate: Path) -> None:
    gate.unlink(missing_ok=True)


def calls(desk: Telling) -> int:
    """How often chant was started by sayso."""
    log = desk.folder.parent / "log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def conflict(receipt: Receipt | None) -> str:
    assert receipt is not None
    assert receipt.kind is ReceiptKind.CONFLICT
    assert "Nothing was written." in receipt.sentence
    return receipt.sentence


async def test_the_same_verdict_sent_again_is_recorded_and_chant_is_not_asked(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "alice", note="  Why not.  ")
    assert (await desk.say(parcel)).recorded
    assert (await desk.say(parcel)).recorded
    found = await desk.read_back(parcel)
    assert found is not None
    assert found.recorded
    assert "alice answered “2” on 2026-11-05 (note: Why not.)" in found.sentence
    assert calls(desk) == 1


@pytest.mark.parametrize(
    ("key", "verb", "words", "sentence"),
    [
        (ASKED, "answer", ("--answer", "10", "--by", "bob"), "bob answered “10” on 2026-11-06"),
        (ASKED, "answer", ("--answer", "2", "--by", "bob"), "bob answered “2” on 2026-11-06"),
        (ASKED, "answer", ("--answer", "2", "--by", "alice", "--note", "x"), "“2” on 2026-11-06 (note: x)"),
        (PROPOSED, "answer", ("--answer", "large", "--by", "bob"), "bob confirmed “large” on 2026-11-06"),
        (STEWARDS, "answer", ("--answer", "no", "--by", "bob"), "bob answered “false” on 2026-11-06"),
    ],
)  # fmt: skip
async def test_what_somebody_else_said_first_is_told(
    desk: Telling, key: str, verb: str, words: tuple[str, ...], sentence: str
) -> None:
    option = {ASKED: "2", PROPOSED: "large", STEWARDS: "true"}[key]
    parcel = desk.answer(key, option, "alice")
    assert chant(desk.folder, verb, key, *words, today="2026-11-06").exit == 0
    assert sentence in conflict(await desk.say(parcel))
    assert sentence in conflict(await desk.read_back(parcel))
    assert calls(desk) == 0


async def test_an_answer_that_comes_while_chant_starts_is_told(desk: Telling, gate: Path) -> None:
    slow = desk.with_chant(slow=gate)
    saying = asyncio.ensure_future(slow.say(slow.answer(ASKED, "2", "alice")))
    await until(waiting(gate).exists)
    assert chant(desk.folder, "answer", ASKED, "--answer", "10", "--by", "bob", today="2026-11-06").exit == 0
    open_(gate)
    assert "bob answered “10” on 2026-11-06" in conflict(await saying)


async def test_my_own_answer_from_elsewhere_that_comes_while_chant_starts_is_recorded(
    desk: Telling, gate: Path
) -> None:
    slow = desk.with_chant(slow=gate)
    saying = asyncio.ensure_future(slow.say(slow.answer(ASKED, "2", "alice")))
    await until(waiting(gate).exists)
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded
    open_(gate)
    assert (await saying).recorded


async def test_a_retraction_that_was_overtaken_is_told(desk: Telling) -> None:
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded
    parcel = desk.retract(ASKED, "alice")
    assert chant(desk.folder, "retract", ASKED, "--by", "bob", today="2026-11-06").exit == 0
    assert "bob took the answer “2” back on 2026-11-06; it waits again" in conflict(await desk.say(parcel))


async def test_a_retraction_sent_again_is_recorded_once(desk: Telling) -> None:
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded
    parcel = desk.retract(ASKED, "alice", note="Too early.")
    assert (await desk.say(parcel)).recorded
    assert (await desk.say(parcel)).recorded
    assert len(desk.question(ASKED)["retractions"]) == 1
    assert calls(desk) == 2


async def test_an_answer_that_was_taken_back_since_counts_as_recorded_and_is_not_given_again(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "alice")
    assert (await desk.say(parcel)).recorded
    assert (await desk.say(desk.retract(ASKED, "bob"))).recorded
    assert (await desk.say(parcel)).recorded
    assert desk.question(ASKED)["state"] == "escalated"
    again = desk.answer(ASKED, "2", "alice")
    assert await desk.read_back(again) is None
    assert (await desk.say(again)).recorded
    assert desk.question(ASKED)["state"] == "answered"
    assert (await desk.say(desk.retract(ASKED, "bob"))).recorded
    assert (await desk.say(parcel)).recorded
    assert (await desk.say(again)).recorded
    assert [each["by"] for each in desk.question(ASKED)["retractions"]] == [["bob"], ["bob"]]


async def test_another_answer_that_was_taken_back_since_is_a_conflict(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "alice")
    chant(desk.folder, "answer", ASKED, "--answer", "10", "--by", "bob", today="2026-11-06")
    chant(desk.folder, "retract", ASKED, "--by", "carol", today="2026-11-07")
    assert "carol took the answer “10” back on 2026-11-07" in conflict(await desk.say(parcel))


async def test_an_answer_of_the_table_is_no_person(desk: Telling) -> None:
    parcel = desk.retract(BY_TABLE, "alice")
    path = desk.folder / "answers" / f"{BY_TABLE}.md"
    path.write_text(path.read_text().replace("\n---\n", '\nx-seen: "here"\n---\n', 1))
    assert "a row of the point's table answers it with “small”" in conflict(await desk.say(parcel))


async def test_a_point_that_was_declared_anew_is_a_conflict(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "alice")
    path = desk.folder / "decisions" / "points.json"
    points = json.loads(path.read_text())
    points["points"]["agent-question"]["title"] += "?"
    path.write_text(json.dumps(points))
    assert "its record or its point is another one than you saw" in conflict(await desk.say(parcel))
    assert calls(desk) == 0


async def test_a_proposal_that_came_since_is_a_conflict(desk: Telling) -> None:
    key = "slice-tier-af5e4cbd0d88"
    parcel = desk.answer(key, "small", "alice")
    whole = desk.question(key)
    words = ("--inputs", json.dumps(whole["inputs"]), "--response", "inputs/response-confident.json")
    assert chant(desk.folder, "ask", whole["point"], *words).exit == 0
    assert "bosun-v3.1-1.7b proposes “large” now" in conflict(await desk.say(parcel))


async def test_several_people_are_named_in_one_call(desk: Telling) -> None:
    receipt = await desk.say(desk.answer(TWO, "sqlite", "alice", "carol"))
    assert receipt.recorded
    assert "alice and carol answered “sqlite”" in receipt.sentence
    assert desk.question(TWO)["answeredBy"] == ["alice", "carol"]
    assert calls(desk) == 1


async def test_those_whom_chant_does_not_count_do_not_make_it_another_answer(desk: Telling) -> None:
    parcel = desk.answer(LEADS, "false", "alice", "bob", "carol", "bot")
    receipt = await desk.say(parcel)
    assert receipt.recorded, receipt.sentence
    assert set(desk.question(LEADS)["answeredBy"]) < {"alice", "bob", "carol", "bot"}
    assert (await desk.say(parcel)).recorded


async def test_too_few_people_are_told_and_nothing_is_written(desk: Telling) -> None:
    receipt = await desk.say(desk.answer(TWO, "sqlite", "alice"))
    assert receipt.kind is ReceiptKind.REFUSED
    assert "Somebody who counts has to say it, or more people have to say the same" in receipt.sentence
    assert "two-people needs 2 people to answer, and 1 counts (alice)" in receipt.sentence


async def test_a_question_from_asking_to_answering_and_back(desk: Telling) -> None:
    states = [desk.question(PROPOSED)["state"]]
    acts: list[Callable[[], Parcel]] = [
        lambda: desk.answer(PROPOSED, "large", "alice", note="Agreed."),
        lambda: desk.retract(PROPOSED, "bob", note="Sized wrong."),
        lambda: desk.answer(PROPOSED, "small", "alice"),
    ]
    for parcel in acts:
        receipt = await desk.say(parcel())
        assert receipt.recorded, receipt.sentence
        states.append(desk.question(PROPOSED)["state"])
        decider = desk.question(PROPOSED)["decider"]["kind"]
        states.append(decider)
    assert states == ["proposed", "answered", "model", "escalated", "quorum", "answered", "quorum"]
    (back,) = desk.question(PROPOSED)["retractions"]
    assert (back["answer"], back["answeredBy"], back["by"], back["note"]) == (
        "large",
        ["alice"],
        ["bob"],
        "Sized wrong.",
    )
    assert back["decider"]["model"] == "bosun-v3.1-1.7b"


async def test_a_stewards_question_is_answered_on_its_branch_and_the_tree_stays(desk: Telling) -> None:
    before = run_git(desk.folder, "status", "--porcelain")
    tip = run_git(desk.folder, "rev-parse", "chant/lifecycle")
    acts: list[Callable[[], Parcel]] = [
        lambda: desk.answer(STEWARDS, "false", "alice", note="Hold it."),
        lambda: desk.retract(STEWARDS, "alice"),
        lambda: desk.answer(STEWARDS, "true", "bob"),
    ]
    for parcel in acts:
        assert (await desk.say(parcel())).recorded
    assert run_git(desk.folder, "status", "--porcelain") == before
    said = run_git(desk.folder, "log", "--format=%s", f"{tip.strip()}..chant/lifecycle").splitlines()
    assert said == [
        "Decision point ship-skip: answered yes by bob",
        "Decision point ship-skip: retracted by alice",
        "Decision point ship-skip: answered no by alice",
    ]


async def test_an_answer_by_the_steward_that_asked_is_refused(desk: Telling) -> None:
    assert STEWARD["CHANT_STEWARD"] == "box-steward"
    receipt = await desk.say(desk.answer(STEWARDS, "true", "box-steward"))
    assert receipt.kind is ReceiptKind.REFUSED
    assert "who is the steward that asked" in receipt.sentence


async def test_of_many_who_send_at_once_one_answer_stands(desk: Telling) -> None:
    options = ("2", "10", "yes", "2")
    names = ("alice", "bob", "carol", "alice")
    parcels = [desk.answer(ASKED, option, name) for option, name in zip(options, names, strict=True)]
    receipts = await asyncio.gather(*map(desk.say, parcels))
    stands = desk.question(ASKED)
    for option, name, receipt in zip(options, names, receipts, strict=True):
        mine = (stands["answer"], stands["answeredBy"]) == (option, [name])
        assert receipt.kind is (ReceiptKind.RECORDED if mine else ReceiptKind.CONFLICT), receipt.sentence
        assert mine or f"{stands['answeredBy'][0]} answered “{stands['answer']}”" in receipt.sentence
    assert stands["retractions"] == []


async def test_who_leaves_while_chant_writes_leaves_a_whole_record(desk: Telling, gate: Path) -> None:
    slow = desk.with_chant(half=gate)
    parcel = slow.answer(ASKED, "2", "alice")
    saying = asyncio.ensure_future(slow.say(parcel))
    await until(waiting(gate).exists)
    saying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saying
    open_(gate)
    await until(lambda: ASKED in desk.workspace().objects() and desk.question(ASKED)["state"] == "answered")
    found = await desk.read_back(parcel)
    assert found is not None
    assert found.recorded


async def test_a_key_that_the_workspace_never_had_waits_for_the_person(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "alice")
    other = replace(parcel, ref=Ref("work", "agent-question-000000000000"))
    receipt = await desk.say(other)
    assert receipt.kind is ReceiptKind.REFUSED
    assert await desk.read_back(other) is None


async def test_another_write_of_chant_at_the_same_time_changes_nothing(desk: Telling, gate: Path) -> None:
    with start_chant(desk.folder, "answer", TWO, "--answer", "sqlite", "--by", "a", "--by", "b", half=gate) as other:
        await until(waiting(gate).exists)
        saying = asyncio.ensure_future(desk.say(desk.answer(ASKED, "2", "alice")))
        await asyncio.sleep(0)
        open_(gate)
        assert (await saying).recorded
        other.communicate()
    assert desk.question(TWO)["answeredBy"] == ["a", "b"]
