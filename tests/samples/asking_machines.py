"""Machines whose agents ask in one store elsewhere, which is served on a Unix socket and can come and go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from command_line import Ran, Sayso
from opened import Room
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.local import LocalStore
from served import Served, served

TERMS = ("--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "lite=SQLite", "--by", "cc-17")


@dataclass(frozen=True)
class Team:
    """The store, which answers inside `there()` only."""

    folder: Path
    socket: Path

    @asynccontextmanager
    async def there(self) -> AsyncIterator[Served]:
        """While the block runs, it answers."""
        async with served(Room(self.folder / "theirs"), path=self.socket) as server:
            yield server

    def held(self) -> list[Any]:
        """The records that it holds, in the order in which they came."""
        with Room(self.folder / "theirs").ledger() as ledger:
            return [each.value for each in LocalStore(ledger, "home").every_record()]

    def types(self) -> list[str]:
        """Of these records."""
        return [each["type"] for each in self.held()]

    def machine(self, name: str) -> "Desk":
        """One more that has subscribed to it."""
        sayso = Sayso(self.folder / name).named()
        ran = sayso("store", "add", "team", "--socket", str(self.socket))
        assert ran.code == 0, ran.err
        return Desk(sayso)


@dataclass(frozen=True)
class Desk:
    """The command line of one machine; each call is a process of its own as far as sayso can tell."""

    sayso: Sayso

    async def __call__(self, *words: str) -> Ran:
        """From another thread: the server that is called lives in this one."""
        return await asyncio.to_thread(self.sayso, *words)

    async def ask(self, key: str, *terms: str) -> Ran:
        """Raise it in the store elsewhere."""
        return await self("raise", key, *(terms or TERMS), "--store", "team")

    async def outbox(self) -> list[tuple[str, str]]:
        """What was said, and how far it has come."""
        return [(each["said"], each["stage"]) for each in (await self("list", "--outbox", "--json")).documents]

    @asynccontextmanager
    async def ledger(self) -> AsyncIterator[Ledger]:
        """Its ledger."""
        with Room(self.sayso.home).ledger() as ledger:
            yield ledger
