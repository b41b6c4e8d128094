"""One id for ever: what comes again is written once. What a backup does not hold is gone, unless an export has it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import handoff_decisions as h
from at_the_keys import Person
from command_line import Sayso
from far_stores import far
from handoff_records import line, raised, settled
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from served import post, served

KEY = "acme/db"


def retracted(key: str) -> dict[str, object]:
    """The answer of `settled` is taken back."""
    answer = settled(key)
    kept = {name: answer[name] for name in ("ext", "origin", "key")}
    more = {"type": "reopened", "id": f"back:{key}", "at": "2026-10-27T10:00:00+00:00", "supersedes": [answer["id"]]}
    return {**kept, **more}


def written(inbox: Inbox) -> list[Any]:
    values = [each.value for each in home(inbox).every_record()]
    return [each for each in values if isinstance(each, dict) and each["origin"] == "principal"]


async def test_the_same_verdict_again_writes_one_record(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised())
    verdict = inbox.compose(inbox.find(h.KEY), replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))
    receipts = [await inbox.record(verdict) for _ in range(3)]
    assert all(each.recorded for each in receipts)
    assert [each["id"] for each in written(inbox)] == [verdict.id]


async def test_a_double_press_writes_one_record(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised())
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.press("1")
        await person.burst("ctrl+s", "ctrl+s", "f10", after=1.0)
    assert len(written(inbox)) == 1


async def test_a_record_that_is_replayed_is_not_doubled_and_brings_no_old_answer_back(
    inbox: Inbox, take_in: Any
) -> None:
    await take_in(h.raised())
    await say(inbox, replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))
    first = written(inbox)
    assert (await say(inbox, blank(inbox.find(h.KEY), Act.RETRACT))).recorded
    await take_in(*first, h.raised(), door="agent")
    assert len(written(inbox)) == 2
    assert inbox.find(h.KEY).waiting


async def test_a_request_that_is_replayed_at_a_server_writes_once_and_brings_no_old_answer_back(room: Room) -> None:
    async with served(room) as server:
        token = await server.grant("ana", "requester", "principal")
        taken_back = retracted(KEY)
        async with server.client(token) as line_of_mine:
            for record in (raised(KEY), settled(KEY), taken_back):
                assert (await post(line_of_mine, record)).status_code == 201
            for record in (settled(KEY), raised(KEY), settled(KEY), taken_back):
                assert (await post(line_of_mine, record)).status_code == 200
            stands = (await line_of_mine.get("/v1/decision", params={"key": KEY})).json()
            assert (await line_of_mine.get("/v1/health")).json()["records"] == 3
        assert (stands["state"], stands["settlement"]) == ("open", None)


async def test_what_a_restored_store_does_not_hold_is_listed_and_not_sent_by_itself(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        await there.say(blank(there.inbox.find("a", "team"), Act.ANSWER, "pg"))
        await there.sync()
        there.room.clock.forward(minutes=5)
        sent = list(there.server.sent)
        there.server.restore(1)
        for _ in range(3):
            await there.sync()
        assert [(each.ref.key, str(each.stage)) for each in there.inbox.outbox.all()] == [("a", "lost")]
        assert there.server.sent == sent
        assert there.inbox.find("a", "team").waiting


def test_an_export_that_comes_back_twice_changes_nothing(sayso: Sayso) -> None:
    assert sayso.settle("answer", KEY, "--option", "pg").code == 0
    before = sayso("export").raw
    for _ in range(2):
        assert sayso("import", "-", "--unattended", stdin=before).code == 0
    assert sayso("export").raw == before
    assert sayso("show", KEY, "--json").json["flags"] == []


def restored(sayso: Sayso, tmp_path: Path) -> bytes:
    """An answer is given after a backup, and the backup is put in its place. The export from before that."""
    backup = tmp_path / "backup.db"
    assert sayso("doctor", "--backup", str(backup)).code == 0
    assert sayso.settle("answer", KEY, "--option", "pg").code == 0
    export = sayso("export").raw
    for each in sayso.home.glob("ledger.db*"):
        each.unlink()
    shutil.copy(backup, sayso.home / "ledger.db")
    return export


def test_not_brought_back_is_what_was_recorded_after_the_backup(sayso: Sayso, tmp_path: Path) -> None:
    restored(sayso, tmp_path)
    assert list(sayso.settlements()) == []
    assert [each["key"] for each in sayso("list", "--json").documents] == [KEY]


def test_a_newer_export_brings_it_back_once(sayso: Sayso, tmp_path: Path) -> None:
    export = restored(sayso, tmp_path)
    assert sayso("import", "-", "--unattended", stdin=export).code == 0
    assert sayso("export").raw == export
    assert len(list(sayso.settlements())) == 1
    assert json.loads(sayso("show", KEY, "--json").raw)["state"] == "decided"
