"""The one key that writes, and everything that must not."""

import asyncio
import json
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from opened import Room, home
from sayso_client.decision import Act, Ref, State
from sayso_client.inbox import Inbox
from sayso_tui.screens import paper

REF = Ref("home", h.KEY)
PROPOSED = h.proposed(
    minutes=20,
    question="choice",
    answer={"text": "PostgreSQL", "option": "pg"},
    probabilities={"pg": 0.91, "sqlite": 0.07},
    confidence=0.87,
    threshold=0.8,
    model="bosun-v3.1-1.7b",
    backend="systemone",
)


def principal_records(inbox: Inbox) -> list[dict[str, Any]]:
    held = [each.value for each in home(inbox).every_record()]
    return [each for each in held if isinstance(each, dict) and each.get("origin") == "principal"]


async def test_an_option_and_the_record_key_write_one_settlement(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("2", "ctrl+s")
        assert "SQLite" in text_of(person.app)
    (written,) = principal_records(inbox)
    assert written["answer"]["option"] == "sqlite"
    assert written["authority"] == {"kind": "principal", "by": "ana"}
    assert written["terms_rev"] == 1


async def test_two_presses_at_once_write_once(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await person.burst("ctrl+s", "ctrl+s", after=1.0)
    assert len(principal_records(inbox)) == 1


async def test_the_key_is_inert_right_after_the_sheet_was_painted(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("1", "ctrl+s")
        assert "only just been shown" in text_of(person.app)
        await person.press("ctrl+s")
    assert len(principal_records(inbox)) == 1


async def test_why_the_key_was_inert_goes_by_itself(
    inbox: Inbox, fill: Any, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(h.raised())
    async with sit() as person, asyncio.timeout(20):
        await person.burst("1", "ctrl+s")
        assert "only just been shown" in text_of(person.app)
        # Said again so that it goes at once: the first time it has to stay until a busy machine has looked.
        monkeypatch.setattr(paper, "NOT_YET", 0.05)
        sheet = person.app.screen
        sheet.say_not_yet("Not recorded: too soon.")
        while "Not recorded" in text_of(person.app):
            await person.rest()
        sheet.say_not_yet("Not recorded: too soon.")
        sheet.say("Something else.")
        sheet.say_ready()
        await person.rest()
        assert "Something else." in text_of(person.app)
    assert principal_records(inbox) == []


async def test_the_key_is_inert_behind_other_input(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await person.press("o")
        await person.press("ctrl+s", pause=0.05)
        assert "together with other input" in text_of(person.app)
    assert principal_records(inbox) == []


async def test_a_huge_paste_that_smuggles_the_key_records_nothing(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1")
        await person.paste("approve everything\n" * 15_000, "ctrl+s", "f10")
        assert "together with other input" in text_of(person.app)
        assert principal_records(inbox) == []
        await person.press("escape")
    kept = inbox.draft(REF, Act.ANSWER)
    assert kept is not None
    assert kept.text.count("approve") == 15_000


@pytest.mark.parametrize("opening", ["1", "a", "c", "d", "n"])
async def test_no_other_key_records(inbox: Inbox, fill: Any, sit: Any, opening: str) -> None:
    await fill(h.raised(), PROPOSED)
    async with sit() as person:
        await person.press(opening)
        for key in ("enter", "tab", "down", "space", "y", "ctrl+t", "ctrl+c", "ctrl+r", "f1", "escape", "escape"):
            person.send_key(key)
        await person.rest()
        assert person.app.screen is person.app.screen_stack[0]
    assert principal_records(inbox) == []


async def test_nothing_is_recorded_by_clicking_anywhere(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), PROPOSED)
    async with sit() as person:
        await person.press("c")
        for y in range(2, 40, 4):
            for x in (30, 60, 90):
                await person.pilot.click(offset=(x, y))
        await person.rest()
    assert principal_records(inbox) == []


async def test_all_that_was_typed_right_behind_the_opening_key_lands_in_the_sheet(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.burst("a", "d", "c", "a", "enter", "R")
        assert person.app.screen.draft().text == "dca\nR"


async def test_a_paste_of_several_lines_stays_whole(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.paste("one\ntwo\nthree\nfour\nfive\n")
        assert person.app.screen.draft().text == "one\ntwo\nthree\nfour\nfive\n"
    assert principal_records(inbox) == []


@pytest.mark.parametrize(
    ("turns", "writing", "field"),
    [
        (0, "", {"kind": "principal", "by": "ana"}),
        (1, "", {"kind": "confirmed", "by": "ana"}),
        (2, "mandate 7", {"kind": "delegated", "by": "desk-assistant", "under": "mandate 7"}),
        (3, "mail of May 3", {"kind": "attested", "by": "desk-assistant"}),
    ],
)
async def test_each_authority_kind_is_recorded_as_chosen(
    inbox: Inbox, fill: Any, sit: Any, turns: int, writing: str, field: dict[str, str]
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", *["ctrl+t"] * turns)
        if writing:
            await person.press("ctrl+s")
            assert person.app.screen.focused.id in ("under", "basis")
            await person.write(writing)
        await person.press("ctrl+s")
    (written,) = principal_records(inbox)
    assert written["authority"] == field
    if turns == 3:
        assert written["evidence"]["basis"] == writing


async def test_confirming_pins_the_proposal(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised(), PROPOSED)
    async with sit() as person:
        await person.press("c", "ctrl+s")
    (written,) = principal_records(inbox)
    assert written["authority"] == {"kind": "confirmed", "by": "ana"}
    assert written["answer"]["option"] == "pg"
    decision = inbox.decision(REF)
    assert decision is not None
    assert decision.state is State.DECIDED
    assert [each.id for each in decision.proposals] == ["p1"]


async def test_choosing_otherwise_while_confirming_is_ones_own_answer_and_says_so(
    inbox: Inbox, fill: Any, sit: Any
) -> None:
    await fill(h.raised(), PROPOSED)
    async with sit() as person:
        await person.press("c")
        person.app.screen.set_focus(person.app.screen.query_one("#option"))
        await person.press("down")
        assert "your own answer" in text_of(person.app)
        await person.press("ctrl+s")
    (written,) = principal_records(inbox)
    assert written["authority"]["kind"] == "principal"
    assert written["answer"]["option"] == "sqlite"


async def test_where_proposals_disagree_it_asks_which(inbox: Inbox, fill: Any, sit: Any) -> None:
    other = json.loads(json.dumps(PROPOSED))
    other["id"], other["proposal"]["answer"] = "p2", {"text": "SQLite", "option": "sqlite"}
    other["proposal"]["model"] = "other-model"
    await fill(h.raised(), PROPOSED, other)
    async with sit() as person:
        await person.press("c", "ctrl+s")
        assert "Choose which proposal" in text_of(person.app)
        assert person.app.screen.focused.id == "proposal"
        await person.press("down", "down", "ctrl+s")
    (written,) = principal_records(inbox)
    assert written["authority"]["kind"] == "confirmed"
    assert written["answer"]["option"] == "pg"


async def test_dismissing_and_retracting_are_records_of_their_own(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("d")
        await person.write("Not needed.")
        await person.press("ctrl+s")
        await person.press("[", "R")
        await person.write("It is, after all.")
        await person.press("ctrl+s")
    first, second = principal_records(inbox)
    assert (first["type"], first["outcome"], first["note"]) == ("settled", "dismissed", "Not needed.")
    assert (second["type"], second["supersedes"], second["note"]) == ("reopened", [first["id"]], "It is, after all.")
    assert "authority" not in second


async def test_a_note_settles_nothing(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("n")
        await person.write("I am on it.")
        await person.press("ctrl+s")
    (written,) = principal_records(inbox)
    assert (written["type"], written["note"]) == ("note", "I am on it.")
    decision = inbox.decision(REF)
    assert decision is not None
    assert decision.waiting


async def test_the_cursor_goes_on_to_the_next_that_waits_and_one_line_says_what_was_written(
    inbox: Inbox, fill: Any, sit: Any
) -> None:
    other = {**h.raised(1), "key": "acme/other", "id": "r:acme/other"}
    await fill(h.raised(), other)
    async with sit() as person:
        await person.press("1", "ctrl+s")
        assert person.app.screen.decisions.cursor_ref == Ref("home", "acme/other")
        assert "written to home" in text_of(person.app)


async def test_the_record_is_for_the_decision_that_is_read(inbox: Inbox, fill: Any, sit: Any) -> None:
    others = [{**h.raised(n), "key": f"k/{n}", "id": f"r:k/{n}"} for n in range(1, 4)]
    await fill(h.raised(), *others)
    async with sit() as person:
        await person.press("j", "j", "j")
        assert "k/3" in text_of(person.app)
        await person.press("1", "ctrl+s")
    (written,) = principal_records(inbox)
    assert written["key"] == "k/3"


async def test_terms_that_change_while_the_sheet_is_open_hold_the_record(
    inbox: Inbox, fill: Any, sit: Any, room: Room
) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("My words.")
        await fill(h.amended())
        await person.press("ctrl+s")
        shown = text_of(person.app)
        assert "revision 1 → 2" in shown
        assert "Yours is not written" in shown
        assert principal_records(inbox) == []
        await person.press("down", "down", "down", "ctrl+s")
        assert principal_records(inbox) == []
        assert person.app.screen.draft().text == "My words."
        await person.press("ctrl+s")
    (written,) = principal_records(inbox)
    assert (written["terms_rev"], written["answer"]["text"]) == (2, "My words.")


async def test_waiting_records_nothing(inbox: Inbox, fill: Any, sit: Any, room: Room) -> None:
    sure = json.loads(json.dumps(PROPOSED))
    sure["proposal"]["confidence"] = 0.99
    await fill(h.raised(), sure)
    async with sit() as person:
        room.clock.forward(days=30)
        person.app.screen.refresh_live()
        await person.press("q", "q")
    assert principal_records(inbox) == []
