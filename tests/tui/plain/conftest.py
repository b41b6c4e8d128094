import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from opened import home
from sayso_client.inbox import Inbox
from typist import Typed, Typist

Talk = Callable[..., str]
Raise = Callable[..., None]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def take(inbox: Inbox) -> Raise:
    """Take records in, as another program would have written them."""

    def take_in(*records: dict[str, Any]) -> None:
        asyncio.run(home(inbox).take_in([json.dumps(each).encode() for each in records], "import"))

    return take_in


@pytest.fixture
def talk(inbox: Inbox) -> Talk:
    """Type these lines at the plain inbox; all that was said."""

    def all_lines(*lines: Typed, **more: Any) -> str:
        return Typist(inbox, lines, **more).talk()

    return all_lines


@pytest.fixture
def settlements(inbox: Inbox) -> Callable[[], list[Any]]:
    """What was recorded for the principal, oldest first."""

    def found() -> list[Any]:
        values = [each.value for each in home(inbox).every_record()]
        return [each for each in values if isinstance(each, dict) and each["origin"] == "principal"]

    return found
