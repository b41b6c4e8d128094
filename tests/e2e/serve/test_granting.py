"""Granting a token of the principal: what it allows is shown at a terminal, and a code typed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from machine import Machine, ended


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[me]\nname = "alice"\n')
    machine = Machine(home)
    yield machine
    machine.close()


WORDS = ("serve", "token", "add", "alice", "--origin", "principal", "--assistant", "desk")


def test_what_it_allows_is_shown_and_a_code_typed(machine: Machine) -> None:
    child = machine.terminal(*WORDS)
    child.expect(r"Type ([0-9a-f]{4}) to record this")
    assert isinstance(child.match, re.Match)
    for shown in ("write in home as principal", "decide in the name of alice", "desk decided", "counts as decided"):
        assert shown in child.before
    child.sendline(child.match[1])
    child.expect(r"sayso_[A-Za-z0-9_-]{43}")
    assert ended(child) == 0
    (made,) = machine.here("serve", "token", "list", "--json").documents
    assert (made["name"], made["asked"]) == ("alice", True)


@pytest.mark.parametrize("typed", ["yes", ""])
def test_anything_else_grants_nothing(machine: Machine, typed: str) -> None:
    child = machine.terminal(*WORDS)
    child.expect(r"Type ([0-9a-f]{4}) to record this")
    child.sendline(typed)
    assert ended(child) == 5
    assert machine.here("serve", "token", "list").out == ""
