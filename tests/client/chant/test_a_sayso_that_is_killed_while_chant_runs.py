"""An answer that was on its way when sayso was killed is read back, and sent again only where nobody wrote it."""

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
from sayso_client.decision import Act, State
from sayso_client.draft import blank
from sayso_client.outgoing import Stage

ASKED = "agent-question-27255b2f0819"


def saying(folder: Path, tmp_path: Path, gate: Path, moment: str) -> "subprocess.Popen[bytes]":
    """A process that says "2", by a chant that stops at that moment."""
    words = [str(tmp_path / "home"), str(folder), ASKED, "2", f"{moment}={gate}"]
    command = [sys.executable, str(Path(chant_store.__file__)), *words]
    return subprocess.Popen(command, env={**environment(), "PATH": os.environ["PATH"]})


async def killed(folder: Path, tmp_path: Path, gate: Path, moment: str) -> None:
    """Such a process, killed while chant is at that moment."""
    with saying(folder, tmp_path, gate, moment) as running:
        await until(gate.with_name("gate.waiting").exists)
        running.send_signal(signal.SIGKILL)


def open_(gate: Path) -> None:
    gate.unlink(missing_ok=True)


def runs(gate: Path) -> bool:
    """Whether a stand-in with this gate runs."""
    return (
        str(gate)
        in subprocess.run(["ps", "-e", "-ww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    )


async def all_sent(there: Far) -> None:
    """Keep in touch until nothing waits in the outbox."""
    async with there.in_touch():
        await until(lambda: not there.inbox.outbox.all())


@pytest.mark.parametrize("moment", ["slow", "slow_locked", "half", "slow_after"])
async def test_it_is_recorded_once(folder: Path, tmp_path: Path, gate: Path, moment: str) -> None:
    await killed(folder, tmp_path, gate, moment)
    threading.Timer(0.3, open_, (gate,)).start()
    with work(tmp_path / "home", folder) as there:
        assert [each.stage for each in there.inbox.outbox.all()] == [Stage.SENDING]
        await all_sent(there)
        decision = there.inbox.find(ASKED, "work")
        assert decision.settlement is not None
        assert (decision.state, decision.settlement.text) == (State.DECIDED, "2")
    assert (folder / "answers" / f"{ASKED}.md").read_text().count("answered_by:") == 1


async def test_a_chant_that_comes_late_writes_nothing_more(folder: Path, tmp_path: Path, gate: Path) -> None:
    await killed(folder, tmp_path, gate, "slow")
    with work(tmp_path / "home", folder) as there:
        await all_sent(there)
    record = (folder / "answers" / f"{ASKED}.md").read_bytes()
    assert runs(gate)
    open_(gate)
    await until(lambda: not runs(gate))
    assert (folder / "answers" / f"{ASKED}.md").read_bytes() == record


async def test_what_somebody_else_wrote_meanwhile_stays_and_is_told(folder: Path, tmp_path: Path, gate: Path) -> None:
    await killed(folder, tmp_path, gate, "slow")
    assert chant(folder, "answer", ASKED, "--answer", "10", "--by", "bob", today="2026-11-06").exit == 0
    with work(tmp_path / "home", folder) as there:
        await there.sync()
        (one,) = there.inbox.outbox.all()
        assert one.stage is Stage.CONFLICT
        assert "bob answered “10” on 2026-11-06" in one.why
    assert '"10"' in (folder / "answers" / f"{ASKED}.md").read_text()


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
