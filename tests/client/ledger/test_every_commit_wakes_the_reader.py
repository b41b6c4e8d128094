import asyncio
import resource
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from handoff_records import line, note, raised
from opened import TAKE_IN, Room, environment, home, program
from sayso_client.inbox import Inbox
from sayso_client.ledger import watch

BOUND_S = 10
"""No test waits so long; it is there so that one which would wait for ever ends."""

NOTICES = pytest.mark.parametrize("inotify", [True, False], ids=["told by the system", "looking by itself"])


async def woken(waker: AsyncIterator[None]) -> None:
    async with asyncio.timeout(BOUND_S):
        await anext(waker)


async def append_elsewhere(room: Room, *records: bytes) -> None:
    """A whole life of another process."""
    other = await asyncio.create_subprocess_exec(
        *program(TAKE_IN, room.path.parents[1], *(each.decode() for each in records)),
        env=environment(),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await other.communicate()
    assert (other.returncode, told) == (0, f"{len(records)}\n".encode())


@NOTICES
async def test_a_commit_of_another_process_wakes_and_can_be_read(room: Room, inotify: bool) -> None:
    with room.ledger() as ledger:
        waker = ledger.commits(inotify=inotify)
        for number in range(3):
            waiting = asyncio.create_task(woken(waker))
            await append_elsewhere(room, line(raised(f"k{number}")))
            await waiting
            while ledger.windows.counts().total <= number:
                await woken(waker)
        assert ledger.windows.counts().total == 3


@NOTICES
async def test_a_commit_of_our_own_wakes_too(room: Room, inotify: bool) -> None:
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        waker = ledger.commits(inotify=inotify)
        await home(inbox).take_in([line(raised("a"))], "import")
        await woken(waker)
        await home(inbox).take_in([line(note("a"))], "import")
        await woken(waker)


@NOTICES
async def test_nothing_wakes_without_a_commit(room: Room, inotify: bool) -> None:
    """Reading, refused writes, and other files in the folder are none; the next one that wakes is the true one."""
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        await home(inbox).take_in([line(raised("a"))], "import")
        waker = ledger.commits(inotify=inotify)
        waiting = asyncio.ensure_future(anext(waker))
        for number in range(20):
            room.path.with_name("other.txt").write_text(str(number))
            inbox.find("a")
            with pytest.raises(ZeroDivisionError):
                await ledger.write(lambda _: 1 / 0)
        async with asyncio.timeout(BOUND_S):
            done, _ = await asyncio.wait({waiting}, timeout=3 * watch.POLL_S)
        assert not done

        await home(inbox).take_in([line(note("a"))], "import")
        async with asyncio.timeout(BOUND_S):
            await waiting


@NOTICES
async def test_a_commit_between_asking_and_waiting_is_not_missed(room: Room, inotify: bool) -> None:
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        waker = ledger.commits(inotify=inotify)
        await append_elsewhere(room, line(raised("a")))
        await woken(waker)
        assert inbox.find("a").waiting


@NOTICES
async def test_every_waiter_is_woken(room: Room, inotify: bool) -> None:
    with room.ledger() as ledger:
        waiting = [asyncio.create_task(woken(ledger.commits(inotify=inotify))) for _ in range(3)]
        await append_elsewhere(room, line(raised("a")))
        await asyncio.gather(*waiting)


@NOTICES
async def test_a_burst_of_commits_wakes_at_least_once_and_the_last_of_them_is_seen(room: Room, inotify: bool) -> None:
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        waker = ledger.commits(inotify=inotify)
        for number in range(50):
            await home(inbox).take_in([line(note("a", record_id=f"n{number}"))], "import")
        times = 0
        while times == 0 or inbox.find("a").history_total < 50:
            await woken(waker)
            times += 1
        assert times <= 50


async def test_the_inbox_wakes_for_what_askers_say_elsewhere(inbox: Inbox, room: Room) -> None:
    waker = inbox.watch()
    await append_elsewhere(room, line(raised("a")))
    await woken(waker)
    await append_elsewhere(room, line(note("a")))
    while inbox.find("a").history_total < 2:
        await woken(waker)


async def test_a_watch_that_is_left_lets_go_of_what_it_holds(room: Room) -> None:
    before = open_files()
    with room.ledger() as ledger:
        for _ in range(5):
            waker = ledger.commits()
            waiting = asyncio.create_task(woken(waker))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await close(waker)
    assert open_files() == before


def open_files() -> int:
    folder = Path("/proc/self/fd") if sys.platform == "linux" else Path("/dev/fd")
    return len(list(folder.iterdir()))


async def close(waker: AsyncIterator[None]) -> None:
    aclose: Callable[[], object] = waker.aclose  # type: ignore[attr-defined]  # it is an async generator
    await aclose()  # type: ignore[misc]


async def test_where_the_system_has_no_watches_left_it_looks_by_itself(room: Room) -> None:
    with room.inbox() as inbox, room.inbox() as other:
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        try:
            waiting = asyncio.create_task(woken(inbox.watch()))
            await asyncio.sleep(0)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        await home(other).take_in([line(raised("a"))], "import")
        await waiting


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells of writes")
async def test_word_that_comes_as_a_wait_ends_is_heard_by_the_next_one(room: Room) -> None:
    """Both wake the waiter in one turn of the loop. The write precedes the commit, so its word is needed."""
    from asyncinotify import Inotify, Mask

    room.path.parent.mkdir(parents=True)
    with Inotify() as notices:
        notices.add_watch(room.path.parent, Mask.MODIFY | Mask.CREATE)
        loop = asyncio.get_running_loop()
        waiting = asyncio.create_task(watch._told(notices, room.path, 0.001))
        await asyncio.sleep(0)
        over = loop.time() + 0.002
        room.path.with_name(f"{room.path.name}-wal").write_bytes(b"a page")
        while loop.time() < over:
            pass
        heard = await waiting
        assert heard or await watch._told(notices, room.path, BOUND_S)
