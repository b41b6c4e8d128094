import asyncio
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from handoff_records import line, raised, settled
from opened import LOCK, Room, environment, home, program, running_elsewhere, say
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft, blank
from sayso_client.errors import Incomplete, LedgerBusy
from sayso_client.inbox import Inbox, mint_id
from sayso_client.verdict import AuthorityKind, ReceiptKind, Verdict

KEY = "acme/db"
REF = Ref("home", KEY)


async def fill(inbox: Inbox) -> None:
    await home(inbox).take_in([line(raised(KEY)), line(raised("other"))], "import")


def typed(inbox: Inbox, act: Act = Act.ANSWER, text: str = "Use PostgreSQL 17,\nplease.") -> Draft:
    draft = blank(inbox.find(KEY), act, "pg")
    return replace(
        draft,
        text=text,
        kind=AuthorityKind.ATTESTED,
        under="mandate 7",
        basis="mail",
        note="note",
        to="bo",
        claim="c1",
        at=inbox.now(),
    )


async def test_a_draft_is_there_again_after_closing_and_opening(room: Room) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        draft = typed(inbox)
        await inbox.keep(draft)
        assert inbox.draft(REF, Act.ANSWER) == draft
    with room.inbox() as inbox:
        assert inbox.draft(REF, Act.ANSWER) == draft


KEEP_AND_DIE = """
import asyncio, os, signal, sys
from dataclasses import replace
from pathlib import Path
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
with Room(Path(sys.argv[1])).inbox() as inbox:
    asyncio.run(inbox.keep(replace(blank(inbox.find(sys.argv[2]), Act.ANSWER), text="typed")))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(code: str, *arguments: object) -> bool:
    done = subprocess.run(program(code, *arguments), env=environment(), timeout=30, check=False)
    return done.returncode == -signal.SIGKILL


async def test_a_draft_outlives_kill_9(room: Room) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
    assert killed(KEEP_AND_DIE, room.path.parents[1], KEY)
    with room.inbox() as inbox:
        kept = inbox.draft(REF, Act.ANSWER)
        assert kept is not None
        assert kept.text == "typed"


@pytest.mark.parametrize("text", ["", "a\0b", "\ud800", "x" * 1_000_000, "‮\x1b[2J", "'\"; DROP TABLE draft; --"])
async def test_any_text_is_kept_as_it_was_typed(inbox: Inbox, text: str) -> None:
    await fill(inbox)
    draft = typed(inbox, text=text)
    await inbox.keep(draft)
    assert inbox.draft(REF, Act.ANSWER) == draft


async def test_each_sheet_of_each_decision_has_a_draft_of_its_own_and_the_last_word_stands(inbox: Inbox) -> None:
    await fill(inbox)
    drafts = [typed(inbox, act, f"{act}") for act in Act]
    other = replace(typed(inbox), ref=Ref("home", "other"), text="other")
    for draft in (*drafts, other):
        await inbox.keep(replace(draft, text="earlier"))
        await inbox.keep(draft)

    assert [inbox.draft(REF, act) for act in Act] == drafts
    assert inbox.draft(other.ref, Act.ANSWER) == other
    assert inbox.draft(other.ref, Act.NOTE) is None


async def test_decisions_with_a_draft_can_be_found_again(inbox: Inbox) -> None:
    await fill(inbox)
    assert inbox.drafts() == frozenset()
    await inbox.keep(typed(inbox))
    await inbox.keep(typed(inbox, Act.NOTE))
    assert inbox.drafts() == {REF}
    await inbox.forget(REF, Act.NOTE)
    await inbox.forget(REF, Act.ANSWER)
    assert inbox.drafts() == frozenset()


async def test_a_draft_settles_nothing_and_moves_no_row(inbox: Inbox) -> None:
    await fill(inbox)
    revision = inbox.revision()
    await inbox.keep(typed(inbox))
    assert inbox.revision() == revision
    assert inbox.find(KEY).waiting
    assert len(home(inbox).records(KEY)) == 1


@pytest.mark.parametrize("act", [Act.ANSWER, Act.DISMISS, Act.NOTE, Act.RETRACT])
async def test_what_is_recorded_is_no_draft_any_more_and_the_other_sheets_stay(inbox: Inbox, act: Act) -> None:
    await fill(inbox)
    if act is Act.RETRACT:
        await home(inbox).take_in([line(settled(KEY))], "import")
    for each in (Act.ANSWER, Act.DISMISS, Act.NOTE, Act.RETRACT):
        await inbox.keep(typed(inbox, each))

    receipt = await say(inbox, typed(inbox, act))

    assert receipt.kind is ReceiptKind.RECORDED
    left = {each for each in Act if inbox.draft(REF, each)}
    assert left == {Act.ANSWER, Act.DISMISS, Act.NOTE, Act.RETRACT} - {act}


async def test_a_draft_that_was_thrown_away_is_gone(inbox: Inbox) -> None:
    await fill(inbox)
    await inbox.keep(typed(inbox))
    await inbox.forget(REF, Act.ANSWER)
    await inbox.forget(REF, Act.ANSWER)
    assert inbox.draft(REF, Act.ANSWER) is None


async def test_an_incomplete_verdict_keeps_its_draft(inbox: Inbox) -> None:
    await fill(inbox)
    draft = replace(typed(inbox), basis="")
    await inbox.keep(draft)
    with pytest.raises(Incomplete):
        await say(inbox, draft)
    assert inbox.draft(REF, Act.ANSWER) == draft


async def test_a_conflict_keeps_the_draft_with_the_revision_that_was_on_the_screen(inbox: Inbox) -> None:
    await fill(inbox)
    decision = inbox.find(KEY)
    draft = typed(inbox)
    await inbox.keep(draft)
    verdict = inbox.compose(decision, draft)
    await Asking(home(inbox), clock=inbox.now, mint=mint_id).amend(KEY, Ask("Which cache?"))

    receipt = await inbox.record(verdict)

    assert receipt.kind is ReceiptKind.CONFLICT
    assert inbox.draft(REF, Act.ANSWER) == draft
    assert inbox.find(KEY).terms_rev == 2
    assert draft.terms_rev == 1


async def test_a_busy_ledger_keeps_the_draft_and_the_same_verdict_can_be_recorded_later(room: Room) -> None:
    with room.ledger(busy_ms=50) as ledger:
        inbox = room.inbox_on(ledger)
        await fill(inbox)
        draft = typed(inbox)
        await inbox.keep(draft)
        verdict = inbox.compose(inbox.find(KEY), draft)
        with running_elsewhere(LOCK, room.path):
            with pytest.raises(LedgerBusy):
                await inbox.record(verdict)
            assert inbox.draft(REF, Act.ANSWER) == draft

        assert (await inbox.record(verdict)).kind is ReceiptKind.RECORDED
        assert [each.id for each in inbox.find(KEY).history if each.what == "decided"] == [verdict.id]
        assert inbox.draft(REF, Act.ANSWER) is None


def verdict_of(inbox: Inbox) -> Verdict:
    return inbox.compose(inbox.find(KEY), blank(inbox.find(KEY), Act.ANSWER, "pg"))


async def test_pressing_twice_writes_once_whichever_comes_first(inbox: Inbox) -> None:
    await fill(inbox)
    verdict = verdict_of(inbox)

    receipts = await asyncio.gather(*(inbox.record(verdict) for _ in range(8)))

    assert {each.kind for each in receipts} == {ReceiptKind.RECORDED}
    assert len(home(inbox).records(KEY)) == 2


async def test_of_two_inboxes_that_record_at_once_one_is_told_what_the_other_said(room: Room) -> None:
    with room.inbox(name="ana") as one, room.inbox(name="ana") as other:
        await fill(one)
        decision = one.find(KEY)
        yes = one.compose(decision, blank(decision, Act.ANSWER, "pg"))
        no = other.compose(decision, blank(decision, Act.ANSWER, "sqlite"))

        receipts = await asyncio.gather(one.record(yes), other.record(no))

        assert sorted(each.kind for each in receipts) == ["conflict", "recorded"]
        (lost,) = (each for each in receipts if each.kind is ReceiptKind.CONFLICT)
        assert lost.now is not None
        assert lost.now.settlement is not None
        assert lost.now.settlement.id != lost.id
        assert len(home(one).records(KEY)) == 2


async def test_the_answer_that_was_on_its_way_when_its_sheet_was_left_is_written_whole_or_not_at_all(
    inbox: Inbox,
) -> None:
    await fill(inbox)
    verdict = verdict_of(inbox)
    recording = asyncio.create_task(inbox.record(verdict))
    await asyncio.sleep(0)
    recording.cancel()
    with pytest.raises(asyncio.CancelledError):
        await recording

    assert (await inbox.record(verdict)).kind is ReceiptKind.RECORDED
    assert [each.id for each in inbox.find(KEY).history if each.what == "decided"] == [verdict.id]


async def test_an_answer_that_waits_its_turn_is_written_although_its_sheet_was_left(inbox: Inbox) -> None:
    await fill(inbox)
    verdict = verdict_of(inbox)
    loop, gate = asyncio.get_running_loop(), threading.Event()
    with ThreadPoolExecutor(1) as workers:
        loop.set_default_executor(workers)
        busy = loop.run_in_executor(None, gate.wait)
        recording = asyncio.create_task(inbox.record(verdict))
        await asyncio.sleep(0)
        recording.cancel()
        with pytest.raises(asyncio.CancelledError):
            await recording
        gate.set()
        await busy
    assert [each.id for each in inbox.find(KEY).history if each.what == "decided"] == [verdict.id]


async def test_closing_waits_for_what_is_being_written(room: Room) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        verdict = verdict_of(inbox)
        others = [replace(verdict, ref=Ref("home", "other"), id="late", seen=inbox.find("other").seen), verdict]
        recording = [asyncio.create_task(home(inbox).submit(each)) for each in others]
        await asyncio.sleep(0)
    assert [(await each).kind for each in recording] == [ReceiptKind.RECORDED] * 2
    assert [each.name for each in room.path.parent.iterdir()] == ["ledger.db"]
    with room.inbox() as inbox:
        assert inbox.counts().waiting == 0
