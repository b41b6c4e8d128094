import json
import re

import pytest

from machine import Machine, ended

RAISED_ELSEWHERE = ("Which\x1b]0;mine\x07\x1b[2J?", "a\x1b[8m=\x9b5nhidden\u202e")


def test_what_will_be_written_is_shown_and_the_option_typed(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", "--note", "Four writers.")
    child.expect_exact("Type pg to record this")
    for shown in ("Which database?", "PostgreSQL", "settled · decided · PostgreSQL · answered by alice · terms rev 1"):
        assert shown in child.before
    child.sendline("pg")
    assert ended(child) == 0
    (settled,) = machine.settlements()
    assert settled["answer"] == {"text": "PostgreSQL", "option": "pg"}
    assert settled["authority"] == {"kind": "principal", "by": "alice"}
    assert settled["sayso"]["via"]["kind"] == "cli"


@pytest.mark.parametrize("typed", ["sqlite", "PG", ""])
def test_anything_else_writes_nothing(machine: Machine, typed: str) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.expect_exact("Type pg to record this")
    child.sendline(typed)
    assert ended(child) == 5
    assert machine.settlements() == []


def test_leaving_writes_nothing(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.expect_exact("Type pg to record this")
    child.sendeof()
    assert ended(child) == 5
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.expect_exact("Type pg to record this")
    child.sendintr()
    assert ended(child) == 130
    assert machine.settlements() == []


def test_what_was_typed_before_the_question_came_answers_nothing(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.delaybeforesend = None
    child.sendline("pg")
    child.expect_exact("Type pg to record this")
    child.delaybeforesend = 0.4
    child.sendline("")
    assert ended(child) == 5
    assert machine.settlements() == []


@pytest.mark.parametrize("verb", [("answer", "--text", "Neither of them."), ("dismiss",), ("retract",)])
def test_without_an_option_a_code_is_typed(machine: Machine, verb: tuple[str, ...]) -> None:
    if verb[0] == "retract":
        machine.here("answer", "acme/db", "--option", "pg", "--unattended", "--terms-rev", "1")
    held = len(machine.settlements())
    child = machine.terminal(verb[0], "acme/db", *verb[1:])
    child.expect(r"Type ([0-9a-f]{4}) to record this")
    assert isinstance(child.match, re.Match)
    child.sendline(child.match[1])
    assert ended(child) == 0
    assert len(machine.settlements()) == held + 1


def test_confirming_shows_whose_proposal_it_is(machine: Machine) -> None:
    machine.here("propose", "acme/db", "--option", "sqlite", "--model", "bosun")
    child = machine.terminal("confirm", "acme/db")
    child.expect_exact("Type sqlite to record this")
    assert "proposed by: bosun (model name not checked)" in child.before
    child.sendline("sqlite")
    assert ended(child) == 0
    assert machine.settlements()[0]["authority"] == {"kind": "confirmed", "by": "alice"}


def test_terms_that_change_under_the_question_are_not_answered(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", "--note", "Kept.")
    child.expect_exact("Type pg to record this")
    machine.here("amend", "acme/db", "--text", "Which database, from tomorrow on?")
    child.sendline("pg")
    assert ended(child) == 4
    assert machine.settlements() == []


def test_an_agents_mark_warns_at_a_terminal_and_a_set_one_refuses(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", environ={"SAYSO_AGENT": "cc-17"})
    child.expect_exact("sayso claim")
    assert ended(child) == 5
    child = machine.terminal("answer", "acme/db", "--option", "pg", environ={"CLAUDECODE": "1"})
    child.expect_exact("CLAUDECODE is set")
    child.expect_exact("Type pg to record this")
    child.sendline("pg")
    assert ended(child) == 0
    assert len(machine.settlements()) == 1


def test_hostile_text_in_the_question_cannot_act_on_the_terminal(machine: Machine) -> None:
    text, option = RAISED_ELSEWHERE
    record = {
        "ext": "decisions/0.3",
        "type": "raised",
        "origin": "requester",
        "key": "evil",
        "id": "r:evil",
        "at": "2026-11-03T10:00:00Z",
        "terms": {"text": text, "options": [{"id": option, "label": option}]},
        "terms_rev": 1,
    }
    machine.here("import", "-", stdin=json.dumps(record))
    child = machine.terminal("answer", "evil", "--option", option)
    child.expect(r"Type ([0-9a-f]{4}) to record this")
    assert not any(each in child.before for each in ("\x1b", "\x9b", "\x07", "\u202e"))


def test_records_that_speak_for_the_principal_are_counted_and_asked_for(machine: Machine) -> None:
    machine.here("answer", "acme/db", "--option", "pg", "--unattended", "--terms-rev", "1")
    lines = machine.home.parent / "all.jsonl"
    lines.write_text(machine.here("export").out)
    other = Machine(machine.home.parent / "other")
    for typed, code, held in (("yes", 5, 0), ("import", 0, 2)):
        child = other.terminal("import", str(lines))
        child.expect_exact("1 record speaks for the principal")
        child.expect_exact("Type import to record this")
        child.sendline(typed)
        assert ended(child) == code
        assert len(other.records()) == held
