"""A store elsewhere that is one file, so that it outlives the processes that use it; and a process that is killed."""

import asyncio
import fcntl
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from handoff_records import START
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.contract import Append, Batch, Hello, Parcel
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.sync.syncing import Syncing
from sayso_client.verdict import Receipt, ReceiptKind
from sayso_client.via import Via
from sayso_client.vocabulary import Act

STEPS = (
    "greeted",
    "first batch",
    "half of the records",
    "all records",
    "said",
    "being sent",
    "written there",
    "recorded",
    "closing",
)
"""Where the process may be killed, in the order in which it comes there."""


class FileWire:
    """A wire to a file of records, a line each."""

    name, kind, repeatable = "team", "http", True

    def __init__(self, path: Path, killed_at: str) -> None:
        self._path = path
        self._killed_at = killed_at

    def step(self, name: str) -> None:
        """Perhaps the last thing that this process does."""
        if name == self._killed_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def lines(self) -> list[bytes]:
        return self._path.read_bytes().splitlines()

    async def hello(self) -> Hello:
        self.step("greeted")
        return Hello("0-1-2", "team", None, frozenset({"requester", "agent", "principal"}))

    async def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
        at = int(cursor or 0)
        while True:
            lines = self.lines()
            page = lines[at : at + 10]
            at += len(page)
            left = len(lines) - at
            yield Batch(
                tuple(Append(each, START, "serve") for each in page), str(at), 100 * at // len(lines) if left else None
            )
            self.step("first batch")
            if at >= len(lines) // 2:
                self.step("half of the records")
            if not left:
                self.step("all records")
                await asyncio.sleep(0.01)

    async def send(self, parcel: Parcel) -> Receipt:
        self.step("being sent")
        with self._path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if parcel.payload not in self.lines():
                file.write(parcel.payload + b"\n")
                file.flush()
        self.step("written there")
        return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Written.")

    async def resolve(self, parcel: Parcel) -> Receipt | None:
        raise AssertionError("what can be sent again is never read back")

    async def another_key(self) -> bool:
        raise AssertionError("no key is ever refused here")

    async def close(self) -> None:
        self.step("closing")


async def answer_all(ledger_path: Path, store: Path, killed_at: str) -> None:
    """Read the store, answer everything that waits, and send it; to the end, or to where this process is killed."""
    from opened import Clock

    clock = Clock()
    ledger = Ledger(ledger_path, rules=RULES, clock=clock, mint=mint_id)
    wire = FileWire(store, killed_at)
    inbox = Inbox(
        ledger, [ReplicaStore(ledger, "team", "http")], Me("ana"), clock=clock, mint=mint_id, via=Via("inbox")
    )
    ledger.i_am(("ana",), ())
    syncing = Syncing(ledger, [lambda: wire], clock=clock)
    await syncing.once(20)
    from sayso_client.rows import Query

    for row in inbox.after(Query(), None, 100):
        decision = inbox.find(row.ref.key)
        await inbox.record(inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
        wire.step("said")
    await syncing.once(20)
    wire.step("recorded")
    ledger.close()
    print(len(inbox_left(ledger_path)))


def inbox_left(path: Path) -> list[object]:
    """What stands in the outbox."""
    import sqlite3

    with sqlite3.connect(path) as db:
        return db.execute("SELECT id FROM outbox WHERE state <> 'recorded'").fetchall()


if __name__ == "__main__":
    asyncio.run(answer_all(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
