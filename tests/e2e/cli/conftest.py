import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Sayso
from machine import Machine


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of alice with a question in it."""
    home = tmp_path_factory.mktemp("prepared") / "home"
    home.mkdir()
    (home / "config.toml").write_text('[me]\nname = "alice"\nassistant = "desk"\n')
    words = ("--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "sqlite=SQLite")
    assert Sayso(home)("raise", "acme/db", *words).code == 0
    return home


@pytest.fixture
def machine(tmp_path: Path, prepared: Path) -> Iterator[Machine]:
    machine = Machine(shutil.copytree(prepared, tmp_path / "home"))
    yield machine
    machine.close()
