"""An answer that was on its way when sayso ended is told to chant once, however long that chant goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import chant_store
from chant_runs import chant
from chant_store import work
from far_stores import Far, until
from opened import environment
from sayso_client.decision import Act, Ref, State
from sayso_client.draft import blank
from sayso_client.errors import RefusedByRule
from sayso_client.ledger.outbox import unmet
from sayso_client.outgoing import Outgoing, Stage

ASKED = "agent-question-27255b2f0819"
OTHER = "slice-tier-11f10b8d6fc1"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Each run of the stand-in is a line in it."""
    return tmp_path / "log"


def saying(folder: Path, tmp_path: Path, *settings: str) -> "subprocess.Popen[bytes]":
    """A process that says "2", by a stand-in with these settings."""
    words = [str(tmp_path / "home"), str(folder), ASKED, "2", f"log={tmp_path / 'log'}", *settings]
    command = [sys.executable, str(Path(chant_store.__file__)), *words]
    return subprocess.Popen(command, env={**environment(), "PATH": os.environ["PATH"]})


async def killed(folder: Path, tmp_path: Path, gate: Path, moment: str, *settings: str) -> None:
    """Such a process, killed while chant is at that moment."""
    with saying(folder, tmp_path, f"{moment}={gate}", *settings) as running:
        await until(gate.with_name("gate.waiting").exists)
        running.send_signal(signal.SIGKILL)


def open_(gate: Path) -> None:
    gate.unlink(missing_ok=True)


def told(log: Path) -> list[str]:
    """What chant was told, run by run."""
    return [json.loads(each)["argv"][2] for each in log.read_text().splitlines()] if log.exists() else []


def record(folder: Path) -> str:
    return (folder / "answers" / f"{ASKED}.md").read_text()


def one(there: Far) -> Outgoing:
    """The only thing about that question in the outbox."""
    (found,) = there.inbox.outbox.of(Ref("work", ASKED))
    return found


def waits(there: Far) -> bool:
    """Whether it is seen that chant still runs."""
    return one(there).stage is Stage.SENDING and "chant still runs for it (process " in one(there).why


async def all_sent(there: Far) -> None:
    """Keep in touch until nothing waits in the outbox, and what was written was read."""
    async with there.in_touch():
        await until(lambda: not there.inbox.outbox.all() and not there.ledger.look(lambda db: unmet(db, "work")))


@pytest.mark.parametrize("moment", ["slow", "slow_locked", "half", "slow_after"])
async def test_it_is_recorded_once(folder: Path, tmp_path: Path, gate: Path, log: Path, moment: str) -> None:
    await killed(folder, tmp_path, gate, moment)
    threading.Timer(0.3, open_, (gate,)).start()
    with work(tmp_path / "home", folder, log=log) as there:
        assert [each.stage for each in there.inbox.outbox.all()] == [Stage.SENDING]
        await all_sent(there)
        decision = there.inbox.find(ASKED, "work")
        assert decision.settlement is not None
        assert (decision.state, decision.settlement.text) == (State.DECIDED, "2")
    assert record(folder).count("answered_by:") == 1
    assert told(log) == ["answer"]


async def test_nothing_is_sent_as_long_as_that_chant_lives(folder: Path, tmp_path: Path, gate: Path, log: Path) -> None:
    await killed(folder, tmp_path, gate, "slow")
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            there.syncing.engines[0].try_again()
            await there.syncing.ask_again(there.syncing.engines[0], 0.5)
            assert waits(there)
            with pytest.raises(RefusedByRule, match=r"being sent at this moment.*still runs for it"):
                await there.inbox.outbox.drop(one(there).num)
            open_(gate)
            await until(lambda: not there.inbox.outbox.all())
    assert told(log) == ["answer"]
    assert 'answer: "2"' in record(folder)


@pytest.mark.parametrize("moment", ["slow", "slow_locked"])
async def test_once_that_chant_has_died_without_writing_it_is_told_again(
    folder: Path, tmp_path: Path, gate: Path, log: Path, moment: str
) -> None:
    await killed(folder, tmp_path, gate, moment)
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            os.kill(int(one(there).why.partition("(process ")[2].partition(",")[0]), signal.SIGKILL)
            await until(lambda: not there.inbox.outbox.all())
    assert told(log) == ["answer", "answer"]
    assert record(folder).count("answered_by:") == 1


async def test_what_somebody_else_wrote_meanwhile_stays_and_is_told(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    await killed(folder, tmp_path, gate, "slow")
    assert chant(folder, "answer", ASKED, "--answer", "10", "--by", "bob", today="2026-11-06").exit == 0
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            open_(gate)
            await until(lambda: one(there).stage is Stage.CONFLICT)
        assert "bob answered “10” on 2026-11-06" in one(there).why
    assert '"10"' in record(folder)
    assert told(log) == ["answer"]


async def test_what_somebody_took_back_after_that_chant_wrote_it_stays_taken_back(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    await killed(folder, tmp_path, gate, "slow")
    open_(gate)
    await until(lambda: "answered_by:" in record(folder))
    assert chant(folder, "retract", ASKED, "--by", "bob", "--note", "No, wrong.", today="2026-11-06").exit == 0
    with work(tmp_path / "home", folder, log=log) as there:
        await all_sent(there)
        assert there.inbox.find(ASKED, "work").state is not State.DECIDED
    assert told(log) == ["answer"]
    assert "No, wrong." in record(folder)


async def test_what_somebody_answered_and_took_back_before_that_chant_died_is_a_conflict(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    await killed(folder, tmp_path, gate, "slow")
    assert chant(folder, "answer", ASKED, "--answer", "10", "--by", "bob", today="2026-11-06").exit == 0
    assert chant(folder, "retract", ASKED, "--by", "bob", today="2026-11-06").exit == 0
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            os.kill(int(one(there).why.partition("(process ")[2].partition(",")[0]), signal.SIGKILL)
            await until(lambda: one(there).stage is Stage.CONFLICT)
        assert "bob took the answer “10” back" in one(there).why
    assert told(log) == ["answer"]


async def test_what_somebody_put_back_by_hand_after_that_chant_wrote_it_waits_for_me(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    before = record(folder)
    await killed(folder, tmp_path, gate, "slow", "today=2099-01-01")
    open_(gate)
    await until((folder / ".git" / "chant-writes.json").exists)
    put_back(folder, before)
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: one(there).stage is Stage.REFUSED)
        assert "chant wrote to the record, and then somebody put its earlier version back" in one(there).why
        assert "What you said is kept here. Send it again if it still holds, or drop it." in one(there).why
        assert "Nothing was written" not in one(there).why
        assert told(log) == ["answer"]
        await there.inbox.outbox.send_again(one(there).num)
        await all_sent(there)
    assert told(log) == ["answer", "answer"]


def put_back(folder: Path, text: str) -> None:
    (folder / "answers" / f"{ASKED}.md").write_text(text)


@pytest.mark.parametrize("hands_on", [True, False])
async def test_what_chant_started_counts_though_chant_itself_has_died(
    folder: Path, tmp_path: Path, log: Path, hands_on: bool
) -> None:
    pipe, there_is, program = tmp_path / "pipe", tmp_path / "pid", tmp_path / "chant"
    os.mkfifo(pipe)
    starts = f"child = subprocess.Popen(['cat', {str(pipe)!r}], close_fds={not hands_on})"
    notes = f"open({str(there_is)!r}, 'w').write(str(os.getpid()))"
    program.write_text(f"#!{sys.executable}\nimport os, subprocess\n{starts}\n{notes}\nchild.wait()\n")
    program.chmod(0o755)
    with saying(folder, tmp_path, f"command={program}") as running:
        await until(lambda: there_is.exists() and there_is.read_text())
        running.send_signal(signal.SIGKILL)
    os.kill(int(there_is.read_text()), signal.SIGKILL)
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            await there.syncing.ask_again(there.syncing.engines[0], 1.0)
            assert waits(there)
            assert told(log) == []
            pipe.write_text("Go on.")
            await until(lambda: not there.inbox.outbox.all())
    assert told(log) == ["answer"]


async def test_one_that_is_left_while_chant_runs_and_opened_at_once_tells_it_nothing(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    with work(tmp_path / "home", folder, log=log, slow=gate) as there:
        await there.sync()
        await there.say(blank(there.inbox.find(ASKED, "work"), Act.ANSWER, "2"))
        async with there.in_touch():
            await until(gate.with_name("gate.waiting").exists)
        assert one(there).stage is Stage.SENDING
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            open_(gate)
            await until(lambda: not there.inbox.outbox.all())
    assert told(log) == ["answer"]


async def test_a_chant_that_goes_on_holds_up_no_other_question(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    await killed(folder, tmp_path, gate, "slow")
    with work(tmp_path / "home", folder, log=log) as there:
        async with there.in_touch():
            await until(lambda: waits(there))
            await there.say(blank(there.inbox.find(OTHER, "work"), Act.ANSWER, "small"))
            await until(lambda: there.inbox.find(OTHER, "work").state is State.DECIDED)
            assert waits(there)


async def test_a_chant_that_goes_on_for_too_long_is_named_with_the_way_to_end_it(
    folder: Path, tmp_path: Path, gate: Path, log: Path
) -> None:
    await killed(folder, tmp_path, gate, "slow")
    with work(tmp_path / "home", folder, log=log, limit_s=0.0) as there:
        async with there.in_touch():
            await until(lambda: "has run for it for more than 0 seconds" in one(there).why)
            way = one(there).why.partition("kill -- ")[2].partition(".")[0]
            assert told(log) == ["answer"]
            os.killpg(-int(way), signal.SIGKILL)
            await until(lambda: not there.inbox.outbox.all())
    assert told(log) == ["answer", "answer"]


async def test_what_waits_for_a_lock_goes_out_later(folder: Path, tmp_path: Path) -> None:
    with work(tmp_path / "home", folder, error="write-lock-timeout:held by carol") as there:
        await there.sync()
        await there.say(blank(there.inbox.find(ASKED, "work"), Act.ANSWER, "2"))

        def waits_again() -> bool:
            (one,) = there.inbox.outbox.all()
            return one.stage is Stage.QUEUED and "Another write holds the workspace's lock" in (one.why or "")

        async with there.in_touch():
            await until(waits_again)
    with work(tmp_path / "home", folder, log=tmp_path / "log") as there:
        await all_sent(there)
    assert len((tmp_path / "log").read_text().splitlines()) == 1
    assert json.loads((tmp_path / "log").read_text())["argv"][3:] == [
        *(ASKED, "--answer", "2", "--by", "ana", "--kind", "answers/answer.kind.mjs")
    ]
