"""Whether chant may be run in a workspace is asked once, at a terminal; only a typed yes allows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chant_workspaces import make_workspace
from machine import Machine, ended
from sayso_config.settings import load


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    home = tmp_path / "home"
    home.mkdir()
    machine = Machine(home)
    yield machine
    machine.close()


@pytest.mark.parametrize(("typed", "trusted"), [("yes", True), ("y", False), ("", False)])
def test_it_is_asked_while_the_workspace_is_added(machine: Machine, tmp_path: Path, typed: str, trusted: bool) -> None:
    folder = make_workspace(tmp_path / "work", state="asked")

    child = machine.terminal("store", "add", "work", "--path", str(folder))
    child.expect("Type yes to let chant be run there, anything else to leave it: ")
    assert "the workspace's own code" in child.before
    assert "Reading the workspace runs nothing of it" in child.before
    child.sendline(typed)

    assert ended(child) == 0
    assert ("sayso store trust work" in child.before) is not trusted
    (_, work) = load(tmp_path / "home" / "config.toml", {}).settings.stores
    assert (work.path, work.trust) == (str(folder), trusted)


def test_anything_but_the_whole_word_means_the_same_whenever_it_is_asked(machine: Machine, tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "work", state="asked")
    assert machine.here("store", "add", "work", "--path", str(folder)).code == 0

    child = machine.terminal("store", "trust", "work")
    child.expect("Type yes to let chant be run there, anything else to leave it: ")
    child.sendline("y")

    assert ended(child) == 5
    said = " ".join(child.before.split())
    assert "Only the whole word yes, read first and typed, allows it. It is only read until you say otherwise" in said
