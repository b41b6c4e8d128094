import shutil
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
def alice(sayso: Sayso, empty_ledger: Path) -> Sayso:
    """The command line of a principal who has a name and an assistant, and decided nothing yet."""
    sayso.named()
    shutil.copy(empty_ledger, sayso.home)
    return sayso
