import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from far_stores import Far, far, until
from handoff_records import line, raised
from memory_store import MemoryStore, MemoryWire
from opened import Room, environment, program
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import Denied
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Hello
from sayso_client.stores.health import Condition, Health
from sayso_client.stores.replica import ReplicaStore
from sayso_client.sync.lock import StoreLock

HOLD = """
import sys
from pathlib import Path
from sayso_client.sync.lock import StoreLock
lock = StoreLock(Path(sys.argv[1]), "team")
assert lock.take()
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room) as opened:
        opened.server.add(line(raised("a")))
        yield opened


def listed(there: Far) -> list[str]:
    return [row.ref.key for row in there.inbox.after(Query(View.ALL), None, 100)]


def health(there: Far, store: int = 1) -> Health:
    return there.inbox.stores()[store].health


async def test_while_another_process_keeps_in_touch_this_one_waits_and_goes_on_when_that_is_killed(
    there: Far,
) -> None:
    with subprocess.Popen(  # noqa: ASYNC220 - it is up before anything is awaited
        program(HOLD, there.ledger.path), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == "ready"
        async with there.in_touch():
            await until(lambda: there.pace.slept)
            assert there.wires[0].cursors == []
            assert there.syncing.engines[0].progress.elsewhere
            other.kill()
            await until(lambda: listed(there) == ["a"])


async def test_what_is_said_in_this_process_is_sent_by_the_one_that_keeps_in_touch(room: Room) -> None:
    server = MemoryStore()
    server.add(line(raised("a")))
    with far(room, server) as one, far(room, server) as other:
        async with one.in_touch():
            await until(lambda: listed(other) == ["a"])
            decision = other.inbox.find("a", "team")
            verdict = other.inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
            await other.inbox.record(verdict)
            (synced,) = await other.sync()
            assert "Another sayso" in synced.why
            receipt = await other.inbox.resolve(verdict)
            assert receipt is not None
            assert receipt.recorded
    assert server.sent == [verdict.id]


async def test_of_two_locks_of_one_store_one_is_given_and_those_of_others_are_free(there: Far) -> None:
    one, other = (StoreLock(there.ledger.path, "team") for _ in range(2))
    assert one.take()
    assert not other.take()
    assert StoreLock(there.ledger.path, "another").take()
    one.release()
    assert other.take()
    assert (there.ledger.path.parent / "sync").stat().st_mode & 0o777 == 0o700


async def test_how_it_is_doing_is_read_by_every_process_and_is_old_news_when_nobody_keeps_in_touch(
    room: Room,
) -> None:
    server = MemoryStore()
    with far(room, server) as one, far(room, server) as other:
        assert health(other) == Health(Condition.STALE, why="not reached yet")
        async with one.in_touch():
            await until(lambda: health(other).condition is Condition.LIVE)
        heard = room.clock()
        room.clock.forward(minutes=5)

        assert health(other) == Health(Condition.STALE, heard)
        store = other.inbox.store("team")
        assert isinstance(store, ReplicaStore)
        assert store.heard() == heard


async def test_while_it_is_filled_the_percentage_is_told(there: Far) -> None:
    there.server.add(*(line(raised(f"k{number:03}")) for number in range(399)))
    batches = iter([True])
    there.weather.cut = lambda: next(batches, False)
    seen: list[Health] = []
    async with there.in_touch():
        await until(lambda: there.syncing.engines)
        telling = there.syncing.engines[0]._telling
        tell = telling.tell

        async def listen(health: Health) -> None:
            seen.append(health)
            await tell(health)

        telling.tell = listen  # type: ignore[method-assign]
        await until(lambda: listed(there))

    assert [each.percent for each in seen if each.condition is Condition.FILLING] == [25, 50, 75]


async def test_a_store_that_falls_silent_is_told_since_when_and_connected_anew(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        there.syncing = there.another(silence_s=0.2)
        heard = room.clock()
        async with there.in_touch():
            await until(lambda: listed(there) == ["a"])
            await until(lambda: "said nothing for 0.2 seconds" in health(there).why)
            assert health(there)[:2] == (Condition.STALE, heard)
            await until(lambda: len(there.wires[0].cursors) > 2)


async def test_signs_of_life_keep_it_live_and_are_seldom_written_down(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        async with there.in_touch():
            await until(lambda: health(there).condition is Condition.LIVE)
            telling = there.syncing.engines[0]._telling
            commits = there.ledger.look(lambda db: db.execute("PRAGMA data_version").fetchone())
            for _ in range(5):
                room.clock.forward(seconds=10)
                await telling.hear()
            assert there.ledger.look(lambda db: db.execute("PRAGMA data_version").fetchone()) == commits
            room.clock.forward(seconds=10)
            await telling.hear()
            assert there.ledger.look(lambda db: db.execute("PRAGMA data_version").fetchone()) != commits
            assert health(there).condition is Condition.LIVE


async def test_a_fault_that_nobody_foresaw_in_one_store_does_not_end_the_others(room: Room) -> None:
    one, other = MemoryStore("one"), MemoryStore("other")
    with far(room, one, other) as there:
        other.add(line(raised("a")))
        running = asyncio.ensure_future(there.syncing.run())
        await until(lambda: len(there.wires) == 2 and there.wires[1].cursors)
        one.records.append(None)  # type: ignore[arg-type]
        one.add()
        other.add(line(raised("b")))
        await until(lambda: listed(there) == ["a", "b"])
        await until(lambda: health(there).condition is Condition.FAILING)
        assert "Start sayso again" in (health(there).why or "")
        assert health(there, 2).condition is Condition.LIVE
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_who_looks_once_hears_of_a_fault_that_nobody_foresaw_when_the_other_stores_are_done(room: Room) -> None:
    one, other = MemoryStore("one"), MemoryStore("other")
    one.records.append(None)  # type: ignore[arg-type]
    other.add(line(raised("a")))
    with far(room, one, other) as there:
        async with asyncio.timeout(20):
            with pytest.raises(BaseExceptionGroup):
                await there.sync(600)
        assert listed(there) == ["a"]


async def test_who_looks_while_another_process_is_not_let_in_hears_why(room: Room) -> None:
    server = MemoryStore()
    with far(room, server) as one, far(room, server) as other:
        one.weather.refuses = Denied("team does not accept the key.")
        async with one.in_touch():
            await until(lambda: one.syncing.engines and one.syncing.engines[0].progress.failed)
            (synced,) = await other.sync()
    assert (synced.up_to_date, synced.why) == (False, "team does not accept the key.")


async def test_whose_patience_ends_hears_that_nothing_came(room: Room) -> None:
    class Silent(MemoryWire):
        async def hello(self) -> Hello:
            await asyncio.Event().wait()
            return await super().hello()

    with far(room, wire=Silent) as there:
        (synced,) = await there.sync(0.05)
    assert not synced.up_to_date
    assert "team did not answer" in synced.why


async def test_another_process_asks_for_a_look_and_up_to_date_is_only_said_after_it(room: Room) -> None:
    server = MemoryStore()
    server.add(line(raised("a")))
    with far(room, server) as one, far(room, server) as other:
        async with one.in_touch():
            await until(lambda: listed(other) == ["a"])
            connections = len(one.wires[0].cursors)
            (synced,) = await other.sync()
            assert synced.up_to_date
            assert "keeps in touch" in synced.why
            assert len(one.wires[0].cursors) == connections + 1
            one.weather.down = True
            (synced,) = await other.sync()
            assert not synced.up_to_date
            one.weather.mend()
            server.add(line(raised("b")))
            (synced,) = await other.sync()
            assert synced.up_to_date
            assert listed(other) == ["a", "b"]


async def test_a_process_that_is_stopped_is_called_by_its_number_and_nothing_is_up_to_date(there: Far) -> None:
    with subprocess.Popen(  # noqa: ASYNC220 - it is up before anything is awaited
        program(HOLD, there.ledger.path), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == "ready"
        lock = StoreLock(there.ledger.path, "team")
        assert lock.is_tended()
        other.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, other.pid, os.WSTOPPED)  # noqa: ASYNC222 - it comes at once
        assert lock.is_held()
        assert not lock.is_tended()
        (synced,) = await there.sync()
        assert not synced.up_to_date
        assert f"Another sayso (process {other.pid}) holds team and has told nothing since" in synced.why
        other.send_signal(signal.SIGCONT)
        os.waitid(os.P_PID, other.pid, os.WCONTINUED)  # noqa: ASYNC222
        assert lock.is_tended()
        other.kill()


async def test_a_process_that_looks_at_nothing_is_not_waited_for_any_longer_than_patience(there: Far) -> None:
    with subprocess.Popen(  # noqa: ASYNC220 - it is up before anything is awaited
        program(HOLD, there.ledger.path), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == "ready"
        (synced,) = await there.another().once(0.5)
        assert not synced.up_to_date
        assert "had no look at it in 0.5 seconds" in synced.why
        other.kill()
