import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from handoff_records import line, raised
from opened import Room, home
from plain_user import bound_by_modes
from sayso_client.errors import LedgerError, LedgerReadOnly, LedgerUnusable
from sayso_client.stores.health import Condition
from sound_ledger import cannot_write, fill, still_reads


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
