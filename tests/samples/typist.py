"""Somebody who uses the plain inbox: lines typed on one stream, said on another, and no terminal."""

import asyncio
import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO, cast

from sayso_client.inbox import Inbox
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.dialogue import Dialogue
from sayso_tui.plain.talk import Talk

Typed = str | Callable[["Typist"], str] | type[BaseException]
CTRL_C = KeyboardInterrupt


class Typist:
    """Types lines one after the other and reads before each; the clock is theirs."""

    def __init__(self, inbox: Inbox, lines: Iterable[Typed], *, reads: float = 2.0) -> None:
        """Sit down.

        Args:
            inbox: To work with.
            lines: What is typed. A function is called with this typist and gives the line; an exception is raised.
            reads: Seconds between a prompt and a line.
        """
        self._lines: Iterator[Typed] = iter(lines)
        self._out = io.StringIO()
        self.reads = reads
        self._now = 0.0
        self.introduced: list[tuple[str, str]] = []
        self.turns: list[str] = []
        """All that was said between two typed lines."""
        self._inbox = inbox

    def talk(self) -> str:
        """Type all lines, then leave by the end of the input; everything that was said."""
        with asyncio.Runner() as runner:
            source, sink = cast(IO[str], self), cast(IO[str], self._out)
            dialogue = Dialogue(source, sink, clock=lambda: self._now)
            Talk(Desk(self._inbox, dialogue, runner.run, lambda *name: self.introduced.append(name))).go_on()
        self._end_turn()
        return self.said

    @property
    def said(self) -> str:
        return "".join(self.turns) + self._out.getvalue()

    @property
    def code(self) -> str:
        """The code that was told last."""
        return str(re.findall(r"type: record (\w+)", self.said)[-1])

    def readline(self) -> str:
        """As a terminal gives a line."""
        self._end_turn()
        self._now += self.reads
        line = next(self._lines, None)
        if line is None:
            return ""
        if isinstance(line, type):
            raise line
        return f"{line if isinstance(line, str) else line(self)}\n"

    def fileno(self) -> int:
        """There is no file below."""
        raise io.UnsupportedOperation

    def _end_turn(self) -> None:
        self.turns.append(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()


def record(typist: Typist) -> str:
    """The word and the code that was told."""
    return f"record {typist.code}"
