"""One id for ever: what comes again is written once. What a backup does not hold is gone, unless an export has it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import handoff_decisions as h
from at_the_keys import Person
from command_line import Sayso
from opened import home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

KEY = "acme/db"


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
