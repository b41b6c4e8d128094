"""Options of the whole suite, and an inbox on a ledger of its own."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from opened import Room
from sayso_client.inbox import Inbox

# Hundreds of programs are started, and every test module is rewritten by pytest: each is compiled once, as it is where
# sayso is installed, whatever PYTHONDONTWRITEBYTECODE says.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A busy machine is no fault: what is too slow is said by ratios, not by a deadline.
settings.register_profile("sayso", deadline=None)
settings.load_profile("sayso")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pictures are accepted by a person, never by chance."""
    parser.addoption("--accept-pictures", action="store_true", help="accept what the picture tests draw")


def pytest_xdist_auto_num_workers() -> int:
    """Three for each processor: these tests wait for terminals, disks and servers more than they compute."""
    return 3 * (os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """Never look for garbage among the tests themselves and what they import: it stays until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that holds nothing; a copy of it is laid out in a tenth of the time that another takes."""
    return Room(tmp_path_factory.mktemp("empty")).make()


@pytest.fixture
def room(tmp_path: Path, empty_ledger: Path) -> Room:
    """Where an empty ledger lies."""
    return Room(tmp_path).begin_with(empty_ledger)


@pytest.fixture
def inbox(room: Room) -> Iterator[Inbox]:
    """An inbox on it."""
    with room.inbox() as opened:
        yield opened
