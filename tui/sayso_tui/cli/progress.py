"""How far something long has come, on one line of stderr, while a person looks at it."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

SHOWN_AFTER_S = 0.5
"""What is done sooner says nothing."""
_EVERY_S = 0.1


class Progress:
    """Nothing is painted unless the stream is a terminal, and the line is gone at the end."""

    def __init__(self, stream: TextIO | None = None, after_s: float = SHOWN_AFTER_S) -> None:
        """Nothing is painted yet.

        Args:
            stream: Where to paint; stderr by default.
            after_s: So many seconds are waited first.
        """
        self._stream = stream or sys.stderr
        self._paints = self._stream is not None and self._stream.isatty()
        self._next = time.monotonic() + after_s
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            self._paint("")

    def show(self, what: str, done: int, total: int) -> None:
        """Say what is going on, in our own words, and how much of it is done; a total of 0 means that nobody knows."""
        if self._paints and time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY_S
            self._paint(f"{what}: {100 * done // total} %" if total else f"{what} …")

    def _paint(self, line: str) -> None:
        self._stream.write(f"\r{' ' * self._width}\r{line}")
        self._stream.flush()
        self._width = len(line)
