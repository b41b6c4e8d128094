"""What a command prints as a key; in a session of its own, so that it can be ended with all that it started."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock

from sayso_config.children import child_environ
from sayso_config.problems import ConfigError, quoted

LONGEST = 8_192
"""Characters of a key. Servers take no longer header."""
GRACE_S = 0.3
"""Seconds that a command has to put its terminal or its window in order when it is ended."""
_STEP_S = 0.01


class NoKey(ConfigError):
    """A key cannot be had. Nothing was sent."""


class Hold:
    """A hand on the command that is asked, for whoever does not want to wait any more. From any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._let_go = False

    def end(self, *, at_once: bool = False) -> None:
        """Ask the command to end, and whatever it started in its session; at once: kill them. Returns immediately."""
        with self._lock:
            self._let_go = True
            self._tell(signal.SIGKILL if at_once else signal.SIGTERM)

    def started(self, argv: tuple[str, ...], environ: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        """Start it. It shares neither input nor error channel with us.

        Raises:
            NoKey: nobody waits for it any more.
            OSError, ValueError: it cannot be started.
        """
        with self._lock:
            if self._let_go:
                raise NoKey(f"{quoted(argv[0])}, which prints the key, was not asked.")
            self._running = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_environ(environ),
                start_new_session=True,
            )
            return self._running

    def gone(self) -> int | None:
        """Its exit code once it has ended. Until this was told, its number is nobody else's."""
        with self._lock:
            if self._running is None or not _is_over(self._running):
                return None
            if self._let_go:
                self._tell(signal.SIGKILL)
            code = self._running.wait()
            self._running = None
            return code

    def _tell(self, number: signal.Signals) -> None:
        if self._running is not None:
            with suppress(OSError):
                os.killpg(self._running.pid, number)


def printed(argv: tuple[str, ...], environ: Mapping[str, str], patience_s: float, hold: Hold) -> str:
    """What the command prints, of several lines the first. Blocks.

    Raises:
        NoKey: it cannot be started, or it did not print a key in time.
    """
    name, until = quoted(argv[0]), time.monotonic() + patience_s
    try:
        process = hold.started(argv, environ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its words cannot be passed"
        raise NoKey(f"{name}, which prints the key, cannot be started ({reason}).") from None
    assert process.stdout is not None
    with process.stdout as channel:
        data = _read(channel.fileno(), until)
    # The channel may also be held open by a child of its own, after the command itself has ended.
    code = _ended(hold, until) if data is not None else None
    if code is None or data is None:
        _end(hold)
        raise NoKey(f"{name}, which prints the key, did not end within {patience_s:g} seconds.")
    if len(data) > LONGEST * 4:
        raise NoKey(f"{name}, which prints the key, printed more than a key.")
    if code:
        raise NoKey(f"{name}, which prints the key, ended with {code}; run it yourself to see why.")
    try:
        return data.decode().strip().partition("\n")[0]
    except UnicodeDecodeError:
        raise NoKey(f"What {name} printed is no key: it is no text.") from None


def _read(channel: int, until: float) -> bytes | None:
    """All that comes before the channel is closed, and no more than enough of it; None when it is not in time."""
    data = b""
    while len(data) <= LONGEST * 4:
        left = until - time.monotonic()
        if left <= 0 or not _there(channel, left):
            return None
        piece = os.read(channel, LONGEST)
        if not piece:
            break
        data += piece
    return data


def _there(channel: int, seconds: float) -> bool:
    if sys.platform == "win32":
        return True
    poll = select.poll()
    poll.register(channel, select.POLLIN)
    return bool(poll.poll(seconds * 1_000))


def _ended(hold: Hold, until: float) -> int | None:
    """Its exit code; None when it is still there at that time."""
    while (code := hold.gone()) is None and time.monotonic() < until:
        time.sleep(_STEP_S)
    return code


def _end(hold: Hold) -> None:
    """End it, and whatever it started in its session."""
    hold.end()
    if _ended(hold, time.monotonic() + GRACE_S) is None:
        hold.end(at_once=True)
        _ended(hold, time.monotonic() + GRACE_S)


def _is_over(process: "subprocess.Popen[bytes]") -> bool:
    """Whether it has ended, where the system tells so without letting go of its number."""
    if sys.platform in ("darwin", "win32"):
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
