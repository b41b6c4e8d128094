"""Lines out, lines in: what the plain inbox says to a person, and what the person types."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO

from sayso_client.text import plain, unsafe
from sayso_tui.widgets.pane.blocks import Block, Piece
from sayso_tui.widgets.pane.layout import lay_out

LONGEST = 4095
"""Bytes of a line that terminals take in one piece (POSIX, MAX_CANON; Linux)."""
ESC = "\x1b"


class Left(Exception):
    """The person left what was being asked: by ctrl+c, by esc, or because nothing more can come in."""

    def __init__(self, *, ended: bool = False) -> None:
        super().__init__()
        self.ended = ended
        """Whether the input has ended (ctrl+d, or the terminal is gone)."""


class Dialogue:
    """Speaks and listens on two streams."""

    def __init__(
        self,
        source: IO[str],
        sink: IO[str],
        *,
        clock: Callable[[], float] = time.monotonic,
        width: Callable[[], int] | None = None,
    ) -> None:
        """Bind the streams.

        Args:
            source: Where lines are typed.
            sink: Where lines are said.
            clock: Seconds, for how fast an answer came.
            width: Cells of a line; longer ones go on below, at a word. None leaves that to whoever shows them.
        """
        self._source = source
        self._sink = sink
        self._clock = clock
        self._width = width
        self._asked = 0.0
        self._explained: set[str] = set()
        self.took = 0.0
        """Seconds between the last prompt and the line that came."""

    def say(self, *lines: str) -> None:
        """Print lines; what others wrote in them is made plain."""
        for line in lines:
            for part in self._parts(plain(line)):
                self._sink.write(f"{part}\n")
        self._sink.flush()

    def _parts(self, line: str) -> Iterable[str]:
        """The line as a terminal shows it whole; a terminal itself would break within words."""
        width = self._width() if self._width else 0
        if not width or (line.isascii() and len(line) <= width):
            return (line,)
        wrapped = lay_out((Block((Piece(line),)),), width)
        return ("".join(piece.text for piece in part) for part in wrapped)

    def explain(self, line: str) -> None:
        """Print a line that is known once it was read: never a second time."""
        if line not in self._explained:
            self._explained.add(line)
            self.say(line)

    def ask(self, prompt: str) -> str:
        """Have a line typed; without its end.

        Raises:
            Left: ctrl+c, a lone esc, or the end of the input.
        """
        try:
            # Whoever sees the prompt may press ctrl+c at once.
            self._sink.write(plain(prompt))
            self._sink.flush()
            self._asked = self._clock()
            line = self._source.readline()
        except KeyboardInterrupt:
            self.say("")
            raise Left from None
        except OSError:
            raise Left(ended=True) from None
        self.took = self._clock() - self._asked
        if not line:
            self.say("")
            raise Left(ended=True)
        return self._understood(line.rstrip("\r\n"))

    def _understood(self, line: str) -> str:
        if line.strip() == ESC:
            raise Left
        if len(line.encode("utf-8", "replace")) >= LONGEST:
            self.say(f"That line fills all that a terminal takes ({LONGEST:,} bytes); its end may be missing.")
        shown = plain(line)
        if shown != line and (phrases := unsafe(line)):
            self.say(f"The line held {', '.join(phrases)}; shown as visible signs.")
        return shown

    def forget_typed_ahead(self) -> None:
        """What was typed or pasted before now answers nothing that is asked from now on."""
        with suppress(ImportError, OSError, ValueError):
            import termios

            with suppress(termios.error):
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)
