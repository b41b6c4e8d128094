"""Options of the whole suite."""

import os

import pytest
from hypothesis import settings

# A busy machine is no fault: what is too slow is said by ratios, not by a deadline.
settings.register_profile("sayso", deadline=None)
settings.load_profile("sayso")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pictures are accepted by a person, never by chance."""
    parser.addoption("--accept-pictures", action="store_true", help="accept what the picture tests draw")


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are processors: these tests wait for terminals and servers as much as they compute."""
    return 2 * (os.cpu_count() or 1)
