import os
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from handoff_records import line, note, raised
from opened import TAKE_IN, Room, environment, home, program, run_elsewhere
from sayso_client.errors import LedgerUnusable
from sayso_client.ledger import schema
from sayso_client.ledger.migrations import MIGRATIONS

FULL = 2
"""What PRAGMA synchronous calls FULL."""


@contextmanager
def generous_umask() -> Iterator[None]:
    """A process that would let everybody read what it makes."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_nobody_else_can_read_the_ledger_nor_what_lies_beside_it(room: Room) -> None:
    with generous_umask(), room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
        beside = sorted(room.path.parent.iterdir())
        assert [each.name for each in beside] == ["ledger.db", "ledger.db-shm", "ledger.db-wal"]
        assert [mode(each) for each in beside] == [0o600] * 3
        assert mode(room.path.parent) == 0o700


def test_a_folder_that_is_there_keeps_its_mode(room: Room) -> None:
    room.path.parent.mkdir(mode=0o750)
    before = mode(room.path.parent)
    room.make()
    assert mode(room.path.parent) == before


def test_verdicts_are_on_the_disk_when_a_write_returns(room: Room) -> None:
    with room.ledger() as ledger, ledger.writing() as writing:
        assert writing.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writing.db.execute("PRAGMA synchronous").fetchone() == (FULL,)


def test_the_file_says_whose_it_is_and_of_which_version(room: Room) -> None:
    with closing(sqlite3.connect(room.make())) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (schema.VERSION,) == (len(MIGRATIONS),)
        assert db.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"SAYS"),)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_an_empty_file_becomes_a_ledger(room: Room) -> None:
    room.path.parent.mkdir()
    room.path.touch(mode=0o600)
    with room.inbox() as inbox:
        assert (await home(inbox).take_in([line(raised("a"))], "import")).new == 1
        assert inbox.find("a").waiting


async def test_an_empty_database_becomes_a_ledger(room: Room) -> None:
    room.path.parent.mkdir()
    with closing(sqlite3.connect(room.path)) as db:
        db.execute("VACUUM")
    with room.inbox() as inbox:
        assert inbox.counts().total == 0


async def test_after_a_clean_end_all_of_it_is_in_the_one_file(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
    assert [each.name for each in room.path.parent.iterdir()] == ["ledger.db"]


async def test_who_only_reads_changes_nothing(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
    before = room.path.read_bytes()

    with room.inbox(read_only=True) as inbox:
        assert inbox.find("a").waiting
        assert inbox.stores()[0].health.condition == "read-only"

    assert room.path.read_bytes() == before


def test_who_only_reads_makes_no_ledger(room: Room) -> None:
    with pytest.raises(LedgerUnusable, match="Nothing was changed"), room.inbox(read_only=True):
        pass
    assert not room.path.parent.exists()


MAKE_MANY = """
import asyncio, sys
from pathlib import Path
from handoff_records import line, note
from opened import Room, home
print("ready", flush=True)
for folder in sys.stdin:
    room = Room(Path(folder.strip()))
    with room.inbox() as inbox:
        told = asyncio.run(home(inbox).take_in([line(note("a", record_id=sys.argv[1]))], "import"))
    print(told.new, flush=True)
"""


def test_processes_that_make_one_ledger_at_once_end_with_one_good_ledger(tmp_path: Path) -> None:
    names = ["one", "two", "three"]
    rounds = [tmp_path / f"round-{number}" for number in range(12)]
    with ExitStack() as stack:
        others = [
            stack.enter_context(
                subprocess.Popen(
                    program(MAKE_MANY, name),
                    env=environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for name in names
        ]
        ends = [(each.stdin, each.stdout) for each in others]
        for given, told in ends:
            assert given is not None
            assert told is not None
            assert told.readline() == "ready\n"
        for folder in rounds:
            folder.mkdir()
            for given, _ in ends:
                assert given is not None
                given.write(f"{folder}\n")
            for given, _ in ends:
                assert given is not None
                given.flush()
            for _, told in ends:
                assert told is not None
                assert told.readline() == "1\n"
    assert [each.returncode for each in others] == [0, 0, 0]

    for folder in rounds:
        room = Room(folder)
        with room.inbox() as inbox:
            assert {each.id for each in inbox.find("a").history} == set(names)
        with closing(sqlite3.connect(room.path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert db.execute("SELECT count(*) FROM store").fetchone() == (1,)


async def test_a_process_that_closes_the_ledger_takes_nothing_from_one_that_has_it_open(
    tmp_path: Path, room: Room
) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(note("a", record_id="first"))], "import")
        run_elsewhere(TAKE_IN, tmp_path, line(note("a", record_id="second")).decode())
        await home(inbox).take_in([line(note("a", record_id="third"))], "import")
        run_elsewhere(TAKE_IN, tmp_path, line(note("a", record_id="fourth")).decode())

        assert [each.id for each in inbox.find("a").history] == ["first", "fourth", "second", "third"]
        with room.inbox() as another:
            assert len(home(another).records("a")) == 4


async def test_opening_it_a_second_time_in_one_process_endangers_nothing(tmp_path: Path, room: Room) -> None:
    room.make()
    with room.inbox() as inbox:
        await home(inbox).take_in([line(note("a", record_id="first"))], "import")
        with room.inbox() as another:
            assert len(home(another).records("a")) == 1
        run_elsewhere(TAKE_IN, tmp_path, line(note("a", record_id="second")).decode())
        await home(inbox).take_in([line(note("a", record_id="third"))], "import")
    with room.inbox() as inbox:
        assert {each.id for each in inbox.find("a").history} == {"first", "second", "third"}


@pytest.mark.parametrize("name", ["with space", "100%", "que?ry", "ha#sh", "ünï", "a&b=c"])
async def test_the_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    with Room(folder).inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
    assert (folder / "data" / "ledger.db").stat().st_size > 0
    assert [each.name for each in folder.iterdir()] == ["data"]
