"""My last act is taken back as records; nothing is deleted, and what I wrote stands in its sheet again."""

from dataclasses import replace
from typing import Any

import pytest

from handoff_records import line, raised, settled
from opened import Room, home, run_elsewhere, say
from sayso_client.decision import Act, Outcome, Ref
from sayso_client.draft import Draft, blank
from sayso_client.inbox import Inbox
from sayso_client.undo import Undo
from sayso_client.verdict import AuthorityKind, ReceiptKind


async def ask(inbox: Inbox, *keys: str, store: str = "home", **terms: Any) -> None:
    await home(inbox, store).take_in([line(raised(key, **terms)) for key in keys], "import")


async def answer(inbox: Inbox, key: str, option: str | None = "pg", **members: Any) -> None:
    assert (await say(inbox, replace(blank(inbox.find(key), Act.ANSWER, option), **members))).recorded


async def act(inbox: Inbox, key: str, kind: Act, **members: Any) -> None:
    assert (await say(inbox, replace(blank(inbox.find(key), kind), **members))).recorded


def last(inbox: Inbox) -> Undo:
    found = inbox.last_act()
    assert found is not None
    return inbox.undo(found, inbox.decision(found.ref))


async def take_back(inbox: Inbox) -> Undo:
    """What `u` and ctrl+s do."""
    undo = last(inbox)
    assert undo.draft is not None, undo.refused
    assert undo.decision is not None
    receipt = await inbox.record(inbox.compose(undo.decision, undo.draft))
    assert receipt.recorded
    assert receipt.sentence.startswith("Taken back")
    return undo


def records(inbox: Inbox) -> list[Any]:
    return [each.value for each in home(inbox).every_record()]


def stands(inbox: Inbox, key: str) -> str | None:
    settlement = inbox.find(key).settlement
    if settlement is None:
        return None
    return str(settlement.option or settlement.text or settlement.outcome)


async def test_an_answer_is_taken_back_by_a_record_and_its_words_stand_in_the_sheet_again(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", text="PostgreSQL, for now", kind=AuthorityKind.DELEGATED, under="mandate 7", note="cheap")
    mine = records(inbox)[-1]
    assert inbox.draft(Ref("home", "a"), Act.ANSWER) is None
    await take_back(inbox)
    last_record = records(inbox)[-1]
    assert (last_record["type"], last_record["supersedes"]) == ("reopened", [mine["id"]])
    assert last_record["sayso"]["undoes"] == mine["id"]
    assert inbox.find("a").waiting
    draft = inbox.draft(Ref("home", "a"), Act.ANSWER)
    assert draft is not None
    assert (draft.option, draft.text, draft.kind) == ("pg", "PostgreSQL, for now", AuthorityKind.DELEGATED)
    assert (draft.under, draft.note) == ("mandate 7", "cheap")


async def test_an_answer_by_an_option_comes_back_as_the_option_without_words(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a")
    await take_back(inbox)
    draft = inbox.draft(Ref("home", "a"), Act.ANSWER)
    assert draft is not None
    assert (draft.option, draft.text) == ("pg", "")


async def test_what_is_corrected_and_recorded_anew_is_the_last_act_then(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", text="Use it.")
    await take_back(inbox)
    kept = inbox.draft(Ref("home", "a"), Act.ANSWER)
    assert kept is not None
    corrected = replace(kept, seen=inbox.find("a").seen, option="sqlite")
    assert (await say(inbox, corrected)).recorded
    assert stands(inbox, "a") == "sqlite"
    assert inbox.draft(Ref("home", "a"), Act.ANSWER) is None
    assert last(inbox).act.draft.option == "sqlite"


async def test_a_dismissal_is_taken_back_and_its_reason_stands_in_its_sheet(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await act(inbox, "a", Act.DISMISS, note="not needed any more")
    await take_back(inbox)
    assert inbox.find("a").waiting
    draft = inbox.draft(Ref("home", "a"), Act.DISMISS)
    assert draft is not None
    assert draft.note == "not needed any more"


async def test_a_changed_answer_gives_way_to_the_one_before_it(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", "pg", note="the first")
    await answer(inbox, "a", "sqlite")
    undo = await take_back(inbox)
    assert undo.restores is not None
    record = records(inbox)[-1]
    assert (record["type"], record["answer"]["option"], record["note"]) == ("settled", "pg", "the first")
    assert record["authority"] == {"kind": "principal", "by": "ana"}
    assert stands(inbox, "a") == "pg"
    draft = inbox.draft(Ref("home", "a"), Act.ANSWER)
    assert draft is not None
    assert draft.option == "sqlite"


async def test_a_retraction_is_taken_back_by_writing_the_settlement_again(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await act(inbox, "a", Act.DISMISS, note="stale")
    await act(inbox, "a", Act.RETRACT, note="too soon")
    await take_back(inbox)
    settlement = inbox.find("a").settlement
    assert settlement is not None
    assert (settlement.outcome, settlement.note) == (Outcome.DISMISSED, "stale")
    draft = inbox.draft(Ref("home", "a"), Act.RETRACT)
    assert draft is not None
    assert draft.note == "too soon"


async def test_each_act_is_taken_back_once_and_the_next_time_the_one_before_it(inbox: Inbox) -> None:
    await ask(inbox, "a", "b")
    await answer(inbox, "a", "pg")
    await answer(inbox, "b", "sqlite")
    await answer(inbox, "a", "sqlite")
    await act(inbox, "a", Act.RETRACT)
    seen = []
    while inbox.last_act() is not None:
        await take_back(inbox)
        seen.append((stands(inbox, "a"), stands(inbox, "b")))
    assert seen == [("sqlite", "sqlite"), ("pg", "sqlite"), ("pg", None), (None, None)]
    assert len(records(inbox)) == 2 + 4 + 4


async def test_what_was_answered_again_after_an_undo_is_taken_back_and_not_the_undone_one(inbox: Inbox) -> None:
    await ask(inbox, "a", "b")
    await answer(inbox, "b")
    await answer(inbox, "a", "pg")
    await take_back(inbox)
    await answer(inbox, "a", "sqlite")
    assert (await take_back(inbox)).act.draft.option == "sqlite"
    assert (await take_back(inbox)).act.ref.key == "b"
    assert inbox.last_act() is None


async def test_the_last_act_is_known_after_a_restart_and_in_another_process(room: Room) -> None:
    with room.inbox() as inbox:
        await ask(inbox, "a", "b")
        await answer(inbox, "a")
        await answer(inbox, "b")
    with room.inbox() as inbox:
        assert last(inbox).act.ref.key == "b"
        await take_back(inbox)
    told = run_elsewhere(
        "import sys\nfrom pathlib import Path\nfrom opened import Room\n"
        "with Room(Path(sys.argv[1])).inbox() as inbox:\n    print(inbox.last_act().ref.key)\n",
        room.path.parents[1],
    )
    assert told.strip() == "a"


async def test_what_others_wrote_in_my_name_is_no_act_of_mine(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await home(inbox).take_in([line(settled("a"))], "http")
    assert inbox.last_act() is None
    await home(inbox).take_in([line(settled("a"))], "import")
    assert inbox.last_act() is None


async def test_a_note_cannot_be_taken_back_and_the_act_before_it_can(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a")
    await act(inbox, "a", Act.NOTE, text="Until the audit.")
    refused = last(inbox)
    assert refused.draft is None
    assert "note on a cannot be taken back" in refused.refused
    before = inbox.last_act({(refused.act.ref, refused.act.id)})
    assert before is not None
    assert before.draft.act is Act.ANSWER


async def test_handing_over_cannot_be_taken_back(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await act(inbox, "a", Act.NOTE, text="Yours.", to="bob")
    assert "handed over" in last(inbox).refused


async def test_what_somebody_settled_since_is_not_touched(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a")
    mine = records(inbox)[-1]["id"]
    theirs = {**settled("a", "sqlite", "s9", 60, supersedes=[mine]), "authority": {"kind": "principal", "by": "bob"}}
    await home(inbox).take_in([line(theirs)], "import")
    undo = last(inbox)
    assert undo.draft is None
    assert "settled anew since, by bob" in undo.refused


async def test_a_settlement_that_came_after_the_sheet_was_opened_holds_the_record(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a")
    undo = last(inbox)
    assert undo.draft is not None
    assert undo.decision is not None
    verdict = inbox.compose(undo.decision, undo.draft)
    await answer(inbox, "a", "sqlite")
    receipt = await inbox.record(verdict)
    assert receipt.kind is ReceiptKind.CONFLICT
    assert stands(inbox, "a") == "sqlite"


async def test_anothers_answer_that_mine_replaced_does_not_come_back_in_my_name(inbox: Inbox) -> None:
    await ask(inbox, "a")
    theirs = {**settled("a", "sqlite"), "authority": {"kind": "principal", "by": "bob"}}
    await home(inbox).take_in([line(theirs)], "import")
    await answer(inbox, "a", "pg")
    undo = await take_back(inbox)
    assert "it was given by bob" in undo.loses
    assert stands(inbox, "a") is None


async def test_retracting_anothers_answer_cannot_be_taken_back(inbox: Inbox) -> None:
    await ask(inbox, "a")
    theirs = {**settled("a", "sqlite"), "authority": {"kind": "principal", "by": "bob"}}
    await home(inbox).take_in([line(theirs)], "import")
    await act(inbox, "a", Act.RETRACT)
    assert "it was given by bob" in last(inbox).refused


async def test_an_answer_to_older_terms_does_not_come_back(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", "pg")
    await answer(inbox, "a", "sqlite")
    amended = {**raised("a", "Which database now?"), "type": "amended", "id": "a2", "terms_rev": 2}
    await home(inbox).take_in([line({**amended, "supersedes": ["r:a"]})], "import")
    undo = await take_back(inbox)
    assert "terms have changed" in undo.loses
    assert inbox.find("a").settlement is None


async def test_another_draft_in_that_sheet_is_set_aside_and_not_lost(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", text="What I recorded.")
    ref = Ref("home", "a")
    await inbox.keep(replace(blank(inbox.find("a"), Act.ANSWER), text="What I type now."))
    await take_back(inbox)
    front = inbox.draft(ref, Act.ANSWER)
    assert front is not None
    assert front.text == "What I recorded."
    other = await inbox.turn_over(front)
    assert other is not None
    assert other.text == "What I type now."


async def test_taking_back_twice_writes_once(inbox: Inbox) -> None:
    await ask(inbox, "a")
    await answer(inbox, "a", text="Words.")
    undo = last(inbox)
    assert undo.draft is not None
    assert undo.decision is not None
    verdict = inbox.compose(undo.decision, undo.draft)
    assert (await inbox.record(verdict)).recorded
    assert (await inbox.record(verdict)).recorded
    assert len(records(inbox)) == 3
    assert inbox.other_drafts(Ref("home", "a"), Act.ANSWER) == 0


@pytest.mark.parametrize("kind", [AuthorityKind.PRINCIPAL, AuthorityKind.DELEGATED])
async def test_what_stands_again_stands_on_the_ground_that_it_had(inbox: Inbox, kind: AuthorityKind) -> None:
    await ask(inbox, "a")
    under = "mandate 7" if kind is AuthorityKind.DELEGATED else ""
    await answer(inbox, "a", "pg", kind=kind, under=under)
    before = records(inbox)[-1]["authority"]
    await answer(inbox, "a", "sqlite")
    await take_back(inbox)
    assert records(inbox)[-1]["authority"] == before


def test_a_draft_of_an_earlier_sayso_undoes_nothing() -> None:
    assert Draft(Ref("home", "a"), Act.ANSWER, 1, "").undoes is None
