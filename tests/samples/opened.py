"""An inbox on a real ledger for tests, with a clock that stands still; and other processes that use the same file."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from handoff_records import START
from sayso_client.draft import Draft
from sayso_client.inbox import Inbox, mint_id, open_inbox
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.local import LocalStore
from sayso_client.stores.rules import RULES
from sayso_client.verdict import Receipt
from sayso_client.via import Via
from sayso_config.model import Me as Named
from sayso_config.model import Settings, StoreSetting


class Clock:
    """Half an hour after the sample records begin; it moves only when told to."""

    def __init__(self) -> None:
        self.now = START + timedelta(minutes=30)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        """As `timedelta` takes it: forward(minutes=5)."""
        self.now += timedelta(**by)


class Room:
    """Where one ledger lies, and ways to open it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "data" / "ledger.db"
        self.clock = Clock()

    def settings(self, name: str | None, assistant: str | None, stores: Sequence[str]) -> Settings:
        """As a configuration file would give them."""
        return Settings(me=Named(name, assistant), stores=tuple(StoreSetting(each) for each in stores))

    @contextmanager
    def inbox(
        self,
        name: str | None = "ana",
        assistant: str | None = "desk-assistant",
        stores: Sequence[str] = ("home",),
        *,
        read_only: bool = False,
        principal: bool = True,
    ) -> Iterator[Inbox]:
        """As the terminal inbox opens it."""
        inbox = open_inbox(
            self.path,
            self.settings(name, assistant, stores),
            via=Via("inbox", "desk", "/dev/pts/3"),
            clock=self.clock,
            read_only=read_only,
            principal=principal,
        )
        try:
            yield inbox
        finally:
            inbox.close()

    @contextmanager
    def ledger(self, *, busy_ms: int = 5_000, read_only: bool = False) -> Iterator[Ledger]:
        """The file alone."""
        ledger = Ledger(self.path, rules=RULES, clock=self.clock, mint=mint_id, busy_ms=busy_ms, read_only=read_only)
        try:
            yield ledger
        finally:
            ledger.close()

    def inbox_on(self, ledger: Ledger) -> Inbox:
        """An inbox on a ledger that was opened in a special way. Close the ledger, not the inbox."""
        stores = [LocalStore(ledger, "home")]
        return Inbox(ledger, stores, Me("ana", "desk-assistant"), clock=self.clock, mint=mint_id, via=Via("inbox"))

    def begin_with(self, empty: Path) -> Self:
        """Lay out a copy of a ledger that was made elsewhere, with the rights that the program would give it."""
        self.path.parent.mkdir(mode=0o700)
        shutil.copy(empty, self.path)
        return self

    def make(self) -> Path:
        """See that there is an empty ledger, closed again."""
        with self.ledger():
            return self.path


def home(inbox: Inbox, name: str = "home") -> LocalStore:
    """The local store of that name."""
    store = inbox.store(name)
    assert isinstance(store, LocalStore)
    return store


async def say(inbox: Inbox, draft: Draft) -> Receipt:
    """What ctrl+s does in a sheet: compose once, record."""
    return await inbox.record(inbox.compose(inbox.find(draft.ref.key, draft.ref.store), draft))


def program(code: str, *arguments: object) -> list[str]:
    """A command line that runs `code` in a Python of its own."""
    return [sys.executable, "-c", code, *map(str, arguments)]


def environment() -> dict[str, str]:
    """Variables under which another Python finds the same packages and these samples."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}


def run_elsewhere(code: str, *arguments: object) -> str:
    """Run `code` in another process to its end; what it printed."""
    done = subprocess.run(
        program(code, *arguments), env=environment(), capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def running_elsewhere(code: str, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """Another process that has printed its first line; it is told to go on by closing its stdin, at the latest here."""
    with subprocess.Popen(
        program(code, *arguments), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline().strip() == "ready"
        try:
            yield other
        finally:
            if not other.stdin.closed:
                other.stdin.close()
            assert other.wait(timeout=30) == 0


TAKE_IN = """
import asyncio, sys
from pathlib import Path
from opened import Room, home
room = Room(Path(sys.argv[1]))
with room.inbox() as inbox:
    told = asyncio.run(home(inbox).take_in([each.encode() for each in sys.argv[2:]], "import"))
    print(told.new)
"""
"""Arguments: the room's folder, then records. Appends them and prints how many were new."""

LOCK = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("ready", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
db.close()
"""
"""Argument: the ledger. Holds its write lock until stdin closes."""


def utc(*when: int) -> datetime:
    """An aware time in UTC."""
    return datetime(*when, tzinfo=UTC)  # type: ignore[arg-type, misc]  # year, month, day, …
