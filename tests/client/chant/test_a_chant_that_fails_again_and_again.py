"""Each start of chant evaluates a workspace: one that fails is started ever more rarely, at once with a reason."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chant_runs import chant
from chant_store import WorkStore, WorkWire
from far_stores import Far, far, until
from memory_store import TestPace
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.outgoing import Outgoing, Stage
from sayso_client.sync.pace import Backoff

ASKED = "agent-question-27255b2f0819"
OTHER = "slice-tier-11f10b8d6fc1"
FAILS = {"killed": "before-write"}
BUSY = {"error": "write-lock-timeout:held by carol"}


class HandPace(TestPace):
    """Time passes when the test says so."""

    __test__ = False

    def __init__(self) -> None:
        super().__init__(lambda: 1.0)
        self._passed = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self._passed.wait()

    def passes(self) -> None:
        """Whatever is waited for now is over."""
        self._passed.set()
        self._passed = asyncio.Event()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Each run of the stand-in is a line in it."""
    return tmp_path / "log"


@contextmanager
def failing(folder: Path, log: Path, pace: TestPace, **settings: str) -> Iterator[Far]:
    """An inbox whose chant fails."""
    room = Room(log.with_name("home"))
    with far(room, WorkStore(folder), wire=WorkWire(limit_s=None, log=log, **settings), pace=pace) as there:
        yield there


async def say(there: Far, key: str = ASKED, option: str = "2") -> None:
    await there.say(blank(there.inbox.find(key, "work"), Act.ANSWER, option))


def one(there: Far) -> Outgoing:
    (found,) = there.inbox.outbox.of(Ref("work", ASKED))
    return found


def runs(log: Path) -> int:
    return len(log.read_text().splitlines()) if log.exists() else 0


async def rests(there: Far, pace: TestPace, log: Path, times: int) -> None:
    """Wait until chant was run so often, and is left alone."""
    await until(lambda: runs(log) == times and one(there).stage is Stage.QUEUED and one(there).tries == times)


@pytest.mark.parametrize("settings", [FAILS, BUSY])
async def test_it_is_started_after_seconds_and_then_after_minutes(
    folder: Path, log: Path, settings: dict[str, str]
) -> None:
    pace = TestPace(lambda: 1.0)
    with failing(folder, log, pace, **settings) as there:
        await there.sync()
        pace.slept.clear()
        await say(there)
        told = "It is tried again after 5 minutes, or sooner when something changes there or you ask for it."
        async with there.in_touch():
            await until(lambda: one(there).why.endswith(told), 60)
        assert [sum(pace.slept[:1]), *map(sum, zip(pace.slept[1::2], pace.slept[2::2], strict=False))][:7] == [
            *(5, 10, 20, 40, 80, 160, 300)
        ]
    assert 7 <= runs(log) <= 9


async def test_while_it_fails_one_answer_is_tried_and_not_all(folder: Path, log: Path) -> None:
    pace = HandPace()
    with failing(folder, log, pace, **FAILS) as there:
        await there.sync()
        await say(there)
        await say(there, OTHER, "small")
        async with there.in_touch():
            await until(lambda: runs(log) == 2 and sum(each.tries for each in there.inbox.outbox.all()) == 2)
            await until(lambda: all(each.stage is Stage.QUEUED for each in there.inbox.outbox.all()))
            pace.passes()
            await until(lambda: sum(each.tries for each in there.inbox.outbox.all()) == 3)
            await until(lambda: all(each.stage is Stage.QUEUED for each in there.inbox.outbox.all()))
        assert runs(log) == 3


async def test_what_changes_in_the_workspace_is_a_reason_to_try_again(folder: Path, log: Path) -> None:
    pace = HandPace()
    with failing(folder, log, pace, **FAILS) as there:
        await there.sync()
        await say(there)
        async with there.in_touch():
            await rests(there, pace, log, 1)
            pace.passes()
            await rests(there, pace, log, 2)
            assert "after 10 seconds" in one(there).why
            before = len(pace.slept)
            pace.passes()
            await until(lambda: len(pace.slept) > before)
            assert chant(folder, "answer", OTHER, "--answer", "small", "--by", "bob", today="2026-11-06").exit == 0
            await rests(there, pace, log, 3)
            assert "after 5 seconds" in one(there).why


async def test_a_busy_workspace_does_not_start_it_with_each_change(folder: Path, log: Path) -> None:
    pace = HandPace()
    with failing(folder, log, pace, **FAILS) as there:
        await there.sync()
        await say(there)
        async with there.in_touch():
            await rests(there, pace, log, 1)
            assert chant(folder, "answer", OTHER, "--answer", "small", "--by", "bob", today="2026-11-06").exit == 0
            await until(lambda: not there.inbox.find(OTHER, "work").waiting)
            assert runs(log) == 1
            pace.passes()
            await rests(there, pace, log, 2)


async def test_whoever_says_try_again_is_heard_at_once(folder: Path, log: Path) -> None:
    pace = HandPace()
    with failing(folder, log, pace, **FAILS) as there:
        await there.sync()
        await say(there)
        async with there.in_touch():
            await rests(there, pace, log, 1)
            pace.passes()
            await rests(there, pace, log, 2)
            there.syncing.engines[0].try_again()
            await rests(there, pace, log, 3)
            assert "after 5 seconds" in one(there).why


async def test_one_look_gives_up_after_three_starts(folder: Path, log: Path) -> None:
    with failing(folder, log, TestPace(), **FAILS) as there:
        await there.sync()
        await say(there)
        (synced,) = await there.sync(60.0)
        assert (synced.up_to_date, synced.waiting) == (True, 1)
    assert runs(log) in (3, 4)


def test_starts_of_a_program_are_five_seconds_to_five_minutes_apart() -> None:
    backoff = Backoff(TestPace(lambda: 1.0), by_program=True)
    assert [backoff.next() for _ in range(8)] == [5, 10, 20, 40, 80, 160, 300, 300]
    backoff.reset()
    assert backoff.next() == 5
    assert Backoff(TestPace(lambda: 0.0), by_program=True).next() == 2.5
