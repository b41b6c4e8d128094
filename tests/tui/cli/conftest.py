from pathlib import Path

import pytest

from command_line import Sayso


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def sayso(tmp_path: Path) -> Sayso:
    return Sayso(tmp_path / "home")


@pytest.fixture
def alice(sayso: Sayso) -> Sayso:
    """The command line of a principal who has a name and an assistant."""
    return sayso.named()
