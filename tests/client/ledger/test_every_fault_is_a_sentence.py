import asyncio
import os
import sqlite3
from contextlib import closing

import pytest

from handoff_records import line, note
from opened import LOCK, Room, home, running_elsewhere, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerBusy, LedgerFull, LedgerUnusable
from sayso_client.ledger.ledger import Ledger
from sayso_client.rows import Query, View
from sound_ledger import cannot_write, fill, still_reads


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
