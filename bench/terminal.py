"""A program in a pty of its own: when it painted, what it cost, how fast it answers keys. Linux only."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

_ESCAPES = re.compile(
    rb"\x1b\[[0-9;:?<>=!]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    rb"|\x1bP[^\x1b]*\x1b\\|\x1b[=>78cDEHMNOZ]"
)
_ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}


class Program:
    """A started program; `close` ends it."""

    def __init__(self, argv: list[str], env: dict[str, str], rows: int = 40, columns: int = 120) -> None:
        self.started = time.perf_counter()
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(argv[0], argv, {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
        self.painted = bytearray()
        self.last = self.started

    def pump(self, seconds: float) -> bool:
        """Take what it paints within that time; whether there was anything."""
        ready, _, _ = select.select([self.terminal], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            chunk = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        self.last = time.perf_counter()
        self.painted += chunk
        for question, answer in _ANSWERS.items():
            if question in chunk:
                os.write(self.terminal, answer)
        return bool(chunk)

    def until(self, marker: str, seconds: float = 60) -> float:
        """Seconds from the start until the marker stood on the screen."""
        end = time.perf_counter() + seconds
        wanted = marker.encode()
        while time.perf_counter() < end:
            if wanted in _ESCAPES.sub(b"", bytes(self.painted)):
                return self.last - self.started
            self.pump(end - time.perf_counter())
        shown = _ESCAPES.sub(b"", bytes(self.painted))[-400:].decode("utf-8", "replace")
        raise TimeoutError(f"{marker!r} was never painted; last: {shown}")

    def settle(self, quiet: float) -> float:
        """Wait until nothing was painted for `quiet` seconds; the time of the last paint."""
        while self.pump(quiet):
            pass
        return self.last

    def key(self, data: bytes, quiet: float = 0.012) -> tuple[float, float]:
        """Press a key on an idle screen: (seconds to the end of the burst that it caused, CPU seconds)."""
        cpu, start = self.cpu(), time.perf_counter()
        os.write(self.terminal, data)
        if not self.pump(2):
            return 0.0, self.cpu() - cpu
        done = self.settle(quiet)
        return done - start, self.cpu() - cpu

    def cpu(self) -> float:
        """User and system seconds of all its threads, from the kernel's clock of that process."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory(self) -> float:
        """Resident MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024

    def close(self) -> None:
        """Hang up and wait for its end."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            os.kill(self.pid, number)
            end = time.perf_counter() + 2
            while time.perf_counter() < end:
                done, _ = os.waitpid(self.pid, os.WNOHANG)
                if done:
                    os.close(self.terminal)
                    return
                self.pump(0.02)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)
