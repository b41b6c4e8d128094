import sqlite3
from contextlib import closing

import pytest

from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerReadOnly, LedgerUnusable
from sayso_client.ledger import schema
from sayso_client.stores.health import Condition
from sound_ledger import cannot_write, fill, still_reads


def make_newer(room: Room) -> None:
    """What a later sayso would do: raise the version and add what we do not know."""
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        db.execute("CREATE TABLE later (x)")
        db.execute("UPDATE decision SET line = json_set(line, '$.later', json('{}'))")
        end = "instr(decision, char(10))"
        head = f"json_set(substr(decision, 1, {end} - 1), '$.later', json('[1]'))"
        db.execute(f"UPDATE body SET decision = {head} || substr(decision, {end})")


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
