"""What the system tells of other processes. Only Linux tells all of it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
_ENDED = frozenset("ZXx")
"""States of a process that has ended, and was not waited for yet."""


def state(process: int) -> tuple[str, str]:
    """The state of a process, and when it began, which tells it from a later one of that number; Linux only."""
    found = _fields(process)
    return (found[0], found[19]) if len(found) > 19 else ("", "")


def session_lives(leader: int, began: str) -> bool:
    """Whether a process lives in the session that was begun by another one, which may have ended.

    Args:
        leader: Number of the process that began it, with `setsid`.
        began: When, as `state` tells it; empty where that is not known.
    """
    try:
        os.killpg(leader, 0)
    except (ProcessLookupError, PermissionError):  # macOS denies a group in which all have ended
        if sys.platform != "linux":
            return False
    if sys.platform != "linux":
        return True
    now = state(leader)[1]
    if now and began and now != began:
        return False  # the number is given to others only once nobody is left of the session
    return any(_lives_in(leader, _fields(each)) for each in _every())


def _lives_in(session: int, fields: list[str]) -> bool:
    return len(fields) > 19 and fields[3] == str(session) and fields[0] not in _ENDED


def _every() -> Iterator[int]:
    try:
        yield from (int(name) for name in (each.name for each in _PROC.iterdir()) if name.isdigit())
    except OSError:
        return


def _fields(process: int) -> list[str]:
    """The fields of its line from the third on: state, parent, group, session and so on."""
    try:
        return (_PROC / str(process) / "stat").read_bytes().decode("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return []
