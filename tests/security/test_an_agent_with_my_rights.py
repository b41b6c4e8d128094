"""The forgery works, and is flagged; who forges the book too is not found out."""

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from command_line import Sayso
from opened import home
from sayso_client.inbox import Inbox
from sayso_client.stores.local_door import read_entry
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

KEY = "acme/db"
FORGED = json.dumps({**h.settled(), "key": KEY, "sayso": {"via": {"kind": "inbox"}}}).encode()
"""An answer by ana, as her inbox would have written it."""


def write_into_the_file(sayso: Sayso, *, book: bool = False) -> None:
    """With nothing but SQLite and the rights of the same user."""
    entry = read_entry(FORGED)
    with closing(sqlite3.connect(sayso.home / "ledger.db")) as db, db:
        db.execute(
            "INSERT INTO own_record (store, key, id, digest, raw, received, door) "
            "SELECT store, key, ?, ?, ?, received, 'inbox' FROM own_record WHERE key = ?",
            (entry.id, entry.digest, entry.raw, KEY),
        )
        if book:
            row = (entry.digest, entry.id, KEY)
            db.execute("INSERT INTO own_act SELECT store, ?, ? FROM own_record WHERE key = ? LIMIT 1", row)
    assert sayso("doctor", "--rebuild").code == 0


def not_from_here(sayso: Sayso) -> list[str]:
    return [each["key"] for each in sayso("list", "--view", "not-from-here", "--json").documents]


def counts(sayso: Sayso) -> bool:
    """Whether an agent that waits takes the answer."""
    ran = sayso("wait", KEY, "--timeout", "0")
    return ran.code == 0


def test_an_answer_that_is_written_into_the_file_counts_and_is_flagged(sayso: Sayso) -> None:
    write_into_the_file(sayso)
    assert counts(sayso)
    assert not_from_here(sayso) == [KEY]
    assert "not-from-here" in sayso("show", KEY, "--json").json["flags"]


def test_an_answer_that_is_imported_by_a_script_counts_and_is_flagged(sayso: Sayso) -> None:
    assert sayso("import", "-", stdin=FORGED).code == 5
    assert not counts(sayso)
    assert sayso("import", "-", "--unattended", stdin=FORGED).code == 0
    assert counts(sayso)
    assert not_from_here(sayso) == [KEY]


async def test_it_is_counted_in_the_top_line_and_told(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised())
    await home(inbox).take_in([json.dumps(h.settled()).encode()], "import-unattended")
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.rest()
        assert "1 not from here" in text_of(person.app)
        await person.press("[", "[")
        assert "It was settled in your name" in text_of(person.app)


@pytest.mark.parametrize("mark", ["SAYSO_AGENT", "CHANT_STEWARD", "CLAUDECODE"])
@pytest.mark.parametrize(
    "words", [("answer", KEY, "--option", "pg", "--unattended", "--terms-rev", "1"), ("import", "-", "--unattended")]
)
def test_an_agents_shell_is_refused(sayso: Sayso, mark: str, words: tuple[str, ...]) -> None:
    ran = sayso(*words, stdin=FORGED, environ={mark: "1"})
    assert ran.code == 5
    assert "sayso claim" in ran.err
    assert sayso.types() == ["raised"]


def test_an_unattended_answer_says_so(sayso: Sayso) -> None:
    assert sayso.settle("answer", KEY, "--option", "pg").code == 0
    (record,) = sayso.settlements()
    assert record["sayso"]["via"]["kind"] == "unattended"


def test_not_found_out_is_who_also_forges_the_book(sayso: Sayso) -> None:
    write_into_the_file(sayso, book=True)
    assert counts(sayso)
    assert not_from_here(sayso) == []


def test_not_stopped_is_an_agent_that_removes_the_marks_of_its_shell(sayso: Sayso) -> None:
    assert sayso.settle("answer", KEY, "--option", "pg", environ={"SAYSO_AGENT": ""}).code == 0
