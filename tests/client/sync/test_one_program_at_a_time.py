"""The lock that a program inherits is held as long as it lives, or anything in its session, and leaves nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from far_stores import until
from sayso_client.errors import Unreachable
from sayso_client.stores import run_mark
from sayso_client.sync.run_lock import RunLock


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """Whoever reads it waits until the test ends."""
    os.mkfifo(tmp_path / "pipe")
    held = os.open(tmp_path / "pipe", os.O_RDWR)
    yield tmp_path / "pipe"
    os.close(held)


def lock(ledger: Path, key: str = "a") -> RunLock:
    return RunLock(ledger, "uuid", key)


def files(ledger: Path) -> list[str]:
    return [each.name for each in (ledger.parent / "sync").iterdir()]


def start(by: RunLock, *argv: str) -> "subprocess.Popen[bytes]":
    running = subprocess.Popen(argv, start_new_session=True, pass_fds=(by.file,))
    run_mark.write(by.file, running.pid)
    return running


def leaves_a_child(by: RunLock, pipe: Path) -> int:
    """A program that hands no descriptor on and has ended; the number of what it left behind."""
    starts = f"import subprocess; print(subprocess.Popen(['cat', {str(pipe)!r}]).pid, flush=True)"
    with subprocess.Popen([sys.executable, "-c", starts], start_new_session=True, stdout=subprocess.PIPE) as running:
        run_mark.write(by.file, running.pid)
        assert running.stdout is not None
        return int(running.stdout.readline())


def test_two_runs_for_one_decision_are_not_begun_and_for_two_they_are(ledger: Path) -> None:
    first, second, other = lock(ledger), lock(ledger), lock(ledger, "b")
    assert first.take()
    assert not second.take()
    assert second.is_held()
    assert other.take()
    first.release(recorded=False)
    assert second.take()
    second.release(recorded=True)
    other.release(recorded=False)
    assert files(ledger) == []


async def test_a_program_has_it_after_whoever_started_it_let_go(ledger: Path, pipe: Path) -> None:
    first, second = lock(ledger), lock(ledger)
    assert first.take()
    with start(first, "cat", str(pipe)) as running:
        first.release(recorded=False)
        found = second.running()
        assert found is not None
        assert found.leader == running.pid
        assert not second.take()
        running.kill()
    assert second.take()
    second.release(recorded=False)
    assert files(ledger) == []


async def test_what_is_recorded_frees_it_whoever_was_left_behind(ledger: Path, pipe: Path) -> None:
    first, second = lock(ledger), lock(ledger)
    assert first.take()
    with start(first, "cat", str(pipe)) as running:
        first.release(recorded=True)
        assert second.take()
        second.release(recorded=True)
        running.kill()


async def test_a_session_counts_though_nobody_in_it_has_the_descriptor(ledger: Path, pipe: Path) -> None:
    first, second = lock(ledger), lock(ledger)
    assert first.take()
    child = leaves_a_child(first, pipe)
    first.release(recorded=False)
    assert not second.take()
    assert second.is_held()
    os.kill(child, signal.SIGKILL)
    await until(second.take)
    second.release(recorded=False)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process began")
def test_a_number_that_was_given_to_somebody_else_holds_nothing_up(ledger: Path, pipe: Path) -> None:
    first, second = lock(ledger), lock(ledger)
    assert first.take()
    with subprocess.Popen(["cat", str(pipe)], start_new_session=True) as other:
        os.pwrite(first.file, f"{other.pid} 1 0.0".ljust(79).encode() + b"\n", 0)
        first.release(recorded=False)
        assert second.take()
        second.release(recorded=False)
        other.kill()


@pytest.mark.parametrize("text", [b"", b"x y z", b"\xff" * 80, b"1 - 1e300", b"0 - 0", b"99999999999999999999 - 1"])
def test_whatever_stands_in_the_file_of_a_lock_that_nobody_has_it_can_be_taken(ledger: Path, text: bytes) -> None:
    first, second = lock(ledger), lock(ledger)
    assert first.take()
    os.pwrite(first.file, text, 0)
    first.release(recorded=False)
    assert second.take()
    second.release(recorded=True)


def test_where_nothing_can_be_locked_nothing_may_be_started(ledger: Path) -> None:
    (ledger.parent / "sync").touch()
    with pytest.raises(Unreachable, match="so no program is started"):
        lock(ledger).take()
    assert not lock(ledger).is_held()
