"""Export of a store elsewhere gives what its copy here holds; an import is for the machine that serves it."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from asking_machines import Desk, Team
from far_stores import far
from handoff_records import line, note, raised, settled
from memory_store import MemoryStore
from opened import Room
from sayso_client.errors import Conflict
from sayso_tui.cli.exits import Exit

ODD = b'{"ext": "decisions/0.3",  "key": "k",\n "type": "raised", "origin": "requester", "id": "r:k", "x": 1.0, "x": 2}'
HELD = [line(raised("acme/db")), ODD, line(note("acme/db")), line(settled("acme/db")), line(raised("b/c"))]


@pytest.fixture
def team() -> Iterator[Team]:
    with tempfile.TemporaryDirectory() as folder:  # short: a socket's path may have about a hundred characters
        yield Team(Path(folder), Path(folder) / "s")


@pytest.fixture
async def desk(team: Team) -> Desk:
    """A machine that has read the store, which is out of reach now."""
    desk = team.machine("one")
    async with team.there() as server:
        await server.store.take_in(HELD, "import")
        assert (await desk("sync")).code == 0
    return desk


async def test_an_export_of_a_copy_is_what_the_server_holds_byte_for_byte_and_says_how_old_it_is(
    team: Team, desk: Desk
) -> None:
    ran = await desk("export", "--store", "team")
    assert (ran.code, ran.raw.split(b"\n")) == (0, [*(each.replace(b"\n", b" ") for each in HELD), b""])
    assert ran.err.startswith("team: as of ")
    assert (await desk("sync")).code == Exit.UNREACHABLE
    late = await desk("export", "--store", "team")
    assert (late.code, late.raw, late.err.startswith("team: as of ")) == (0, ran.raw, True)
    with Room(team.folder / "theirs").inbox() as theirs:
        assert [each.raw for each in theirs.store("home").every_record()] == HELD  # type: ignore[attr-defined]


async def test_with_a_filter_only_the_decisions_that_it_finds(desk: Desk) -> None:
    ran = await desk("export", "--store", "team", "--filter", "acme")
    assert [json.loads(each)["type"] for each in ran.raw.splitlines()] == ["raised", "note", "settled"]


async def test_what_waits_in_the_outbox_is_not_among_it_and_that_is_said(desk: Desk) -> None:
    await desk.ask("new")
    ran = await desk("export", "--store", "team")
    assert (ran.code, len(ran.raw.splitlines())) == (0, len(HELD))
    assert "1 thing in the outbox is not recorded in team, and not among these." in ran.err


async def test_what_was_exported_can_be_imported_into_a_local_store(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "team.jsonl"
    file.write_bytes((await desk("export", "--store", "team")).raw)
    ran = await desk("import", str(file), "--store", "home", "--unattended", "--json")
    assert (ran.json["store"], ran.json["new"]) == ("home", len(HELD))
    assert len((await desk("export")).raw.splitlines()) == len(HELD)  # without a name it is the local one


async def test_a_store_that_was_never_read_to_its_end_gives_no_empty_file_that_looks_whole(team: Team) -> None:
    ran = await team.machine("two")("export", "--store", "team")
    assert (ran.code, ran.raw) == (Exit.UNREACHABLE, b"")
    assert "team: never reached yet" in ran.err and "nothing is printed: sayso sync" in ran.err


async def test_an_import_is_refused_with_the_way_before_anything_is_read_or_asked(desk: Desk) -> None:
    for file in ("-", "no-such-file"):
        ran = await desk("import", file, "--store", "team")
        assert (ran.code, ran.raw) == (Exit.REFUSED, b"")
        assert "run sayso import on the machine that serves it" in ran.err
        assert "sayso raise --store team" in ran.err and "Nothing was written." in ran.err


async def test_a_copy_that_is_exchanged_while_it_is_printed_is_not_taken_for_a_whole_one(room: Room) -> None:
    server = MemoryStore()
    server.add(*(line(raised(f"k{n}")) for n in range(600)))
    with far(room, server) as there:
        await there.sync()
        records = there.ledger.every_record("team")
        first = next(records)
        server.restore(550)
        await there.sync()
        with pytest.raises(Conflict, match="team was read anew meanwhile"):
            list(records)
        assert first.raw == next(there.ledger.every_record("team")).raw
