from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chant_desk import objects_of
from chant_workspaces import make_workspace

CHANTS_OWN = Path(__file__).parents[4] / "shared" / "fixtures" / "chant"

# chant's own files are no part of this project; where they lie beside it, one module reads them.
collect_ignore = [] if CHANTS_OWN.is_dir() else ["test_against_chants_own_files.py"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace whose questions were asked, and none answered by people yet."""
    return make_workspace(tmp_path / "work", state="asked")


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Path]:
    """A file that the stand-in waits for to go."""
    there = tmp_path / "gate"
    there.touch()
    yield there
    there.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a workspace holds in the end, as the seam has it."""
    return objects_of(make_workspace(tmp_path_factory.mktemp("w") / "w", state="final"))
