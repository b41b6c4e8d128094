"""After an update what is derived is made again, a little at a time: told, read meanwhile, and never begun anew."""

import asyncio
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from handoff_records import line, raised, settled
from opened import Room, environment, home, program, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger import schema
from sayso_client.ledger.ledger import Ledger
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition
from sayso_client.stores.rules import RULES

MANY = 200


@pytest.fixture
async def older(room: Room) -> Room:
    """A ledger whose rows an earlier sayso derived, and derived wrongly as we see it today."""
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised(f"k{number:03d}")) for number in range(20)], "import")
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute("UPDATE mark SET value = 'older' WHERE name = 'fold'")
        db.execute("UPDATE decision SET waiting = 0, line = json_set(line, '$.title', 'As of old')")
        db.execute("UPDATE counter SET n = 0 WHERE name = 'waiting'")
    return room


@contextmanager
def opened(room: Room) -> Iterator[Inbox]:
    """As the screen opens it, but with one decision a turn, so that there is something to see."""
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, catch_up=False, turn_s=0)
    try:
        yield room.inbox_on(ledger)
    finally:
        ledger.close()


async def test_what_was_derived_before_is_shown_until_it_is_derived_again(older: Room) -> None:
    with opened(older) as inbox:
        assert inbox.behind == 0
        assert [row.title for row in inbox.after(Query(View.ALL), None, 50)] == ["As of old"] * 20
        assert inbox.stores()[0].health.condition is Condition.FILLING
        await inbox.catch_up()
        assert inbox.behind is None
        assert inbox.stores()[0].health.condition is Condition.LIVE
        assert {row.title for row in inbox.after(Query(), None, 50)} == {"Which database?"}
        assert inbox.counts().waiting == 20


async def test_how_far_it_is_grows_from_turn_to_turn(older: Room) -> None:
    told: list[int] = []
    with opened(older) as inbox:
        inbox.catch_up_now(told.append)
    assert told == [*range(5, 100, 5), 99]


async def test_what_is_recorded_and_asked_meanwhile_is_kept_and_counted(older: Room) -> None:
    with opened(older) as inbox:
        catching = asyncio.create_task(inbox.catch_up())
        assert (await say(inbox, blank(inbox.find("k019"), Act.ANSWER, "pg"))).kind == "recorded"
        await home(inbox).take_in([line(raised("a")), line(raised("z"))], "import")
        await catching
        counts = inbox.counts()
        assert (counts.waiting, counts.total) == (21, 22)
        assert inbox.find("k019").settlement is not None


class _Stopped(Exception):
    """Somebody ended the program."""


async def test_a_start_after_one_that_was_stopped_goes_on_where_that_one_was(older: Room) -> None:
    def stop(percent: int) -> None:
        if percent >= 40:
            raise _Stopped

    with opened(older) as inbox, pytest.raises(_Stopped):
        inbox.catch_up_now(stop)

    told: list[int] = []
    with opened(older) as inbox:
        inbox.catch_up_now(told.append)
        assert told[0] == 45
        assert inbox.counts().waiting == 20


async def test_two_programs_that_catch_up_at_once_share_the_work(older: Room) -> None:
    with opened(older) as one, opened(older) as other:
        before = one.revision()
        await asyncio.gather(one.catch_up(), other.catch_up())
        assert (one.behind, other.behind) == (None, None)
        assert one.counts().waiting == 20
        assert one.revision() - before == 20


async def test_who_may_not_write_reads_what_is_there(older: Room) -> None:
    with older.inbox(read_only=True) as inbox:
        assert inbox.behind is None
        assert [row.title for row in inbox.after(Query(View.ALL), None, 50)] == ["As of old"] * 20


CATCH_UP = """
import sys
from pathlib import Path
from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.schema import Known
from sayso_client.stores.rules import RULES
room, known = Room(Path(sys.argv[1])), Known(fold="next")
ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, catch_up=False, turn_s=0, known=known)
ledger.catch_up(lambda percent: print(percent, flush=True))
print("through", flush=True)
ledger.close()
"""


async def test_kill_9_in_the_middle_loses_nothing(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        lines = [line(raised(f"k{number}")) for number in range(MANY)] + [line(settled("k7"))]
        await home(inbox).take_in(lines, "import")
    killed = await asyncio.create_subprocess_exec(
        *program(CATCH_UP, tmp_path), env=environment(), stdout=asyncio.subprocess.PIPE
    )
    assert killed.stdout is not None
    first = int(await killed.stdout.readline())
    killed.send_signal(signal.SIGKILL)
    await killed.wait()
    assert 0 <= first < 100

    told: list[int] = []
    known = schema.Known(fold="next")
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, catch_up=False, known=known)
    ledger.catch_up(told.append)
    assert not told or told[0] >= first
    inbox = room.inbox_on(ledger)
    assert (inbox.counts().waiting, inbox.counts().total) == (MANY - 1, MANY)
    assert len(tuple(home(inbox).every_record())) == MANY + 1
    ledger.close()
