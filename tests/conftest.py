"""Options of the whole suite."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pictures are accepted by a person, never by chance."""
    parser.addoption("--accept-pictures", action="store_true", help="accept what the picture tests draw")
