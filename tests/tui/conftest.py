import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest

from at_the_keys import Person
from at_the_screen import sitting
from opened import home
from sayso_client.inbox import Inbox

Fill = Callable[..., Any]
Sit = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def fill(inbox: Inbox) -> Fill:
    """Take records in, as another program would have written them."""

    async def take_in(*records: dict[str, Any]) -> None:
        await home(inbox).take_in([json.dumps(each).encode() for each in records], "import")

    return take_in


@pytest.fixture
def sit(inbox: Inbox) -> Sit:
    """Open the inbox on the screen, and sit down at it."""

    return partial(sitting, inbox)
