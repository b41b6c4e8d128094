"""Whatever people type reaches chant as one word each, or is refused before, with the draft kept."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chant_telling import AT, Telling, telling
from chant_workspaces import make_workspace
from sayso_client.stores.chant.order import LONGEST_NOTE, Order, unsayable
from sayso_client.stores.chant.rules import RULES
from sayso_client.stores.contract import Held
from sayso_client.verdict import Answer, AuthorityKind, Grounds, ReceiptKind
from sayso_client.via import Via

ASKED = "agent-question-27255b2f0819"
NOUL = "agent-yes-no-5c4be82cd451"
SCORE = "risk-level-a8b8f0687674"
ORDER = Order("answer", ASKED, "answers/answer.kind.mjs", "2", ("alice",), None, 0)


@pytest.fixture
def desk(tmp_path: Path) -> Telling:
    return telling(make_workspace(tmp_path / "w", git=False, state="asked"), log=tmp_path / "log")


def words(desk: Telling) -> list[str]:
    told: list[str] = json.loads((desk.folder.parent / "log").read_text())["argv"]
    return told


@pytest.mark.parametrize(
    "note",
    [
        "-x",
        "--by",
        "--by=eve",
        "-",
        "--",
        "two\nlines\n\n- and a list",
        "$(touch x) `touch x` ; touch x | x > x & x",
        "\"'\\ \t é 漢 \u202e \x1b[31m \u2028 \U0001f600",
        "x" * LONGEST_NOTE,
    ],
)
async def test_a_note_is_kept_letter_for_letter(desk: Telling, note: str) -> None:
    receipt = await desk.say(desk.answer(ASKED, "2", "alice", note=note))
    assert receipt.recorded, receipt.sentence
    assert desk.question(ASKED)["note"] == note
    assert desk.question(ASKED)["answeredBy"] == ["alice"]
    assert words(desk).count("--by") == 1


@pytest.mark.parametrize("option", ["2", "10", "yes", "on", "true", "with space", "empty", "multi"])
async def test_an_option_is_said_as_the_text_that_it_is(desk: Telling, option: str) -> None:
    assert (await desk.say(desk.answer(ASKED, option, "alice"))).recorded
    assert desk.question(ASKED)["answer"] == option
    assert words(desk)[words(desk).index("--answer") + 1] == option


@pytest.mark.parametrize(("option", "kept"), [("true", True), ("false", False)])
async def test_a_noul_is_answered_with_a_boolean(desk: Telling, option: str, kept: bool) -> None:
    parcel = desk.answer(NOUL, option, "alice")
    assert json.loads(parcel.payload)["answer"] is kept
    assert (await desk.say(parcel)).recorded
    assert desk.question(NOUL)["answer"] is kept


async def test_a_level_of_a_score_is_said_as_its_text(desk: Telling) -> None:
    level = desk.question(SCORE)["candidates"][0]
    assert (await desk.say(desk.answer(SCORE, level, "erin"))).recorded
    assert desk.question(SCORE)["answer"] == level


@pytest.mark.parametrize("name", ["alice", "Zoë O'Neil; rm", "github:alice", "漢 字", "a" * 500])
async def test_a_name_is_said_as_one_word(desk: Telling, name: str) -> None:
    assert (await desk.say(desk.answer(ASKED, "2", name))).recorded
    assert desk.question(ASKED)["answeredBy"] == [name]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (replace(ORDER, answer="-1"), "The option -1 begins with a dash"),
        (replace(ORDER, answer="--by"), "The option --by begins with a dash"),
        (replace(ORDER, by=("alice", "--note")), "The name --note begins with a dash"),
        (replace(ORDER, id="--help"), "The id of this question begins with a dash"),
        (replace(ORDER, kind="-k/x.mjs"), "The name of this question's kind file begins with a dash"),
        (replace(ORDER, answer=""), "is empty"),
        (replace(ORDER, by=("",)), "is empty"),
        (replace(ORDER, note="a\0b"), "The note holds a NUL character"),
        (replace(ORDER, answer="a\0"), "The option a. holds a NUL character"),
        (replace(ORDER, note="\ud83d"), "The note holds half a character"),
        (replace(ORDER, by=("\udc80",)), "holds half a character"),
        (replace(ORDER, note="é" * (LONGEST_NOTE // 2 + 1)), "more than 100,000 bytes"),
        (replace(ORDER, by=("a" * 501,)), "at most 500 letters"),
        (replace(ORDER, by=tuple(map(str, range(101)))), "at most 100 names"),
    ],
)
def test_what_no_command_line_can_hold_is_told_in_a_sentence(order: Order, sentence: str) -> None:
    told = unsayable(order)
    assert told is not None
    assert sentence in told.replace("␀", ".")
    assert told.isprintable()


def test_it_is_refused_before_it_is_queued(desk: Telling) -> None:
    held = _held(desk, ASKED, candidates=["-1", "0"])
    said = _answer(desk, "-1")
    assert RULES.refuses is not None
    assert "begins with a dash" in (RULES.refuses(held, said) or "")
    assert RULES.refuses(held, replace(said, option="0", text="0")) is None
    assert "NUL" in (RULES.refuses(held, replace(said, option="0", text="0", note="\0")) or "")


async def test_it_is_refused_where_another_process_had_queued_it(desk: Telling) -> None:
    parcel = desk.answer(ASKED, "2", "--help")
    receipt = await desk.say(parcel)
    assert receipt.kind is ReceiptKind.REFUSED
    assert "The name --help begins with a dash" in receipt.sentence
    assert "Nothing was written." in receipt.sentence
    assert not (desk.folder.parent / "log").exists()


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"do":"answer"}', b'{"do":"drop","id":"x","kind":"k","by":["a"]}'],
)
async def test_a_parcel_that_says_nothing_is_refused(desk: Telling, payload: bytes) -> None:
    parcel = replace(desk.answer(ASKED, "2", "alice"), payload=payload)
    assert (await desk.say(parcel)).kind is ReceiptKind.REFUSED
    assert await desk.read_back(parcel) is None


def _held(desk: Telling, key: str, **changed: Any) -> Sequence[Held]:
    whole = desk.object(key)
    whole["question"] |= {**changed, "asked": None}
    return [Held(json.dumps(whole).encode(), whole)]


def _answer(desk: Telling, option: str) -> Answer:
    decision = desk.decision(ASKED)
    grounds = Grounds(AuthorityKind.PRINCIPAL, "alice")
    return Answer(decision.ref, decision.seen, "v", AT, Via("tests"), grounds, None, option, option)
