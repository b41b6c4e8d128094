"""Where several people have to say the same, the challenge tells whether anything goes to chant by this one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chant_machine import reader_of_a_workspace
from machine import Machine, ended

BOTH = "two-people-05bf15a516ef"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with reader_of_a_workspace(tmp_path) as made:
        yield made


def test_the_first_is_told_that_nothing_goes_out_and_the_last_in_whose_names_it_does(machine: Machine) -> None:
    first = machine.terminal("answer", BOTH, "--option", "sqlite", "--by", "carol")
    first.expect_exact("Type sqlite to record this")
    said = " ".join(first.before.split())
    assert "Will be written to work: nothing yet: “sqlite”, answered by carol, is kept here · 1 of 2" in said
    assert "settled" not in said
    first.sendline("sqlite")
    assert ended(first) == 0

    last = machine.terminal("answer", BOTH, "--option", "sqlite")
    last.expect_exact("Type sqlite to record this")
    said = " ".join(last.before.split())
    assert "carol sqlite" in said
    assert "Will be written to work: settled · decided · “sqlite” · answered by carol, alice · 2 of 2" in said
    last.sendeof()
    assert ended(last) == 5
