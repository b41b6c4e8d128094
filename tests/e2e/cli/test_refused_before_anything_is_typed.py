"""What a chant workspace does not take is refused at a terminal before a word is asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chant_machine import reader_of_a_workspace
from machine import Machine, ended

PROPOSED = "slice-tier-11f10b8d6fc1"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with reader_of_a_workspace(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--option", "large"), "confirm the proposal"),
        (("--text", "a mid-size one"), "chant takes one of the options that are on offer"),
        (("--option", "small"), "sayso store trust work"),
    ],
)
def test_nothing_is_asked_for_that_cannot_be_recorded(machine: Machine, words: tuple[str, ...], why: str) -> None:
    if "trust" in why:
        assert machine.here("store", "trust", "work", "--take-back").code == 0

    child = machine.terminal("answer", PROPOSED, *words)

    assert ended(child) == 5
    said = " ".join(child.before.split())
    assert why in said
    assert "Type" not in said
    assert "Will be written" not in said
