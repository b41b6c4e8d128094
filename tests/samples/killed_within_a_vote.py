"""A process that is killed before each statement of the last vote that is needed, and what stands on the disk then."""

import itertools
import json
import os
import shutil
import sqlite3
import sys
from pathlib import Path

from chant_desk import ChantDesk, chant_desk, objects_of
from chant_workspaces import make_workspace
from killed_within import killer
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.rules import RULES

BOTH = "two-people-05bf15a516ef"


def stands(path: Path) -> str:
    """What a process that comes next finds."""
    with sqlite3.connect(path) as db:
        votes = db.execute("SELECT who, state FROM vote ORDER BY num").fetchall()
        (parcels,) = db.execute("SELECT count(*) FROM outbox").fetchone()
    return json.dumps([votes, parcels])


def vote(path: Path, room: Room, who: str, killed_at: int | None) -> None:
    """Answer; before the statement of that number this process ends."""
    desk = ChantDesk(room, Ledger(path, rules=RULES, clock=room.clock, mint=mint_id, loop=False), None)
    work = desk.inbox.record(desk.verdict(blank(desk.see(BOTH), Act.ANSWER, "postgres"), who))
    if killed_at is not None:
        traced = killer(killed_at)
        desk.ledger.write_now(lambda writing: writing.db.set_trace_callback(traced))
    try:
        work.send(None)
    except StopIteration:
        desk.ledger.close()
        return
    raise AssertionError("it waits for something")


def every_step(folder: Path) -> None:
    """Print what stands after each step at which it was killed, and at last when it was not, a line each."""
    room = Room(folder / "whole")
    with chant_desk(room, objects_of(make_workspace(folder / "w", git=False, state="final"))):
        pass
    vote(room.path, room, "alice", None)
    print(stands(room.path), flush=True)
    for killed_at in itertools.count():
        copy = folder / str(killed_at) / room.path.name
        shutil.copytree(room.path.parent, copy.parent)
        child = os.fork()
        if not child:
            vote(copy, room, "carol", killed_at)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(stands(copy), flush=True)
        if not os.WIFSIGNALED(status):
            assert status == 0
            return


if __name__ == "__main__":
    every_step(Path(sys.argv[1]))
