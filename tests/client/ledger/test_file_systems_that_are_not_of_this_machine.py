"""Network file systems and others without locks: known by name, told, and never written to in a way that tears."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from handoff_records import line, raised
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerReadOnly
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger import faults, mounts
from sayso_client.ledger.checkup.examine import examine
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.rules import RULES
from sayso_config.paths import Places
from sound_ledger import cannot_write, fill, still_reads

NO_SHARED_MEMORY = "unix-dotfile"
"""SQLite's own way for file systems without locks. Like those it knows no shared memory, so it refuses a WAL."""

TABLE = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
23 22 0:41 / /home/ana/My\\040files rw,relatime shared:7 master:1 - nfs4 server:/export rw,vers=4.2
24 22 0:42 / /mnt/share rw - cifs //server/share rw
25 24 0:43 / /mnt/share/local rw - tmpfs tmpfs rw
26 22 0:44 / /mnt/over rw - ext4 /dev/vdb rw
27 26 0:45 / /mnt/over rw - fuse.sshfs ana@server: rw
28 22 0:46 / /mnt/sharedbox rw - 9p host rw
half a line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/ana/ledger.db", None),
        ("/home/ana/My files/sayso/ledger.db", "nfs4"),
        ("/mnt/share/a/ledger.db", "cifs"),
        ("/mnt/share", "cifs"),
        ("/mnt/share/local/ledger.db", None),
        ("/mnt/shared/ledger.db", None),
        ("/mnt/over/ledger.db", "fuse.sshfs"),
        ("/mnt/sharedbox/ledger.db", "9p"),
    ],
)
def test_the_kind_of_file_system_is_that_of_the_nearest_mount(path: str, kind: str | None) -> None:
    assert mounts.network(Path(path), TABLE) == kind


def test_the_principal_is_told_where_it_lies_and_what_to_do() -> None:
    told = mounts.notice(Path("/mnt/share/ledger.db"), TABLE)
    assert told is not None
    assert "cifs" in told
    assert "SAYSO_HOME" in told
    assert mounts.notice(Path("/home/ana/ledger.db"), TABLE) is None


def test_a_link_counts_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to(tmp_path / "there")
    table = f"1 0 0:1 / {tmp_path / 'there'} rw - nfs server: rw\n"
    assert mounts.network(tmp_path / "here" / "ledger.db", table) == "nfs"


def test_without_a_mount_table_nothing_is_claimed() -> None:
    assert mounts.network(Path("/home/ana/ledger.db"), "") is None


def test_the_tests_own_folder_has_a_kind_wherever_there_is_a_mount_table(tmp_path: Path) -> None:
    assert bool(mounts.file_system(tmp_path)) == os.path.exists(mounts.TABLE)  # noqa: PTH110 - it never raises


async def test_a_ledger_on_a_network_file_system_is_told_by_the_doctor(room: Room) -> None:
    await fill(room)
    places = Places(room.path.with_name("config.toml"), room.path, room.path.with_name("log"))
    table = f"1 0 0:1 / {room.path.parent} rw - nfs4 server: rw\n"
    (found,) = examine(places, RULES, mount_table=table).findings
    assert found.wrong
    assert "nfs4" in found.sentence
    assert "SAYSO_HOME" in found.sentence
    assert examine(places, RULES, mount_table="").findings == ()


@contextmanager
def without_shared_memory(room: Room) -> Iterator[Inbox]:
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, vfs=NO_SHARED_MEMORY)
    try:
        yield room.inbox_on(ledger)
    finally:
        ledger.close()


async def test_where_no_write_ahead_log_can_be_kept_a_rollback_journal_takes_its_place(room: Room) -> None:
    with without_shared_memory(room) as inbox, without_shared_memory(room) as other:
        await home(inbox).take_in([line(raised("k0")), line(raised("k1"))], "import")
        assert (await say(other, blank(other.find("k1"), Act.ANSWER, "pg"))).kind == "recorded"
        assert inbox.counts().waiting == 1
    assert [each.name for each in room.path.parent.iterdir()] == ["ledger.db"]
    with closing(sqlite3.connect(room.path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_write_ahead_log_that_cannot_be_kept_is_read_and_not_written(room: Room) -> None:
    await fill(room)
    with without_shared_memory(room) as inbox:
        await still_reads(inbox)
        sentence = await cannot_write(inbox, LedgerReadOnly)
        assert "SAYSO_HOME" in sentence


@pytest.mark.parametrize("code", ["LOCK", "RDLOCK", "SHMOPEN", "SHMLOCK", "SHMMAP"])
def test_locks_that_are_refused_are_told_with_a_hint_and_not_as_a_full_disk(code: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_IOERR_{code}")
    error.sqlite_errorname = f"SQLITE_IOERR_{code}"
    told = faults.explained(error, Path("/mnt/share/ledger.db"))
    assert isinstance(told, LedgerReadOnly)
    assert "lock" in str(told)
    assert "SAYSO_HOME" in str(told)
    assert "Nothing was written" in str(told)
