"""A settlement in my name that no act of mine wrote is flagged; what I wrote or imported is not."""

import asyncio
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from handoff_decisions import KEY
from opened import Room, home, run_elsewhere, say
from sayso_client.decision import Act, Flag, Ref
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_client.ledger import rebuild
from sayso_client.rows import Query, View
from sayso_client.stores.local_door import read_entry
from sayso_client.verdict import AuthorityKind

REF = Ref("home", KEY)

FORGE = """
import asyncio, sys
from pathlib import Path
from opened import Room
from sayso_client.stores.local_door import read_entry
room = Room(Path(sys.argv[1]))
with room.ledger() as ledger, ledger.writing() as writing:
    writing.append("home", "local", [read_entry(each.encode()) for each in sys.argv[2:]], "inbox")
print("done")
"""
"""Arguments: the room's folder, then records. What an agent of my own uid can do: the record says that it is mine."""


def line(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


def by(name: str, kind: str = "principal") -> dict[str, Any]:
    under = {"under": "mandate 7"} if kind == "delegated" else {}
    return {"authority": {"kind": kind, "by": name} | under, "sayso": {"via": {"kind": "inbox"}}}


async def take_in(inbox: Inbox, *records: dict[str, Any], door: str = "import") -> None:
    await home(inbox).take_in([line(each) for each in records], door)


def flagged(inbox: Inbox) -> bool:
    decision = inbox.decision(REF)
    assert decision is not None
    listed = [row.ref for row in inbox.after(Query(View.NOT_FROM_HERE), None, 10)]
    told = Flag.NOT_FROM_HERE in decision.flags
    assert listed == ([REF] if told else [])
    assert inbox.counts().not_from_here == int(told)
    return told


@pytest.fixture
def inbox(room: Room) -> Any:
    with room.inbox() as opened:
        yield opened


async def test_what_another_process_forges_in_my_name_works_and_is_flagged(room: Room, inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    run_elsewhere(FORGE, room.path.parent.parent, json.dumps(h.settled(**by("ana"))))
    decision = inbox.decision(REF)
    assert decision is not None
    assert decision.settlement is not None
    assert not decision.waiting
    assert flagged(inbox)


async def test_a_record_that_was_put_into_the_file_itself_is_flagged_once_it_is_read(room: Room, inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    entry = read_entry(line(h.settled(**by("ana"))))
    with sqlite3.connect(room.path) as db:
        db.execute(
            "INSERT INTO own_record (store, key, id, digest, raw, received, door) "
            "SELECT store, key, ?, ?, ?, received, 'inbox' FROM own_record",
            (entry.id, entry.digest, entry.raw),
        )
    db.close()
    with room.ledger() as ledger, ledger.writing() as writing:
        rebuild.everything(writing)
    assert flagged(inbox)


async def test_whoever_also_forges_the_book_is_not_found_out(room: Room, inbox: Inbox) -> None:
    """The limit that docs/security.md tells of: with my rights, the book can be written too."""
    await take_in(inbox, h.raised())
    with room.ledger() as ledger, ledger.writing() as writing:
        writing.append("home", "local", [read_entry(line(h.settled(**by("ana"))))], "inbox", mine=True)
    assert not flagged(inbox)


async def test_what_i_answer_here_is_not_flagged_not_even_after_everything_is_derived_again(
    room: Room, inbox: Inbox
) -> None:
    await take_in(inbox, h.raised())
    receipt = await say(inbox, replace(blank(inbox.find(KEY), Act.ANSWER), option="pg"))
    assert receipt.recorded
    assert not flagged(inbox)
    with room.ledger() as ledger, ledger.writing() as writing:
        rebuild.everything(writing)
    assert not flagged(inbox)


async def test_an_import_of_the_principals_records_counts_as_mine(inbox: Inbox) -> None:
    await take_in(inbox, h.raised(), h.settled(**by("ana")))
    assert not flagged(inbox)


async def test_importing_what_was_forged_makes_it_mine(inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    await take_in(inbox, h.settled(**by("ana")), door="agent")
    assert flagged(inbox)
    await take_in(inbox, h.settled(**by("ana")))
    assert not flagged(inbox)


async def test_a_settlement_in_the_name_of_my_assistant_is_in_my_name(inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    await take_in(inbox, h.settled(**by("desk-assistant", "delegated")), door="agent")
    assert flagged(inbox)


async def test_a_settlement_by_somebody_else_is_not_in_my_name(inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    await take_in(inbox, h.settled(**by("bob")), door="agent")
    assert not flagged(inbox)


async def test_a_retraction_in_my_name_is_flagged_too(inbox: Inbox) -> None:
    await take_in(inbox, h.raised(), h.settled(**by("ana")))
    await take_in(inbox, h.reopened(sayso={"by": "ana"}), door="agent")
    assert flagged(inbox)


async def test_my_own_answer_upon_the_forged_one_ends_the_flag(inbox: Inbox) -> None:
    await take_in(inbox, h.raised())
    await take_in(inbox, h.settled(**by("ana")), door="agent")
    receipt = await say(
        inbox, replace(blank(inbox.find(KEY), Act.ANSWER), option="sqlite", kind=AuthorityKind.PRINCIPAL)
    )
    assert receipt.recorded
    assert not flagged(inbox)


async def test_who_i_am_decides_what_is_in_my_name(room: Room) -> None:
    with room.inbox("bob", None) as inbox:
        await take_in(inbox, h.raised())
        await take_in(inbox, h.settled(**by("ana")), door="agent")
        assert not flagged(inbox)
    with room.inbox("ana") as inbox:
        assert flagged(inbox)


def test_records_from_before_there_was_the_book_enter_it_by_their_door(tmp_path: Path) -> None:
    from sayso_client.ledger.migrations import MIGRATIONS

    room = Room(tmp_path)
    path = room.path
    path.parent.mkdir(mode=0o700)
    with sqlite3.connect(path) as db:
        for statement in MIGRATIONS[0].split(";\n"):
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO store (uuid, name, kind) VALUES ('u', 'home', 'local')")
        for record, door in ((h.raised(), "cli"), (h.settled(**by("ana")), "inbox")):
            entry = read_entry(line(record))
            db.execute(
                "INSERT INTO own_record (store, key, id, digest, raw, received, door) VALUES (1, ?, ?, ?, ?, ?, ?)",
                (entry.key, entry.id, entry.digest, entry.raw, h.START.isoformat(), door),
            )
    db.close()
    with room.inbox() as inbox:
        assert not flagged(inbox)
        asyncio.run(take_in(inbox, h.settled("s2", 9, supersedes=["s1"], **by("ana")), door="agent"))
        assert flagged(inbox)


@pytest.mark.parametrize(
    "words", ["is:not-from-here", "IS:Not-From-Here database", "is:not-from-here is:settled by:someone"]
)
async def test_a_filter_finds_what_is_not_from_here(words: str, inbox: Inbox) -> None:
    asked = {**h.raised(), "sayso": {"by": "someone"}}
    await take_in(inbox, asked, {**asked, "key": "k2", "id": "r:k2"})
    await take_in(inbox, h.settled(**by("ana")), door="agent")
    for view in (View.ALL, View.SETTLED):
        query = Query(view, words)
        assert [row.ref for row in inbox.after(query, None, 10)] == [REF]
        assert [row.ref for row in inbox.before(query, None, 10)] == [REF]
        assert inbox.count(query) == 1
        assert inbox.matching(query, (REF, Ref("home", "k2"))) == {REF}
    assert inbox.after(Query(View.WAITING, words), None, 10) == ()
    assert inbox.found_in(Query(View.WAITING, words))[View.SETTLED] == 1
    assert inbox.count(Query(View.ALL, "is:nothing-known")) == 0


async def test_what_was_taken_in_without_asking_anybody_is_flagged(inbox: Inbox) -> None:
    await take_in(inbox, h.raised(), h.settled(**by("ana")), door="import-unattended")
    assert flagged(inbox)
