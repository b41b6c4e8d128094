"""The real program in a real terminal: a pty, a screen that understands what it paints, and keys that are pressed."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import pexpect
import pyte

KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "f1": "\x1bOP",
    "f10": "\x1b[21~",
    "backspace": "\x7f",
}

SAYSO = ("-m", "sayso_tui")
"""What Python is to run."""

OPEN_SHEET = "nothing is written until"
"""Stands in every sheet."""

PATIENCE_S = 20.0
"""A busy machine may take long; a healthy one is done at once."""


class Terminal:
    """A program on a screen of its own."""

    def __init__(
        self, *words: str, home: Path, size: tuple[int, int] = (120, 40), program: Sequence[str] = SAYSO, **environ: str
    ) -> None:
        columns, lines = size
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._text: str | None = None
        self.painted = b""
        agents = {"SAYSO_AGENT", "CHANT_STEWARD", "CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI"}
        # Whoever runs the tests may say how large *its* terminal is; this one is as large as it is.
        others = agents | {"COLUMNS", "LINES"}
        inherited = {name: value for name, value in os.environ.items() if name not in others}
        self._child = pexpect.spawn(
            sys.executable,
            [*program, *words],
            dimensions=(lines, columns),
            timeout=PATIENCE_S,
            env={
                **inherited,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "TZ": "UTC",
                "SAYSO_HOME": str(home),
                "PYTHONPATH": os.pathsep.join(sys.path),
                **environ,
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.close(force=True)

    @property
    def text(self) -> str:
        """What stands on the screen, line by line, without the blanks at the ends."""
        if self._text is None:
            rows, columns = self._screen.buffer, range(self._screen.columns)
            # The right half of a wide character is an empty cell.
            lines = ("".join([rows[y][x].data for x in columns]).rstrip() for y in range(self._screen.lines))
            self._text = "\n".join(lines)
        return self._text

    def reversed(self, words: str) -> bool:
        """Whether these words stand somewhere with ink and ground exchanged."""
        for row, line in enumerate(self._screen.display):
            at, cells = line.find(words), self._screen.buffer[row]
            if at >= 0 and all(cells[x].reverse for x in range(at, at + len(words))):
                return True
        return False

    def _pump(self, seconds: float) -> bool:
        """Take what is painted within that time; False when the program has ended."""
        try:
            chunk = cast(bytes, self._child.read_nonblocking(65536, seconds))  # bytes, since no encoding is given
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.painted += chunk
        self._stream.feed(chunk)
        self._text = None
        return True

    def until(self, there: str | Callable[[str], bool], what: str = "") -> str:
        """Wait until the text, or what the function looks for, stands on the screen."""
        fits = (lambda text: there in text) if isinstance(there, str) else there
        end = time.monotonic() + PATIENCE_S
        while not fits(self.text):
            if not self._pump(0.05) or time.monotonic() > end:
                raise AssertionError(f"never painted: {there if isinstance(there, str) else what}\n{self.text}")
        return self.text

    def quiet(self, seconds: float = 0.15) -> None:
        """Wait until nothing is painted for so long: then the last key has had its effect."""
        last = time.monotonic()
        while time.monotonic() - last < seconds:
            size = len(self.painted)
            if not self._pump(seconds / 5):
                return
            if len(self.painted) > size:
                last = time.monotonic()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each on a screen at rest."""
        for key in keys:
            sent = chr(ord(key[5:].upper()) - 64) if key.startswith("ctrl+") else KEYS.get(key, key)
            self._child.send(sent)
            self.quiet()

    def type(self, text: str) -> None:
        """Type a text in one go."""
        self._child.send(text)
        self.quiet()

    def record(self) -> None:
        """Read the open sheet as a person does, then press ctrl+s; again when it came too early for the sheet."""
        end = time.monotonic() + PATIENCE_S
        while OPEN_SHEET in self.text and time.monotonic() < end:
            self.quiet(0.45)
            self.press("ctrl+s")
        assert OPEN_SHEET not in self.text, f"it was never recorded\n{self.text}"

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the terminal."""
        self._screen.resize(lines, columns)
        self._text = None
        self._child.setwinsize(lines, columns)
        self.quiet()

    def send(self, text: str) -> None:
        """Send a text, and wait for nothing."""
        self._child.send(text)

    def pump(self, seconds: float) -> None:
        """Look at the screen for so long."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and self._pump(rest):
            pass

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._child.pid is not None
        return int(self._child.pid)

    def send_signal(self, number: int) -> None:
        """As the system or another process does."""
        self._child.kill(number)

    def hang_up(self) -> int:
        """Take the terminal away, as a window that is closed; the exit code of the program."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._child.child_fd, inheritable=False)
        os.close(nothing)
        return self.ended()

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + PATIENCE_S
        while self._pump(0.05):
            assert time.monotonic() < end, f"it never ended\n{self.text}"
        self._child.wait()
        return int(self._child.exitstatus if self._child.exitstatus is not None else -1)
