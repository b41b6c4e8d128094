from collections.abc import Iterator
from pathlib import Path

import pytest

from machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path / "home")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text('[me]\nname = "alice"\nassistant = "desk"\n')
    words = ("--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "sqlite=SQLite")
    assert machine.here("raise", "acme/db", *words).code == 0
    yield machine
    machine.close()
