"""One run of chant: bounded in time and in what it prints, in a session of its own, and ended as a whole."""

import asyncio
import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock

from sayso_client.errors import Denied, Unreachable
from sayso_client.stores.chant.aside import aside
from sayso_client.text import one_line
from sayso_config.children import child_environ

SECONDS = 115.0
"""A little less than the sync's own patience, so that what is told is what happened."""
MOST_OUT = 4 * 1024 * 1024
"""Bytes on each of its two channels. With more it is ended."""

_AT_A_TIME = 1 << 16
_LOOK_S = 0.02
_LAST_WORDS_S = 0.5
"""What it started may hold its channels open after it ended."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a run."""

    exit: int
    """Below zero: the signal that ended it."""
    out: bytes
    err: bytes
    too_long: bool = False
    """It was ended because its time was over."""
    too_much: bool = False
    """It was ended because of what it printed."""


async def run(
    argv: tuple[str, ...],
    environ: Mapping[str, str],
    folder: Path,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Ran:
    """Start it, and wait for its end. When this is cancelled, it is ended with all that it started.

    Args:
        argv: The whole command line. No shell reads it.
        environ: All of its variables.
        folder: Where it runs.
        seconds: How long it may take.
        clock: In seconds, never going back.

    Raises:
        Denied: there is no such program, or it cannot be executed.
        Unreachable: it cannot be started now.
    """
    child = _Child()
    going = aside(partial(child.run, argv, environ, folder, seconds, clock))
    try:
        return await going
    except asyncio.CancelledError:
        child.end()
        raise


class _Child:
    """A program and all that it starts. `run` is for a thread, `end` for any."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pid: int | None = None
        """While it may be told something."""
        self._stopped = False

    def run(
        self,
        argv: tuple[str, ...],
        environ: Mapping[str, str],
        folder: Path,
        seconds: float,
        clock: Callable[[], float],
    ) -> Ran:
        with self._lock:
            if self._stopped:
                return Ran(-signal.SIGKILL, b"", b"")
            running = _start(argv, environ, folder)
            self._pid = running.pid
        with running:
            told = _Told(running)
            try:
                too_long = not told.all(clock, clock() + seconds)
            finally:
                # Before it is waited for: until then, its number is nobody else's.
                self.end()
                code = running.wait()
        return Ran(code, bytes(told.out), bytes(told.err), too_long, told.too_much)

    def end(self) -> None:
        """Once and for all."""
        with self._lock:
            self._stopped = True
            if self._pid is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._pid, signal.SIGKILL)
                self._pid = None


def _start(argv: tuple[str, ...], environ: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            # In UTF-8, whatever the language of this process.
            [each.encode() for each in argv],
            cwd=folder,
            env=child_environ(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Without a terminal: neither git nor ssh can ask there, or be stopped because they tried.
            start_new_session=True,
        )
    except OSError as error:
        raise _not_started(error, argv[0], folder) from error


def _not_started(error: OSError, program: str, folder: Path) -> Denied | Unreachable:
    name, why = one_line(program, 200), one_line(error.strerror or "the system says no", 200)
    if not folder.is_dir():
        return Unreachable(f"There is no folder {one_line(str(folder), 300)} any more. Nothing was written.")
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENOEXEC, errno.ELOOP):
        return Denied(f"{name} cannot be started: {why}. Nothing was written. Install chant anew, or name another.")
    return Unreachable(f"{name} cannot be started now: {why}. Nothing was written; it is tried again.")


class _Told:
    """What a program prints."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        assert running.stdout is not None
        assert running.stderr is not None
        self.out, self.err = bytearray(), bytearray()
        self.too_much = False
        self._pid = running.pid
        self._channels = {running.stdout.fileno(): self.out, running.stderr.fileno(): self.err}

    def all(self, clock: Callable[[], float], until: float) -> bool:
        """Read until it has ended, or printed too much. Whether that came in time."""
        with selectors.DefaultSelector() as selector:
            for each in self._channels:
                selector.register(each, selectors.EVENT_READ)
            ended = False
            while not self.too_much:
                if not ended and (ended := _has_ended(self._pid)):
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
            if len(kept) > MOST_OUT:
                self.too_much = True


def _has_ended(pid: int) -> bool:
    """Whether it has, without letting go of its number."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
