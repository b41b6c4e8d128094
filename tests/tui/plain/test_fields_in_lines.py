"""The plain inbox asks for all that the sheets have, and keeps it as they do."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import handoff_decisions as h
from opened import Room
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_client.verdict import AuthorityKind
from sayso_client.vocabulary import Act, Ref
from typist import CTRL_C, Typist, record

Told = Callable[[], list[Any]]
KEY = Ref("home", h.KEY)


def test_a_text_of_several_lines_with_an_empty_one_is_recorded_as_written(
    take: Any, talk: Any, settlements: Told
) -> None:
    take(h.raised())
    talk("answer 1", "0", "First, this.", "", "Then that.", ".", "", "why", ".", record)
    (written,) = settlements()
    assert written["answer"] == {"text": "First, this.\n\nThen that."}
    assert written["note"] == "why"


def test_delegated_asks_for_the_mandate_and_attested_for_the_evidence(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    talk("answer 1", "1", "", "delegated", "mandate 7", "", record)
    talk("answer " + h.KEY, "2", "", "4", "her mail of Monday", "", record)
    first, second = settlements()
    assert first["authority"] == {"kind": "delegated", "by": "desk-assistant", "under": "mandate 7"}
    assert second["authority"] == {"kind": "attested", "by": "desk-assistant"}
    assert second["evidence"]["basis"] == "her mail of Monday"


def test_what_is_missing_is_said_and_asked_for(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    said = talk("answer 1", "", "", "3", "", "", "mandate 7", "1", record)
    assert "Name the mandate that it was answered under." in said
    assert "Choose an option or write an answer." in said
    assert settlements()[0]["authority"]["under"] == "mandate 7"
    assert settlements()[0]["answer"]["option"] == "pg"


def test_confirming_pins_the_proposal(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised(), h.proposed())
    said = talk("confirm 1", "", "", "", "", record)
    assert "I confirm what jev-1.13.0 proposed (model name not checked)" in said
    (written,) = settlements()
    assert written["authority"] == {"kind": "confirmed", "by": "ana"}
    assert written["answer"]["option"] == "pg"


def test_another_option_than_proposed_is_ones_own_answer(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised(), h.proposed())
    said = talk("confirm 1", "2", "", "", "", record)
    assert "it will be recorded as your own answer (principal)" in said
    assert settlements()[0]["authority"]["kind"] == "principal"


def test_where_proposals_disagree_it_asks_which(take: Any, talk: Any, settlements: Told) -> None:
    other = h.proposed("p2", 5, question="choice", answer={"option": "sqlite"}, confidence=0.6, model="laya")
    take(h.raised(), h.proposed(), other)
    said = talk("confirm 1", "1", "", "", "", "", record)
    assert "Proposal, by number [none yet]" in said
    assert settlements()[0]["answer"]["option"] == "sqlite"
    assert settlements()[0]["authority"]["kind"] == "confirmed"


def test_a_claim_can_be_adopted(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised(), h.claimed())
    talk("answer 1", "1", "", "", "4", "", "", record)
    (written,) = settlements()
    assert written["answer"]["option"] == "pg"
    assert written["authority"]["kind"] == "attested"
    assert written["evidence"]["basis"] == "said in the meeting, 10:05"


def test_dismissing_retracting_and_noting(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    said = talk("dismiss 1", "not needed", ".", "", record, "retract 1", "", record, "note 1", "Ask Bo.", ".", record)
    assert [each["type"] for each in settlements()] == ["settled", "reopened", "note"]
    assert settlements()[0]["outcome"] == "dismissed"
    assert settlements()[2]["note"] == "Ask Bo."
    assert "confirmed: I confirm" not in said


def test_what_was_written_is_kept_line_by_line(take: Any, inbox: Inbox, room: Room) -> None:
    take(h.raised())
    seen: list[str] = []

    def look(_: Typist) -> str:
        draft = inbox.draft(KEY, Act.ANSWER)
        seen.append(draft.text if draft else "")
        return "and more"

    said = Typist(inbox, ["answer 1", "2", "precious words", look, CTRL_C]).talk()
    assert seen == ["precious words"]
    assert "Nothing was recorded. Your draft is kept." in said
    kept = inbox.draft(KEY, Act.ANSWER)
    assert kept is not None
    assert (kept.option, kept.text) == ("sqlite", "precious words\nand more")


def test_the_draft_of_a_sheet_goes_on_in_lines(take: Any, talk: Any, inbox: Inbox, settlements: Told) -> None:
    take(h.raised())
    decision = inbox.find(h.KEY)
    draft = replace(blank(decision, Act.ANSWER, "sqlite"), text="As I said", kind=AuthorityKind.PRINCIPAL)
    asyncio.run(inbox.keep(replace(draft, at=inbox.now())))
    said = talk("answer 1", "", "", "", "", record)
    assert "Your draft of just now is back." in said
    assert settlements()[0]["answer"] == {"text": "As I said", "option": "sqlite"}
    assert inbox.draft(KEY, Act.ANSWER) is None


def test_an_inbox_that_writes_about_the_same_decision_is_told_and_neither_loses_a_word(
    take: Any, talk: Any, inbox: Inbox, room: Room
) -> None:
    take(h.raised())
    with room.inbox() as other:
        decision = other.find(h.KEY)
        asyncio.run(other.keep(replace(blank(decision, Act.ANSWER), text="From over there")))
        said = talk("answer 1", "", "From here", CTRL_C)
        assert "Also being written elsewhere: an answer at" in said
        kept = other.draft(KEY, Act.ANSWER), inbox.draft(KEY, Act.ANSWER)
    assert [each.text for each in kept if each] == ["From over there", "From here"]


def test_a_dash_clears_a_field(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    talk("answer 1", "1", "wrong words", ".", "", "", "answer 1", "", "-", "", "", record)
    assert settlements()[0]["answer"] == {"text": "PostgreSQL", "option": "pg"}


def test_hidden_signs_in_what_is_typed_are_made_visible_and_told(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    said = talk("answer 1", "0", "a\x9bb\x1b[2J", ".", "", "", record)
    assert "The line held 2 control characters; shown as visible signs." in said
    assert "\x1b" not in said
    assert "\x9b" not in settlements()[0]["answer"]["text"]


def test_a_line_as_long_as_a_terminal_takes_is_told(take: Any, talk: Any) -> None:
    take(h.raised())
    assert "its end may be missing" in talk("answer 1", "0", "x" * 4095, ".")


def test_without_a_name_it_is_asked_for_and_written_with_the_record(room: Room, take: Any) -> None:
    take(h.raised())
    with room.inbox(name=None, assistant=None) as nobody:
        typist = Typist(nobody, ["answer 1", "1", "", "", "ana", "", record])
        said = typist.talk()
    assert typist.introduced == [("name", "ana")]
    assert "principal: PostgreSQL · written to home" in said
