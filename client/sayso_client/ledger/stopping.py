"""Stopping (ctrl+z) between two write transactions, never within one.

A process that is stopped keeps its locks, and all others would wait for it.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE_S = 6.0
"""A write that takes longer waits itself, for a lock of another process, and holds up nobody."""

_changed = threading.Condition(threading.RLock())
_writing: list[int] = []
"""The threads of this process that are within a write, whatever the ledger."""
_stopping = 0
_later: list[Callable[[], None]] = []


@contextmanager
def a_write() -> Iterator[None]:
    """This thread writes until the block ends. It begins when nobody is about to stop the process."""
    me = threading.get_ident()
    with _changed:
        _changed.wait_for(lambda: not _stopping, PATIENCE_S)
        _writing.append(me)
    try:
        yield
    finally:
        with _changed:
            _writing.remove(me)
            _changed.notify_all()
            stops = _later[:] if me not in _writing else []
            del _later[: len(stops)]
        for stop in stops:
            between_writes(stop)


def between_writes(stop: Callable[[], None]) -> None:
    """Stop while nobody in this process writes; blocks until then. In the middle of a write of this thread: after it.

    Args:
        stop: Returns when the process goes on.
    """
    global _stopping
    with _changed:
        if threading.get_ident() in _writing:
            _later.append(stop)
            return
        _stopping += 1
        _changed.wait_for(lambda: not _writing, PATIENCE_S)
    try:
        stop()
    finally:
        with _changed:
            _stopping -= 1
            _changed.notify_all()
