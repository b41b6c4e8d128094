"""What a program prints on its two channels, as bytes and not more than so many of them."""

import os
import selectors
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

MOST = 4 * 1024 * 1024
"""Bytes on each channel."""

_AT_A_TIME = 1 << 16
_LOOK_S = 0.02
_LAST_WORDS_S = 0.5
"""What it started may hold its channels open after it ended."""


class Printing:
    """What a running program prints."""

    def __init__(self, running: "Popen[bytes]") -> None:
        """Read nothing yet.

        Args:
            running: With pipes on both channels, and not waited for.
        """
        assert running.stdout is not None
        assert running.stderr is not None
        self.out, self.err = bytearray(), bytearray()
        self.too_much = False
        """It printed more than MOST."""
        self._running = running
        self._channels = {running.stdout.fileno(): self.out, running.stderr.fileno(): self.err}

    def follow(self, clock: Callable[[], float], until: float) -> bool:
        """Read until the program has ended, or printed too much. Whether that came in time.

        Args:
            clock: In seconds.
            until: By the clock.
        """
        ended = False
        with selectors.DefaultSelector() as selector:
            for each in self._channels:
                selector.register(each, selectors.EVENT_READ)
            while not self.too_much:
                if not ended and (ended := has_ended(self._running)):
                    until = min(until, clock() + _LAST_WORDS_S)
                if (ended and not selector.get_map()) or clock() >= until:
                    return ended
                self._read(selector)
        return True

    def _read(self, selector: selectors.BaseSelector) -> None:
        if not selector.get_map():
            time.sleep(_LOOK_S)
        for key, _ in selector.select(_LOOK_S):
            chunk = os.read(key.fd, _AT_A_TIME)
            if not chunk:
                selector.unregister(key.fd)
            kept = self._channels[key.fd]
            kept += chunk
            self.too_much = self.too_much or len(kept) > MOST


def has_ended(running: "Popen[bytes]") -> bool:
    """Whether a program has, where the system allows it without letting go of its number."""
    if sys.platform == "darwin":
        return running.poll() is not None
    return os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
