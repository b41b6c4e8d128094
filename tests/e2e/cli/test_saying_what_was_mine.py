"""What is marked "not from here" is said to be mine at a terminal, by a code; no script and no agent says it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import handoff_decisions as h
from machine import Machine, ended

WORD = r"Type (\S+) to say that it was you, anything else to leave it: "


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    home = tmp_path / "home"
    home.mkdir()
    machine = Machine(home)
    machine.here.named("ana")
    records = [h.raised(), {**h.raised(), "key": "k2", "id": "r:k2"}, h.settled(), {**h.settled(), "key": "k2"}]
    lines = "\n".join(json.dumps(each) for each in records)
    assert machine.here("import", "-", "--unattended", stdin=lines).code == 0
    yield machine
    machine.close()


def marked(machine: Machine) -> list[str]:
    return [each["key"] for each in machine.here("list", "--view", "not-from-here", "--json").documents]


def test_one_is_said_to_be_mine_by_a_code_and_no_record_is_written(machine: Machine) -> None:
    before = machine.records()
    assert sorted(marked(machine)) == sorted([h.KEY, "k2"])
    child = machine.terminal("mine", h.KEY)
    child.expect(WORD)
    assert "nothing is sent" in child.before
    child.sendline(child.match.group(1))
    assert ended(child) == 0
    assert "was settled by you" in child.before
    assert (marked(machine), machine.records()) == (["k2"], before)


def test_another_word_leaves_it_marked(machine: Machine) -> None:
    child = machine.terminal("mine", h.KEY)
    child.expect(WORD)
    child.sendline("yes")
    assert ended(child) == 5
    assert len(marked(machine)) == 2


def test_all_that_is_listed_is_said_to_be_mine_at_once(machine: Machine) -> None:
    child = machine.terminal("mine", "--all")
    child.expect(WORD)
    assert h.KEY in child.before and "k2" in child.before
    child.sendline(child.match.group(1))
    assert ended(child) == 0
    assert marked(machine) == []
    assert machine.here("mine", "--all", environ={}).code == 5


def test_neither_a_script_nor_an_agent_says_it(machine: Machine) -> None:
    for words in (("mine", h.KEY), ("mine", "--all")):
        ran = machine.here(*words)
        assert (ran.code, "Only the principal says what was theirs" in ran.err) == (5, True)
    child = machine.terminal("mine", h.KEY, environ={"SAYSO_AGENT": "cc-17"})
    assert ended(child) == 5
    assert len(marked(machine)) == 2


@pytest.mark.parametrize("words", [("mine",), ("mine", "k2", "--all")])
def test_one_key_or_all_is_said_and_not_both(machine: Machine, words: tuple[str, ...]) -> None:
    assert machine.here(*words).code == 2
