"""Every verb that speaks for the principal, and every reason why it does not."""

import json
import shutil
from pathlib import Path

import pytest

from command_line import Sayso
from sayso_tui.cli.agents import ALWAYS, USUAL

VERBS = [("answer", "--option", "pg"), ("confirm",), ("dismiss",), ("retract",), ("relate", "--same-as", "twin")]
SETTLED = {
    "ext": "decisions/0.3",
    "type": "settled",
    "origin": "principal",
    "key": "acme/db",
    "id": "s",
    "at": "2026-11-03T10:00:00Z",
    "outcome": "decided",
    "answer": {"text": "PostgreSQL"},
    "authority": {"kind": "principal", "by": "alice"},
    "terms_rev": 1,
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that the verbs need: a proposal to confirm, an answer to take back, another question."""
    alice = Sayso(tmp_path_factory.mktemp("prepared") / "home").named()
    alice.ask("twin")
    alice.ask("acme/db")
    alice("propose", "acme/db", "--option", "pg", "--model", "bosun")
    assert alice.settle("answer", "acme/db", "--option", "sqlite").code == 0
    return alice.home


@pytest.fixture
def asked(sayso: Sayso, prepared: Path) -> Sayso:
    """A home of its own with all that."""
    shutil.copytree(prepared, sayso.home)
    return sayso


def nameless(sayso: Sayso) -> None:
    (sayso.home / "config.toml").write_text("[ui]\nmouse = false\n")


def wrote_nothing(sayso: Sayso) -> bool:
    return len(list(sayso.settlements())) == 1


@pytest.mark.parametrize("verb", VERBS)
def test_unattended_with_the_revision_that_stands_it_is_written_and_says_so(
    asked: Sayso, verb: tuple[str, ...]
) -> None:
    assert asked.settle(verb[0], "acme/db", *verb[1:]).code == 0
    via = list(asked.settlements())[-1]["sayso"]["via"]
    assert (via["kind"], "tty" in via) == ("unattended", False)


@pytest.mark.parametrize("verb", VERBS)
def test_without_a_terminal_nothing_is_decided_and_the_refusal_names_claim_and_never_the_flag(
    asked: Sayso, verb: tuple[str, ...]
) -> None:
    for words in ((), ("--terms-rev", "1")):
        ran = asked(verb[0], "acme/db", *verb[1:], *words)
        assert (ran.code, ran.out) == (5, "")
        assert "sayso claim" in ran.err and "unattended" not in ran.err
    assert wrote_nothing(asked)


@pytest.mark.parametrize("verb", VERBS)
def test_unattended_needs_the_revision_that_is_meant(asked: Sayso, verb: tuple[str, ...]) -> None:
    ran = asked(verb[0], "acme/db", *verb[1:], "--unattended")
    assert (ran.code, wrote_nothing(asked)) == (2, True)
    assert "--terms-rev" in ran.err


@pytest.mark.parametrize("rev", [0, 2, -1])
@pytest.mark.parametrize("verb", VERBS)
def test_another_revision_than_the_one_meant_ends_with_4(asked: Sayso, verb: tuple[str, ...], rev: int) -> None:
    ran = asked.settle(verb[0], "acme/db", *verb[1:], rev=rev)
    assert (ran.code, wrote_nothing(asked)) == (4, True)
    assert "1 stands now" in ran.err


@pytest.mark.parametrize("mark", [*ALWAYS, *USUAL])
@pytest.mark.parametrize("verb", VERBS)
def test_an_agents_shell_decides_nothing(asked: Sayso, verb: tuple[str, ...], mark: str) -> None:
    ran = asked.settle(verb[0], "acme/db", *verb[1:], environ={mark: "1"})
    assert (ran.code, ran.out, wrote_nothing(asked)) == (5, "", True)
    assert mark in ran.err and "sayso claim" in ran.err and "unattended" not in ran.err


@pytest.mark.parametrize("mark", [*ALWAYS, *USUAL])
def test_a_mark_that_is_empty_marks_nothing(asked: Sayso, mark: str) -> None:
    assert asked.settle("dismiss", "acme/db", environ={mark: ""}).code == 0


@pytest.mark.parametrize("verb", VERBS)
def test_who_has_no_name_decides_nothing_and_is_told_how_to_get_one(asked: Sayso, verb: tuple[str, ...]) -> None:
    nameless(asked)
    ran = asked.settle(verb[0], "acme/db", *verb[1:])
    assert (ran.code, wrote_nothing(asked)) == (2, True)
    assert "sayso config set me.name NAME" in ran.err
    assert asked.settle(verb[0], "acme/db", *verb[1:], "--by", "eve").code == 2


@pytest.mark.parametrize("verb", VERBS[:3])
def test_a_withdrawn_decision_is_not_settled(alice: Sayso, verb: tuple[str, ...]) -> None:
    alice.ask()
    alice("propose", "acme/db", "--option", "pg", "--model", "bosun")
    alice("withdraw", "acme/db", "--reason", "not_needed")
    ran = alice.settle(verb[0], "acme/db", *verb[1:])
    assert (ran.code, list(alice.settlements())) == (4, [])
    assert "withdrawn" in ran.err


@pytest.mark.parametrize("verb", VERBS)
def test_a_read_only_call_decides_nothing(asked: Sayso, verb: tuple[str, ...]) -> None:
    words = (verb[0], "acme/db", *verb[1:], "--unattended", "--terms-rev", "1")
    assert asked("--read-only", *words).code == 5
    assert wrote_nothing(asked)


def test_a_read_only_call_reads_and_asks_nothing(asked: Sayso) -> None:
    assert asked("--read-only", "raise", "x", "--text", "So?").code == 5
    assert asked("--read-only", "relate", "acme/db", "--derived-from", "urn:x:1").code == 5
    assert asked("--read-only", "list").code == 0
    assert [each["key"] for each in asked("list", "--view", "all", "--json").documents] == ["twin", "acme/db"]


@pytest.mark.parametrize("mark", [None, *ALWAYS, *USUAL])
def test_records_that_speak_for_the_principal_are_not_taken_in_from_just_anybody(
    alice: Sayso, mark: str | None
) -> None:
    words = ("--unattended",) if mark else ()
    ran = alice("import", "-", *words, stdin=json.dumps(SETTLED), environ={mark: "1"} if mark else {})
    assert (ran.code, ran.out, alice.records()) == (5, "", [])
    assert "sayso claim" in ran.err and "unattended" not in ran.err
    assert alice("import", "-", "--unattended", stdin=json.dumps(SETTLED)).code == 0


def test_an_agent_may_always_report_what_it_heard(alice: Sayso) -> None:
    alice.ask()
    ran = alice("claim", "acme/db", "--option", "pg", "--basis", "session 42", environ={"SAYSO_AGENT": "1"})
    assert (ran.code, list(alice.settlements())) == (0, [])
