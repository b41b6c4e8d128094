from pathlib import Path

import pytest

from opened import Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Where there is no ledger yet: how one is made is shown here."""
    return Room(tmp_path)
