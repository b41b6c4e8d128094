import json
import re

import pytest

from machine import Machine, ended

RAISED_ELSEWHERE = ("Which\x1b]0;mine\x07\x1b[2J?", "a\x1b[8m=\x9b5nhidden\u202e")


def test_what_will_be_written_is_shown_and_the_option_typed(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", "--note", "Four writers.")
    child.expect_exact("Type pg to record this")
    for shown in (
        "Which database?",
        "PostgreSQL",
        "settled · decided · “PostgreSQL” · answered by alice · terms rev 1",
    ):
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


@pytest.mark.parametrize("mark", ["SAYSO_AGENT", "CHANT_STEWARD"])
def test_a_mark_that_was_set_on_purpose_refuses_at_a_terminal_too(machine: Machine, mark: str) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", environ={mark: "cc-17"})
    child.expect_exact("sayso claim")
    assert ended(child) == 5
    assert "Type pg" not in child.before


@pytest.mark.parametrize("mark", ["CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI"])
def test_a_mark_that_a_tool_sets_only_warns_at_a_terminal(machine: Machine, mark: str) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg", environ={mark: "1"})
    child.expect_exact(f"{mark} is set")
    child.expect_exact("Type pg to record this")
    child.sendline("pg")
    assert ended(child) == 0
    (settled,) = machine.settlements()
    assert settled["sayso"]["via"]["kind"] == "cli"
    assert settled["sayso"]["via"]["tty"].startswith("/dev/")


def test_the_word_without_enter_and_then_the_end_writes_nothing(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.expect_exact("Type pg to record this")
    child.send("pg")
    child.sendeof()
    child.sendeof()
    assert ended(child) == 5
    assert machine.settlements() == []


def test_both_questions_are_shown_before_they_are_said_to_be_the_same(machine: Machine) -> None:
    machine.here("raise", "acme/storage", "--text", "Where does the audit log go?")
    for typed in ("acme/storage", None):
        child = machine.terminal("relate", "acme/db", "--same-as", "acme/storage")
        child.expect(r"Type ([0-9a-f]{4}) to record this")
        assert isinstance(child.match, re.Match)
        assert "Which database?" in child.before and "Where does the audit log go?" in child.before
        child.sendline(typed or child.match[1])
        assert ended(child) == (5 if typed else 0)
    (related,) = machine.settlements()
    assert related["relation"] == {"kind": "same_as", "key": "acme/storage"}


def test_when_either_question_changes_meanwhile_they_are_not_said_to_be_the_same(machine: Machine) -> None:
    machine.here("raise", "acme/storage", "--text", "Where does the audit log go?")
    child = machine.terminal("relate", "acme/db", "--same-as", "acme/storage")
    child.expect(r"Type ([0-9a-f]{4}) to record this")
    assert isinstance(child.match, re.Match)
    machine.here("amend", "acme/storage", "--text", "Where do invoices go?")
    child.sendline(child.match[1])
    assert ended(child) == 4
    assert machine.settlements() == []


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
