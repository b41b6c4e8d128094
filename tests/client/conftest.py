from collections.abc import Iterator
from pathlib import Path

import pytest

from opened import Room
from sayso_client.inbox import Inbox


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture
def inbox(room: Room) -> Iterator[Inbox]:
    with room.inbox() as opened:
        yield opened
