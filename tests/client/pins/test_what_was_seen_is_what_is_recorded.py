"""Whatever moves between the painting of a decision and the record: it names what was painted, or there is none."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handoff_decisions as h
from handoff_decisions import KEY
from opened import Room, home, say
from sayso_client.decision import Act, Flag, Ref, State
from sayso_client.draft import blank
from sayso_client.errors import SaysoError
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.seen import Seen
from sayso_client.inbox import Inbox
from sayso_client.verdict import ReceiptKind

REF = Ref("home", KEY)
OTHER = {**h.TERMS, "text": "Which other database?"}
BOB: dict[str, Any] = {"authority": {"kind": "principal", "by": "bob"}}

MOVES: dict[str, dict[str, Any]] = {
    "amended": h.amended(terms=OTHER),
    "amended in the same words": h.amended("a3", 12, 3, supersedes=["a2"]),
    "other terms under the same revision": h.amended("z2", 11, 2, terms={**OTHER, "default": "pg"}),
    "raised twice": {**h.raised(1, terms=OTHER), "id": "r:other"},
    "withdrawn": h.withdrawn(),
    "settled": h.settled(**BOB),
    "settled beside it": h.settled("s2", 6, "sqlite", **BOB),
    "taken back": h.reopened(),
    "note": h.note(),
    "claim": h.claimed(),
    "proposal": h.proposed(),
}
SETTLING_NOTHING = {"note", "claim", "proposal"}


def principals(inbox: Inbox) -> list[Any]:
    known = {each["id"] for each in MOVES.values()}
    values = [each.value for each in home(inbox).every_record()]
    return [each for each in values if each["origin"] == "principal" and each["id"] not in known]  # type: ignore[index]


async def take_in(inbox: Inbox, *records: dict[str, Any], door: str = "import") -> None:
    await home(inbox).take_in([json.dumps(each).encode() for each in records], door)


async def upon(inbox: Inbox, act: Act, before: list[str], meanwhile: list[str]) -> None:
    await take_in(inbox, h.raised(), *(MOVES[each] for each in before))
    painted = inbox.decision(REF)
    assert painted is not None
    draft = replace(blank(painted, act), option="pg" if act is Act.ANSWER else None)
    try:
        verdict = inbox.compose(painted, draft)
    except SaysoError:
        return
    await take_in(inbox, *(MOVES[each] for each in meanwhile))
    receipt = await inbox.record(verdict)
    saw = Seen.parse(painted.seen)
    if not receipt.recorded:
        assert principals(inbox) == []
        assert receipt.now is not None
        assert receipt.now.seen != painted.seen
        return
    (record,) = principals(inbox)
    assert record["sayso"]["saw"] == {"need": saw.need_current, "terms": saw.terms}
    assert record.get("supersedes", []) == list(saw.answer)
    if act is not Act.RETRACT:
        assert record["terms_rev"] == painted.terms_rev
    assert record["sayso"]["via"] == {"kind": "inbox", "host": "desk", "tty": "/dev/pts/3"}


@given(
    act=st.sampled_from([Act.ANSWER, Act.DISMISS, Act.RETRACT]),
    before=st.lists(st.sampled_from(sorted(MOVES)), unique=True, max_size=4),
    meanwhile=st.lists(st.sampled_from(sorted(MOVES)), unique=True, max_size=3),
)
@settings(max_examples=60, deadline=None)
def test_the_record_names_what_was_painted_or_there_is_none(act: Act, before: list[str], meanwhile: list[str]) -> None:
    with TemporaryDirectory() as folder, Room(Path(folder)).inbox() as inbox:
        asyncio.run(upon(inbox, act, before, meanwhile))


@pytest.mark.parametrize("move", sorted(set(MOVES) - {"amended in the same words", "taken back"}))
async def test_what_moves_a_register_holds_the_answer_and_nothing_else_does(move: str, room: Room) -> None:
    with room.inbox() as inbox:
        await take_in(inbox, h.raised())
        verdict = inbox.compose(inbox.find(KEY), replace(blank(inbox.find(KEY), Act.ANSWER), option="pg"))
        await take_in(inbox, MOVES[move])
        receipt = await inbox.record(verdict)
        held = move not in SETTLING_NOTHING
        assert receipt.kind is (ReceiptKind.CONFLICT if held else ReceiptKind.RECORDED)
        assert len(principals(inbox)) == (not held)


async def test_other_terms_under_the_revision_that_i_answered_make_it_wait_again(room: Room) -> None:
    with room.inbox() as inbox:
        await take_in(inbox, h.raised(), h.amended(terms=OTHER))
        receipt = await say(inbox, replace(blank(inbox.find(KEY), Act.ANSWER), option="pg"))
        assert receipt.recorded
        assert not inbox.find(KEY).waiting
        await take_in(inbox, MOVES["other terms under the same revision"], door="agent")
        decision = inbox.find(KEY)
        assert Flag.TERMS_EXCHANGED in decision.flags
        assert decision.waiting
        assert decision.state is State.DECIDED
        assert inbox.counts().waiting == 1
        (record,) = principals(inbox)
        assert record["sayso"]["saw"]["terms"] == digest(OTHER)
        assert (await say(inbox, replace(blank(decision, Act.ANSWER), option="pg"))).recorded
        assert Flag.TERMS_EXCHANGED not in inbox.find(KEY).flags
        assert not inbox.find(KEY).waiting
