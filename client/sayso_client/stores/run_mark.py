"""What stands in the file that a program holds open while it writes for us: which one it is, and since when."""

import os
import time
from datetime import UTC, datetime
from typing import NamedTuple

from sayso_client import processes

_LENGTH = 80
_NO_PROCESS = 1 << 31


class RunMark(NamedTuple):
    """A program that was started, with a session of its own."""

    leader: int
    """Its process, and the number of its session."""
    began: str
    """When that process began, as the system counts it; empty where it does not tell."""
    wall: float

    @property
    def since(self) -> datetime:
        """When it was started."""
        return datetime.fromtimestamp(self.wall, UTC)

    def lives(self) -> bool:
        """Whether it, or anything that it started and that stayed in its session, does."""
        return processes.session_lives(self.leader, self.began)


def write(file: int, leader: int) -> None:
    """Note the program that was started just now, into the open file."""
    began = processes.state(leader)[1]
    os.pwrite(file, f"{leader} {began or '-'} {time.time():.1f}".ljust(_LENGTH - 1).encode() + b"\n", 0)


def read(file: int) -> RunMark | None:
    """What was noted; None when nothing was, or nothing that can be read."""
    try:
        leader, began, wall = os.pread(file, _LENGTH, 0).decode().split()
        found = RunMark(int(leader), "" if began == "-" else began, float(wall))
        found.since  # noqa: B018 - a time that no calendar has is none
    except (OSError, ValueError, OverflowError):
        return None
    return found if 1 < found.leader < _NO_PROCESS else None
