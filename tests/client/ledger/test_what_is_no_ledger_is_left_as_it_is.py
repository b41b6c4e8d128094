import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from opened import Room
from sayso_client.errors import LedgerUnusable


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
