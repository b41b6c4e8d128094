"""An older and a newer sayso on one ledger: the older goes on reading, the newer brings it up to date in place."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from handoff_records import line, note, raised, settled
from opened import Room, home, run_elsewhere, running_elsewhere, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerReadOnly, LedgerUnusable
from sayso_client.inbox import mint_id
from sayso_client.ledger import schema
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.migrations import MIGRATIONS
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition
from sayso_client.stores.rules import RULES
from sound_ledger import cannot_write, fill, still_reads

LATER = """
CREATE TABLE later (x TEXT NOT NULL) STRICT;
INSERT INTO later VALUES ('from now on');
ALTER TABLE decision ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
"""
"""What the next version might add."""

NEWER = """
import asyncio, sys
from pathlib import Path
from handoff_records import line, raised
from opened import Room, home
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.schema import Known
from sayso_client.stores.rules import RULES
room = Room(Path(sys.argv[1]))
known = Known((sys.argv[2],), "next")
ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, known=known)
inbox = room.inbox_on(ledger)
for key in sys.argv[3:]:
    asyncio.run(home(inbox).take_in([line(raised(key))], "import"))
print("ready", flush=True)
sys.stdin.read()
ledger.close()
"""
"""Arguments: the room's folder, the next version's script, keys to ask about. Open until stdin closes."""


def all_that_is_own(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Records, drafts and marks as they stand on the disk, but for the marks of what is derived."""
    with closing(sqlite3.connect(path)) as db:
        return {
            "records": db.execute("SELECT * FROM own_record ORDER BY seq").fetchall(),
            "drafts": db.execute("SELECT store, key, act, body FROM draft ORDER BY 1, 2, 3, 4").fetchall(),
            "stores": db.execute("SELECT * FROM store ORDER BY num").fetchall(),
            "marks": db.execute("SELECT * FROM mark WHERE name NOT IN ('fold', 'rebuilt') ORDER BY 1").fetchall(),
        }


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


async def test_an_older_sayso_under_which_a_newer_one_comes_goes_on_reading_and_says_why_it_cannot_write(
    tmp_path: Path, room: Room
) -> None:
    await fill(room)
    with room.inbox() as inbox:
        await home(inbox).take_in([line(note("k0"))], "import")
        before = home(inbox).records("k0")
        with running_elsewhere(NEWER, tmp_path, LATER, "asked of the newer"):
            assert version(room.path) == schema.VERSION + 1
            draft = blank(inbox.find("k0"), Act.ANSWER, "pg")
            with pytest.raises(LedgerReadOnly, match=r"newer sayso.*update sayso to write\. Nothing was written"):
                await say(inbox, draft)
            with pytest.raises(LedgerReadOnly):
                await inbox.keep(draft)
            assert inbox.read_only is not None
            assert inbox.stores()[0].health.condition is Condition.READ_ONLY
            assert home(inbox).records("k0") == before
            assert inbox.find("asked of the newer").waiting
            assert {row.ref.key for row in inbox.after(Query(), None, 9)} == {"k0", "asked of the newer"}
            assert inbox.count(Query(View.ALL, "database")) == 2


async def test_an_older_sayso_that_starts_on_it_reads_only(tmp_path: Path, room: Room) -> None:
    await fill(room)
    with running_elsewhere(NEWER, tmp_path, LATER), room.inbox() as inbox:
        await still_reads(inbox)
        assert "update sayso" in await cannot_write(inbox, LedgerReadOnly)
    assert version(room.path) == schema.VERSION + 1


async def test_a_newer_sayso_brings_the_ledger_up_to_date_and_keeps_what_is_own_byte_for_byte(
    tmp_path: Path, room: Room
) -> None:
    with room.inbox() as inbox:
        odd = b'{ "ext":"other/9","key":"k0" , "id":"z", "n":1.0}'
        await home(inbox).take_in([line(raised("k0")), line(settled("k0")), odd, line(raised("k1"))], "import")
        await inbox.keep(blank(inbox.find("k1"), Act.ANSWER, "pg"))
        rows = {row.ref.key: (row.title, row.state, row.answer) for row in inbox.after(Query(View.ALL), None, 9)}
    before = all_that_is_own(room.path)
    assert [each[5] for each in before["records"]].count(odd) == 1
    assert before["drafts"] and before["marks"]

    with running_elsewhere(NEWER, tmp_path, LATER):
        assert version(room.path) == schema.VERSION + 1
        assert all_that_is_own(room.path) == before
        with room.inbox() as inbox:
            assert rows == {
                row.ref.key: (row.title, row.state, row.answer) for row in inbox.after(Query(View.ALL), None, 9)
            }


def first_version(room: Room) -> dict[str, Any]:
    """A ledger as the very first version left it, with a record, a draft and a name; what was put there."""
    room.path.parent.mkdir(mode=0o700)
    raws = [line(raised("k0")), line(settled("k0")), line(raised("k1"))]
    draft = json.dumps(
        {"ref": {"store": "home", "key": "k1"}, "act": "answer", "terms_rev": 1, "seen": "", "text": "My words."}
    )
    with closing(sqlite3.connect(room.path)) as db, db:
        db.executescript(MIGRATIONS[0])
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO store VALUES (1, 'a-uuid', 'home', 'local')")
        for number, raw in enumerate(raws, 1):
            record = json.loads(raw)
            db.execute(
                "INSERT INTO own_record (store, key, id, digest, raw, received, door) "
                "VALUES (1, ?, ?, ?, ?, ?, 'inbox')",
                (record["key"], record["id"], bytes([number]) * 32, raw, "2026-10-27T09:30:00+00:00"),
            )
        db.execute("INSERT INTO draft VALUES ('home', 'k1', 'answer', ?)", (draft,))
        db.execute("INSERT INTO mark VALUES ('names', '[\"ana\"]')")
    return {"raws": raws, "draft": draft}


async def test_a_ledger_of_the_first_version_opens_with_all_that_it_held(room: Room) -> None:
    held = first_version(room)
    with room.inbox() as inbox:
        assert inbox.read_only is None
        assert [each.raw for each in home(inbox).every_record()] == held["raws"]
        assert inbox.find("k0").settlement is not None
        assert [row.ref.key for row in inbox.after(Query(), None, 9)] == ["k1"]
        draft = inbox.draft(inbox.find("k1").ref, Act.ANSWER)
        assert draft is not None and draft.text == "My words."
        assert (await say(inbox, blank(inbox.find("k1"), Act.ANSWER, "pg"))).kind == "recorded"
    own = all_that_is_own(room.path)
    assert [(each[0], each[2], each[5]) for each in own["records"][:3]] == [
        (number, json.loads(raw)["key"], raw) for number, raw in enumerate(held["raws"], 1)
    ]
    assert ("names", '["ana"]') in own["marks"]
    assert version(room.path) == schema.VERSION


async def test_an_update_that_fails_half_way_leaves_the_ledger_to_the_older_one(room: Room) -> None:
    await fill(room)
    before = all_that_is_own(room.path)
    known = schema.Known((f"{LATER}INSERT INTO nowhere VALUES (1);\n",), "next")
    with pytest.raises(LedgerUnusable, match="Nothing was changed"):
        Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, known=known)
    assert (version(room.path), all_that_is_own(room.path)) == (schema.VERSION, before)
    with room.inbox() as inbox:
        await still_reads(inbox)
        assert (await say(inbox, blank(inbox.find("k0"), Act.ANSWER, "pg"))).kind == "recorded"


def test_a_newer_sayso_makes_a_ledger_where_there_is_none(tmp_path: Path, room: Room) -> None:
    run_elsewhere(NEWER, tmp_path, LATER, "k0")
    assert version(room.path) == schema.VERSION + 1
