import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from handoff_records import line, note, raised
from opened import LOCK, Room, home, running_elsewhere, say
from plain_user import bound_by_modes
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerBusy, LedgerError, LedgerFull, LedgerReadOnly, LedgerUnusable
from sayso_client.inbox import Inbox
from sayso_client.ledger import schema
from sayso_client.ledger.ledger import Ledger
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition


async def fill(room: Room, count: int = 1) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised(f"k{number}")) for number in range(count)], "import")


async def still_reads(inbox: Inbox, count: int = 1) -> None:
    """Rows, one decision, records, search: everything that only reads."""
    assert inbox.counts().total == count
    assert len(inbox.after(Query(), None, 1_000)) == count
    assert inbox.find("k0").text == "Which database?"
    assert len(home(inbox).records("k0")) == 1
    assert inbox.count(Query(View.ALL, "database")) == count
    assert inbox.draft(inbox.find("k0").ref, Act.ANSWER) is None


async def cannot_write(inbox: Inbox, kind: type[LedgerError]) -> str:
    """The sentence with which a verdict, a draft and an import are refused; nothing of them is there afterwards."""
    draft = blank(inbox.find("k0"), Act.ANSWER, "pg")
    with pytest.raises(kind, match="Nothing was written") as error:
        await say(inbox, draft)
    with pytest.raises(kind):
        await inbox.keep(draft)
    with pytest.raises(kind):
        await home(inbox).take_in([line(note("k0"))], "import")
    assert inbox.find("k0").waiting
    assert len(home(inbox).records("k0")) == 1
    assert str(error.value).endswith(".")
    return str(error.value)


async def test_another_program_that_holds_the_lock(room: Room) -> None:
    await fill(room)
    with room.ledger(busy_ms=50) as ledger:
        inbox = room.inbox_on(ledger)
        with running_elsewhere(LOCK, room.path):
            await still_reads(inbox)
            sentence = await cannot_write(inbox, LedgerBusy)
            assert "what you typed is kept" in sentence

        receipt = await say(inbox, blank(inbox.find("k0"), Act.ANSWER, "pg"))
        assert receipt.kind == "recorded"
        assert inbox.read_only is None


async def test_a_lock_that_is_let_go_in_time_is_only_waited_for(room: Room) -> None:
    await fill(room)
    with room.inbox() as inbox, running_elsewhere(LOCK, room.path) as other:
        verdict = inbox.compose(inbox.find("k0"), blank(inbox.find("k0"), Act.ANSWER, "pg"))
        writing = asyncio.create_task(inbox.record(verdict))
        await asyncio.sleep(0)
        await still_reads(inbox)
        assert not writing.done()
        assert other.stdin is not None
        other.stdin.close()

        assert (await writing).kind == "recorded"


@pytest.fixture
def as_plain_user() -> Iterator[None]:
    with bound_by_modes():
        yield


def everything_read_only(path: Path) -> None:
    path.chmod(0o400)
    path.parent.chmod(0o500)


UNWRITABLE: dict[str, Callable[[Path], None]] = {
    "the file": lambda path: path.chmod(0o400),
    "its folder": lambda path: path.parent.chmod(0o500),
    "both": everything_read_only,
}


@pytest.mark.usefixtures("as_plain_user")
@pytest.mark.parametrize("protect", UNWRITABLE.values(), ids=UNWRITABLE)
async def test_what_may_not_be_written_is_still_read_and_says_so_at_once(
    room: Room, protect: Callable[[Path], None]
) -> None:
    await fill(room, 3)
    before = room.path.read_bytes()
    protect(room.path)
    try:
        with room.inbox() as inbox:
            await still_reads(inbox, 3)
            assert inbox.read_only is not None
            assert inbox.read_only.endswith(".")
            assert (inbox.stores()[0].health.condition, inbox.stores()[0].health.why) == (
                Condition.READ_ONLY,
                inbox.read_only,
            )
            assert inbox.read_only in await cannot_write(inbox, LedgerReadOnly)
    finally:
        room.path.parent.chmod(0o700)
    assert room.path.read_bytes() == before


@pytest.mark.usefixtures("as_plain_user")
async def test_a_file_that_becomes_read_only_while_open_is_told_by_the_next_write(room: Room) -> None:
    await fill(room)
    with room.inbox() as inbox:
        room.path.chmod(0o400)
        await still_reads(inbox)
        await cannot_write(inbox, LedgerReadOnly)


@pytest.mark.usefixtures("as_plain_user")
async def test_another_user_reads_a_ledger_that_its_owner_has_open(room: Room) -> None:
    with room.inbox() as owner:
        await home(owner).take_in([line(raised("k0"))], "import")
        room.path.parent.chmod(0o500)
        try:
            with room.inbox(read_only=True) as inbox:
                await still_reads(inbox)
        finally:
            room.path.parent.chmod(0o700)


@pytest.mark.usefixtures("as_plain_user")
async def test_a_ledger_of_which_the_newest_part_cannot_be_read_is_not_shown_as_if_it_were_whole(
    tmp_path: Path, room: Room
) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("k0"))], "import")
        copy = Room(tmp_path / "copy")
        copy.path.parent.mkdir(parents=True)
        for name in ("ledger.db", "ledger.db-wal"):
            shutil.copy(room.path.with_name(name), copy.path.with_name(name))
    copy.path.parent.chmod(0o500)
    try:
        with pytest.raises(LedgerUnusable, match=r"ledger\.db-wal.*Nothing was changed"), copy.inbox():
            pass
    finally:
        copy.path.parent.chmod(0o700)
    with copy.inbox() as inbox:
        await still_reads(inbox)


@pytest.mark.usefixtures("as_plain_user")
@pytest.mark.parametrize("mode", [0o500, 0o000], ids=["not to be written", "not to be entered"])
def test_a_folder_in_which_nothing_can_be_made(room: Room, mode: int) -> None:
    room.path.parent.mkdir(mode=0o700)
    room.path.parent.chmod(mode)
    try:
        with pytest.raises(LedgerReadOnly, match=r"may not write.*Nothing was written"), room.inbox():
            pass
    finally:
        room.path.parent.chmod(0o700)


@pytest.mark.usefixtures("as_plain_user")
async def test_a_ledger_that_may_not_even_be_read(room: Room) -> None:
    await fill(room)
    room.path.chmod(0)
    with pytest.raises(LedgerError) as error, room.inbox():
        pass
    assert str(error.value).endswith(".")


async def test_a_full_disk_writes_nothing_and_takes_up_again_when_there_is_room(room: Room) -> None:
    await fill(room)
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        limit_pages(ledger, ledger_pages(room))
        with pytest.raises(LedgerFull, match=r"full.*Nothing was written"):
            await home(inbox).take_in([line(note("k0", "x" * 100_000))], "import")
        await still_reads(inbox)
        assert len(home(inbox).records("k0")) == 1

        limit_pages(ledger, 1_000_000)
        assert (await home(inbox).take_in([line(note("k0", "x" * 100_000))], "import")).new == 1
        assert (await say(inbox, blank(inbox.find("k0"), Act.ANSWER, "pg"))).kind == "recorded"


def ledger_pages(room: Room) -> int:
    with closing(sqlite3.connect(room.path)) as db:
        return int(db.execute("PRAGMA page_count").fetchone()[0])


def limit_pages(ledger: Ledger, pages: int) -> None:
    """As a disk of that size would: for the connection that writes."""
    with ledger.writing() as writing:
        writing.db.execute(f"PRAGMA max_page_count = {pages}")


async def test_an_import_that_fills_the_disk_keeps_whole_batches(room: Room) -> None:
    await fill(room)
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        limit_pages(ledger, ledger_pages(room) + 200)
        with pytest.raises(LedgerFull):
            await home(inbox).take_in((line(note("k0", record_id=f"n{number}")) for number in range(20_000)), "import")
        kept = len(home(inbox).records("k0")) - 1
        assert kept > 0
        assert kept % 1_000 == 0
        assert inbox.find("k0").history_total == kept + 1


def in_its_place(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        b"hello\n",
        b"\0" * 5_000,
        b"SQLite format 3",
        b"SQLite format 3\0" + b"\xff" * 4_080,
        random.Random(7).randbytes(9_000),
    ],
    ids=["text", "zeros", "half a header", "a header alone", "noise"],
)
def test_a_file_that_is_no_database_is_left_as_it_is(room: Room, content: bytes) -> None:
    in_its_place(room.path, content)

    with pytest.raises(LedgerUnusable, match=r"ledger\.db") as error, room.inbox():
        pass

    assert str(error.value).endswith(".")
    assert room.path.read_bytes() == content
    assert [each.name for each in room.path.parent.iterdir()] == ["ledger.db"]


@pytest.mark.parametrize("version", [0, 1, 77])
@pytest.mark.parametrize("mark", [0, 0x0F055112], ids=["no mark", "a mark of its own"])
def test_a_database_of_another_program_is_left_as_it_is(room: Room, version: int, mark: int) -> None:
    room.path.parent.mkdir()
    with closing(sqlite3.connect(room.path)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute(f"PRAGMA application_id = {mark}")
    before = room.path.read_bytes()

    for read_only in (False, True):
        with pytest.raises(LedgerUnusable, match=r"another program.*left as it is"), room.inbox(read_only=read_only):
            pass

    assert room.path.read_bytes() == before
    assert [each.name for each in room.path.parent.iterdir()] == ["ledger.db"]


def test_an_empty_database_that_another_program_has_marked_is_left_as_it_is(room: Room) -> None:
    room.path.parent.mkdir()
    with closing(sqlite3.connect(room.path)) as db:
        db.execute("PRAGMA application_id = 7")
    before = room.path.read_bytes()
    with pytest.raises(LedgerUnusable, match="another program"), room.inbox():
        pass
    assert room.path.read_bytes() == before


def test_a_folder_in_its_place(room: Room) -> None:
    room.path.mkdir(parents=True)
    with pytest.raises(LedgerUnusable, match=r"not a file.*Nothing was changed"), room.inbox():
        pass


def test_a_pipe_in_its_place_is_not_waited_for(room: Room) -> None:
    room.path.parent.mkdir()
    os.mkfifo(room.path)
    with pytest.raises(LedgerUnusable, match="not a file"), room.inbox():
        pass


def test_a_link_to_nowhere(room: Room) -> None:
    room.path.parent.mkdir()
    room.path.symlink_to("nowhere")
    with pytest.raises(LedgerUnusable, match="cannot be read"), room.inbox():
        pass


def test_a_file_where_its_folder_should_be(room: Room) -> None:
    room.path.parent.write_text("x")
    with pytest.raises(LedgerUnusable, match=r"no place.*Nothing was written"), room.inbox():
        pass


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(LedgerUnusable, match="no place"), Room(tmp_path / ("x" * 300)).inbox():
        pass


@pytest.mark.parametrize("part", [0.5, 0.9, 0.05])
async def test_a_ledger_cut_short_is_a_sentence_and_no_traceback(room: Room, part: float) -> None:
    await fill(room, 300)
    size = room.path.stat().st_size
    os.truncate(room.path, int(size * part))
    before = room.path.read_bytes()

    with pytest.raises(LedgerUnusable, match=r"damaged.*left as it is"), room.inbox() as inbox:
        for view in View:
            inbox.after(Query(view), None, 1_000)
        for number in range(300):
            inbox.find(f"k{number}")
            home(inbox).records(f"k{number}")

    assert room.path.read_bytes() == before


async def test_a_row_that_cannot_be_read_back_is_a_sentence(room: Room) -> None:
    await fill(room)
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute('UPDATE decision SET line = \'{"state":"unheard of"}\'')
        db.execute("UPDATE body SET decision = '['")
    with room.inbox() as inbox:
        with pytest.raises(LedgerUnusable, match=r"cannot read.*Nothing was changed"):
            inbox.after(Query(), None, 1)
        with pytest.raises(LedgerUnusable):
            inbox.find("k0")
        assert inbox.counts().total == 1


def make_newer(room: Room) -> None:
    """What a later sayso would do: raise the version and add what we do not know."""
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        db.execute("CREATE TABLE later (x)")
        db.execute("UPDATE decision SET line = json_set(line, '$.later', json('{}'))")
        db.execute("UPDATE body SET decision = json_set(decision, '$.later', json('[1]'))")


async def test_a_ledger_of_a_newer_sayso_is_read_only_and_says_why(room: Room) -> None:
    await fill(room)
    make_newer(room)
    with room.inbox() as inbox:
        await still_reads(inbox)
        assert inbox.read_only is not None
        assert "newer sayso" in inbox.read_only
        assert "update sayso" in await cannot_write(inbox, LedgerReadOnly)


async def test_a_newer_sayso_that_comes_while_we_have_it_open_makes_us_read_only(room: Room) -> None:
    await fill(room)
    with room.inbox() as inbox:
        await inbox.keep(blank(inbox.find("k0"), Act.DISMISS))
        make_newer(room)
        assert "update sayso" in await cannot_write(inbox, LedgerReadOnly)
        assert inbox.read_only is not None
        assert inbox.stores()[0].health.condition is Condition.READ_ONLY
        await still_reads(inbox)


async def test_a_newer_schema_that_we_cannot_read_at_all_is_a_sentence(room: Room) -> None:
    await fill(room)
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        db.execute("DROP TABLE pulse")
    with pytest.raises(LedgerUnusable, match=r"version of sayso.*left as it is"), room.inbox():
        pass


async def test_a_write_that_fails_half_way_leaves_nothing_of_itself(room: Room) -> None:
    await fill(room)
    with room.ledger() as ledger:
        inbox = room.inbox_on(ledger)
        revision = inbox.revision()

        def build(_: object) -> list[dict[str, object]]:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await home(inbox).ask("k0", build, "cli")
        with pytest.raises(ZeroDivisionError), ledger.writing() as writing:
            writing.db.execute("DELETE FROM own_record")
            raise ZeroDivisionError
        await still_reads(inbox)
        assert inbox.revision() == revision
