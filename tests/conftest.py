"""Options of the whole suite."""

import pytest
from hypothesis import settings

# A busy machine is no fault: what is too slow is said by ratios, not by a deadline.
settings.register_profile("sayso", deadline=None)
settings.load_profile("sayso")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pictures are accepted by a person, never by chance."""
    parser.addoption("--accept-pictures", action="store_true", help="accept what the picture tests draw")
