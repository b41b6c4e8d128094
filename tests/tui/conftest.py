import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from at_the_keys import Person
from opened import Room, home
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

Fill = Callable[..., Any]
Sit = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture
def inbox(room: Room) -> Iterator[Inbox]:
    with room.inbox() as opened:
        yield opened


@pytest.fixture
def fill(inbox: Inbox) -> Fill:
    """Take records in, as another program would have written them."""

    async def take_in(*records: dict[str, Any]) -> None:
        await home(inbox).take_in([json.dumps(each).encode() for each in records], "import")

    return take_in


@pytest.fixture
def sit(inbox: Inbox) -> Sit:
    """Open the inbox on the screen, and sit down at it."""

    @asynccontextmanager
    async def at_the_screen(
        size: tuple[int, int] = (120, 40), settings: Settings | None = None, **more: Any
    ) -> AsyncIterator[Person]:
        app = SaysoApp(inbox, settings or Settings(), **more)
        async with app.run_test(size=size, notifications=True) as pilot:
            person = Person(pilot)
            await person.rest()
            yield person

    return at_the_screen
