"""A process that is killed before each statement of one stroke on the outbox, and what stands on the disk then."""

import asyncio
import itertools
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path

from far_stores import far
from handoff_records import line, raised, settled
from opened import Room
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.outgoing import verdict_of
from sayso_client.overtaken import as_draft
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.via import Via
from sayso_client.vocabulary import Act


async def prepare(room: Room) -> None:
    """An answer of mine that was overtaken waits in the outbox."""
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        there.weather.down = True
        await there.say(replace(blank(there.inbox.find("a", "team"), Act.ANSWER, "pg"), note="Mine."))
        there.weather.down = False
        there.server.add(line(settled("a")))
        await there.sync()


def anew(inbox: Inbox, act: Act) -> Coroutine[object, object, object]:
    decision = inbox.find("a", "team")
    draft = blank(decision, act, "pg" if act is Act.ANSWER else None)
    (one,) = inbox.outbox.all()
    return inbox.record(
        inbox.compose(decision, replace(draft, text="Mine, as a note." if act is Act.NOTE else "")), one.num
    )


def corrected(inbox: Inbox) -> Coroutine[object, object, object]:
    (one,) = inbox.outbox.all()
    verdict = verdict_of(one)
    assert verdict is not None
    draft = as_draft(verdict, inbox.find("a", "team"))
    assert draft is not None
    return inbox.correct(one.num, draft)


STROKES: dict[str, Callable[[Inbox], Coroutine[object, object, object]]] = {
    "answered anew": lambda inbox: anew(inbox, Act.ANSWER),
    "left as a note": lambda inbox: anew(inbox, Act.NOTE),
    "dropped": lambda inbox: inbox.outbox.drop(inbox.outbox.all()[0].num),
    "sent again": lambda inbox: inbox.outbox.send_again(inbox.outbox.all()[0].num),
    "corrected": corrected,
}


def stands(path: Path) -> str:
    """What a process that comes next finds."""
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT words, state FROM outbox ORDER BY num").fetchall()
        drafts = db.execute("SELECT act, aside FROM draft ORDER BY num").fetchall()
    return json.dumps([rows, drafts])


def stroke(path: Path, room: Room, name: str, killed_at: int) -> None:
    """Do it; before the statement of that number this process ends."""
    ledger = Ledger(path, rules=RULES, clock=room.clock, mint=mint_id, loop=False)
    store = ReplicaStore(ledger, "team", "http")
    inbox = Inbox(ledger, [store], Me("ana"), clock=room.clock, mint=mint_id, via=Via("inbox"))
    work = STROKES[name](inbox)
    ledger.write_now(lambda writing: writing.db.set_trace_callback(killer(killed_at)))
    try:
        work.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits for something")


def killer(killed_at: int) -> Callable[[str], None]:
    """Ends this process before the statement of that number."""
    statements = itertools.count()

    def traced(_: str) -> None:
        if next(statements) == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return traced


def every_step(folder: Path, name: str) -> None:
    """Print what stands after each step at which it was killed, and at last when it was not, a line each."""
    room = Room(folder / "whole")
    asyncio.run(prepare(room))
    print(stands(room.path), flush=True)
    for killed_at in itertools.count():
        copy = folder / str(killed_at) / room.path.name
        shutil.copytree(room.path.parent, copy.parent)
        child = os.fork()
        if not child:
            stroke(copy, room, name, killed_at)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(stands(copy), flush=True)
        if not os.WIFSIGNALED(status):
            assert status == 0
            return


if __name__ == "__main__":
    every_step(Path(sys.argv[1]), sys.argv[2])
