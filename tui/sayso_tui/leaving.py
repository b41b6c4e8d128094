"""Being asked to leave by the system, a terminal that is gone, and screens that are taken away."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from textual.message import Message
from textual.screen import Screen

ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT") if hasattr(signal, name))
"""The signals that ask a program to end, as far as this system has them."""
PATIENCE = 10.0
"""Seconds from being asked until the program ends, whatever it is busy with."""


def is_left(screen: Screen[Any]) -> bool:
    """Whether it, or all of sayso, is being taken away: what was in it may be gone, while it still hears of things."""
    return not (screen.app.is_running and screen.is_attached) or screen not in screen.app.screen_stack


class AskedToLeave(Message):
    """The system wants sayso to end. It stands in the queue behind the keys that were pressed before it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    @property
    def exit_code(self) -> int:
        """As a shell tells it."""
        return exit_code(self.number)


def exit_code(number: int) -> int:
    """The exit code after the signal of that number, as a shell tells it."""
    return 128 + number


def heed(ask: Callable[[int], None], give_up: Callable[[int], None]) -> None:
    """From now on signals that ask to end call `ask`, and `give_up` when the program is still there much later.

    A signal that whoever started the program wanted ignored (nohup) stays ignored.
    """
    loop = asyncio.get_running_loop()

    def asked(number: int) -> None:
        ask(number)
        loop.call_later(PATIENCE, give_up, number)

    for number in ASKING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, asked, number)


class Output:
    """The terminal as a file to write to. When it is gone, what is written goes nowhere, and nobody waits for it."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write; all of it is taken, always."""
        try:
            return self._file.write(text)
        except OSError:
            self._forget()
            return len(text)

    def flush(self) -> None:
        """Flush."""
        try:
            self._file.flush()
        except OSError:
            self._forget()

    def fileno(self) -> int:
        """The number of the file below."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Whether the file below is a terminal."""
        return self._file.isatty()

    def _forget(self) -> None:
        # What the file still holds is flushed when the interpreter ends, and would fail again there.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._file.fileno())
