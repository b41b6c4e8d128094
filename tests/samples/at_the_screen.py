"""Somebody at the screen of an inbox, and what they read there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from at_the_keys import Person, text_of
from opened import Room
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp


@asynccontextmanager
async def sitting(
    inbox: Inbox, size: tuple[int, int] = (120, 40), settings: Settings | None = None, **more: Any
) -> AsyncIterator[Person]:
    """Somebody at the screen of that inbox, once it is painted."""
    app = SaysoApp(inbox, settings or Settings(), **more)
    async with app.run_test(size=size, notifications=True) as pilot:
        person = Person(pilot)
        await person.rest()
        yield person


@asynccontextmanager
async def impatient(room: Room, busy_ms: int = 50) -> AsyncIterator[Person]:
    """Somebody whose inbox waits only so long for another process that holds the ledger."""
    with room.ledger(busy_ms=busy_ms) as ledger:
        async with sitting(room.inbox_on(ledger)) as person:
            yield person


def in_a_row(person: Person) -> str:
    """All that can be read, on one line."""
    return " ".join(text_of(person.app).replace("│", " ").split())


def at_the_list(person: Person) -> bool:
    """Whether no sheet is open."""
    return person.app.screen is person.app.screen_stack[0]
