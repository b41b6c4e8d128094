"""Two people, or one at two machines, with a ledger each and one store between them that is really served."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from at_the_keys import Person, text_of
from opened import Room
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, open_inbox
from sayso_client.verdict import Receipt
from sayso_client.via import Via
from sayso_client.vocabulary import Act
from sayso_config.model import Me, Secret, Settings, StoreSetting
from served import Served

TEAM = "team"


def variable(name: str) -> str:
    """In which variable somebody's key stands."""
    return f"TEAM_TOKEN_OF_{name.upper()}"


async def let_in(server: Served, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Give each a key, as people have theirs."""
    for name in names:
        monkeypatch.setenv(
            variable(name), await server.grant(name, "requester", "principal", assistant="desk-assistant")
        )


@contextmanager
def desk(folder: Path, url: str, name: str = "ana") -> Iterator[Inbox]:
    """An inbox with a store of its own, "home", and the served one as "team"; the key is in a variable."""
    key = Secret("env", (variable(name),))
    stores = (StoreSetting("home"), StoreSetting(TEAM, "http", url=url, key=key))
    settings = Settings(me=Me(name, "desk-assistant"), stores=stores)
    inbox = open_inbox(Room(folder).path, settings, via=Via("inbox"))
    try:
        yield inbox
    finally:
        inbox.close()


async def answered(inbox: Inbox, key: str, option: str) -> Receipt:
    """Answer at a desk without a screen; the answer stands in its outbox."""
    decision = inbox.find(key, TEAM)
    return await inbox.record(inbox.compose(decision, blank(decision, Act.ANSWER, option)))


async def painted(person: Person, there: str | Callable[[str], bool], patience: int = 600) -> str:
    """Wait until it stands on the screen; all of it on one line."""
    fits = (lambda text: there in text) if isinstance(there, str) else there
    for _ in range(patience):
        text = shown(person)
        if fits(text):
            return text
        await person.pilot.pause(0.005)
    raise AssertionError(f"never painted: {there}\n{text_of(person.app)}")


def shown(person: Person) -> str:
    """What stands on the screen, on one line."""
    return " ".join(text_of(person.app).replace("│", " ").replace("▎", " ").split())


def said(found: Any) -> list[tuple[str, str]]:
    """(key, stage) of what stands in an outbox."""
    return [(each.ref.key, str(each.stage)) for each in found.outbox.all()]
