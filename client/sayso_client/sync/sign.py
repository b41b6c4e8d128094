"""A sign of life: what the process that keeps in touch with a store writes into the lock's file, again and again.

Nothing is committed for it, so nobody is woken. A process that is stopped (ctrl+z) keeps its locks and says nothing.
"""

import os
import time
from datetime import UTC, datetime
from typing import NamedTuple

from sayso_client import processes

EVERY_S = 5.0
"""So often it is written."""
SILENT_S = 15.0
"""After so long without one, nobody is known to be at work there."""
_LENGTH = 80


class Sign(NamedTuple):
    """What was read. Of a process that wrote none, such as one of an earlier sayso, nothing is known."""

    process: int
    began: str
    """When the process began, as the system counts it; empty where it does not tell."""
    monotonic: float
    wall: float

    @property
    def told(self) -> datetime:
        """When it was written."""
        return datetime.fromtimestamp(self.wall, UTC)

    def is_silent(self) -> bool:
        """Whether it is too old, or its process is stopped at this moment."""
        # Of the two clocks one stands still while the machine sleeps, and the other may be set.
        ages = [age for age in (time.monotonic() - self.monotonic, time.time() - self.wall) if age >= 0]
        return min(ages, default=0.0) > SILENT_S or _is_stopped(self.process, self.began)


def write(file: int) -> None:
    """Give one, into the open file."""
    began = processes.state(os.getpid())[1]
    text = f"{os.getpid()} {began or '-'} {time.monotonic():.1f} {time.time():.1f}"
    os.pwrite(file, text.ljust(_LENGTH - 1).encode() + b"\n", 0)


def read(file: int) -> Sign | None:
    """The last one; None when there is none that can be read."""
    try:
        process, began, monotonic, wall = os.pread(file, _LENGTH, 0).decode().split()
        found = Sign(int(process), "" if began == "-" else began, float(monotonic), float(wall))
        found.told  # noqa: B018 - a time that no calendar has is none
    except (OSError, ValueError, OverflowError):
        return None
    return found


def _is_stopped(process: int, began: str) -> bool:
    state, since = processes.state(process)
    return bool(began) and since == began and state in ("T", "t")
