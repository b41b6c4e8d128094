"""What a served store holds is compared with its hash chain: each kind of damage by hand is found and named."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from handoff_records import line, note, raised
from opened import Room, home
from sayso_client.ledger import chain, connection
from sayso_client.ledger.checkup import links
from sayso_client.ledger.checkup.finding import Finding
from sayso_client.stores.rules import RULES

RECORDS = 1_200
"""More than two pages."""


def asked(first: int, end: int) -> list[bytes]:
    return [line(raised(f"k{number:04}")) for number in range(first, end)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with another one's records between its own; the last ten came after it was served."""
    folder = tmp_path_factory.mktemp("whole")
    room = Room(folder)
    with room.inbox() as inbox, room.ledger() as ledger:
        asyncio.run(home(inbox).take_in(asked(0, RECORDS - 10), "import"))
        other = [RULES["local"].read(line(note("x")))]
        ledger.write_now(lambda writing: writing.append("other", "local", other, "cli"))
        assert ledger.write_now(lambda writing: chain.complete(writing, 1)) is None
        asyncio.run(home(inbox).take_in(asked(RECORDS - 10, RECORDS), "import"))
    return folder


@pytest.fixture
def served(whole: Path, tmp_path: Path) -> Room:
    """A copy of it, to be damaged."""
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    return Room(tmp_path)


EMPTY = f"X'{RULES['local'].read(b'{}').digest.hex()}'"
"""The digest of what stands in the place of a record, so that only the chain tells."""


def found(room: Room) -> tuple[Finding, ...]:
    with closing(connection.open_reader(room.path)) as db:
        return tuple(links.broken(db, lambda kind: RULES[kind].read, lambda done, total: None))


def damage(room: Room, *statements: str) -> None:
    with closing(sqlite3.connect(room.path)) as db, db:
        for each in statements:
            db.execute(each)


def of(n: int) -> str:
    """The number in the ledger of record n of the store."""
    return f"(SELECT seq FROM own_link WHERE n = {n})"


def test_a_store_that_was_served_is_well(served: Room) -> None:
    assert found(served) == ()


@pytest.mark.parametrize(
    ("statements", "told", "more"),
    [
        ([f"UPDATE own_record SET raw = X'7B7D' WHERE seq = {of(700)}"], "700 was changed", ""),
        ([f"UPDATE own_record SET raw = X'7B7D', digest = {EMPTY} WHERE seq = {of(1)}"], "1 is another one", ""),
        (["UPDATE own_link SET chain = zeroblob(32) WHERE n = 501"], "501 is another one", ", and 1 more place"),
        (["DELETE FROM own_link WHERE n = 30"], "30 stands in no link", ", and 1 more place"),
        ([f"DELETE FROM own_record WHERE seq = {of(30)}"], "30 is gone, or its link is", ""),
        ([f"DELETE FROM own_record WHERE seq >= {of(1_190)}"], "1,190 to 1,200 are gone", ""),
        (["DELETE FROM own_link WHERE n > 1195"], "1,196 stands in no link", ", and 4 more places"),
        (
            [
                "UPDATE own_link SET seq = -1 WHERE n = 8",
                "UPDATE own_link SET seq = seq - 1 WHERE n = 9",
                f"UPDATE own_link SET seq = {of(9)} + 1 WHERE n = 8",
            ],
            "8 is gone, or its link is",
            ", and 3 more places",
        ),
        (
            [
                "CREATE TABLE kept AS SELECT * FROM own_record",
                f"UPDATE own_record SET digest = CAST(seq AS BLOB) WHERE seq IN ({of(8)}, {of(9)})",
                *(
                    "UPDATE own_record SET (digest, raw) = "
                    f"(SELECT digest, raw FROM kept WHERE kept.seq = {of(one)}) WHERE seq = {of(other)}"
                    for one, other in ((8, 9), (9, 8))
                ),
                "DROP TABLE kept",
            ],
            "8 is another one than its link was made of",
            ", and 1 more place",
        ),
    ],
)
def test_damage_is_found_and_told_by_its_place(served: Room, statements: list[str], told: str, more: str) -> None:
    damage(served, *statements)

    (one,) = found(served)

    assert one.wrong
    assert f"What home holds is not what was written into it: record {told}" in one.sentence
    first = one.sentence.partition(". ")[0]
    assert (first.partition(", and ")[2], first.count("more place")) == (more.removeprefix(", and "), bool(more))


def test_the_decisions_are_named(served: Room) -> None:
    damage(served, f"UPDATE own_record SET raw = X'7B7D' WHERE seq = {of(700)}")
    (one,) = found(served)
    assert [each.key for each in one.decisions] == ["k0699"]


async def test_a_store_that_was_never_served_has_no_chain_to_break(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a")), line(raised("b"))], "import")
    damage(room, "UPDATE own_record SET raw = X'7B7D' WHERE key = 'a'")
    assert found(room) == ()


def test_a_chain_that_is_still_being_made_is_no_damage(served: Room) -> None:
    damage(served, "DELETE FROM own_link WHERE n > 600", "DELETE FROM mark WHERE name LIKE 'served:%'")
    assert found(served) == ()
    damage(served, "UPDATE own_link SET chain = zeroblob(32) WHERE n = 600")
    assert len(found(served)) == 1
