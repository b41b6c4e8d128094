"""Whose turn it is to write, within this process. What a person says goes before what comes from elsewhere."""

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sayso_client.ledger.stopping import a_write

_LOOK_S = 0.0005


class Turns:
    """One writes at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._guard = threading.Lock()
        self._people = 0

    @contextmanager
    def turn(self, *, background: bool = False) -> Iterator[None]:
        """Mine, until the block ends.

        Args:
            background: It is one of many short turns, before each of which everybody else has theirs.
        """
        if background:
            while self._people:
                time.sleep(_LOOK_S)
            self._lock.acquire()
        else:
            self._counted(1)
            try:
                self._lock.acquire()
            finally:
                self._counted(-1)
        paused = background and gc.isenabled()
        if paused:
            # It may take longer than the turn, and can have its time between two of them.
            gc.disable()
        try:
            with a_write():
                yield
        finally:
            if paused:
                gc.enable()
            self._lock.release()

    def _counted(self, more: int) -> None:
        with self._guard:
            self._people += more
