"""One run of chant: bounded in time and in what it prints, in a session of its own, and ended as a whole."""

import errno
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sayso_client.aside import aside
from sayso_client.errors import Denied, Unreachable
from sayso_client.stores import run_mark
from sayso_client.stores.chant.printing import Printing, has_ended
from sayso_client.text import one_line
from sayso_config.children import child_environ

SECONDS = 110.0
"""Less than the sync's own patience, so that there is time to read back what became of it."""
_GRACE_S = 1.0
"""For git to take its lock files away."""
_STEP_S = 0.02


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
    lock: int | None = None,
) -> Ran:
    """Start it, and wait for its end.

    When this is cancelled, it goes on to its end all the same: ended at a bad moment, it would leave half a record.

    Args:
        argv: The whole command line. No shell reads it.
        environ: All of its variables.
        folder: Where it runs.
        seconds: How long it may take. Then it is ended with all that it started.
        clock: In seconds, never going back.
        lock: Descriptor of a locked file that it inherits and is noted in; None for none. The caller may close it once
            this has ended, cancelled or not.

    Raises:
        Denied: there is no such program, or it cannot be executed.
        Unreachable: it cannot be started now.
    """
    kept = None if lock is None else os.dup(lock)
    return await aside(partial(_run, argv, environ, folder, seconds, clock, kept))


def _run(
    argv: tuple[str, ...],
    environ: Mapping[str, str],
    folder: Path,
    seconds: float,
    clock: Callable[[], float],
    lock: int | None,
) -> Ran:
    try:
        return _bounded(argv, environ, folder, clock() + seconds, clock, lock)
    finally:
        if lock is not None:
            os.close(lock)


def _bounded(
    argv: tuple[str, ...],
    environ: Mapping[str, str],
    folder: Path,
    until: float,
    clock: Callable[[], float],
    lock: int | None,
) -> Ran:
    with _start(argv, environ, folder, lock) as running:
        printing = Printing(running)
        try:
            in_time = printing.follow(clock, until)
        finally:
            # Before it is waited for: until then, its number is nobody else's.
            _end(running)
            code = running.wait()
    return Ran(code, bytes(printing.out), bytes(printing.err), not in_time, printing.too_much)


def _start(
    argv: tuple[str, ...], environ: Mapping[str, str], folder: Path, lock: int | None
) -> subprocess.Popen[bytes]:
    try:
        running = subprocess.Popen(
            # In UTF-8, whatever the language of this process; a path keeps the bytes that it has on the disk.
            [each.encode(errors="surrogateescape") for each in argv],
            cwd=folder,
            env=child_environ(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Without a terminal: neither git nor ssh can ask there, or be stopped because they tried.
            start_new_session=True,
            # The system holds the lock for as long as any of them lives, also when this process is killed.
            pass_fds=() if lock is None else (lock,),
        )
    except OSError as error:
        raise _not_started(error, argv[0], folder) from error
    if lock is not None:
        with suppress(OSError):  # a full disk: then only its number is not known
            run_mark.write(lock, running.pid)
    return running


def _not_started(error: OSError, program: str, folder: Path) -> Denied | Unreachable:
    name, why = one_line(program, 200), one_line(error.strerror or "the system says no", 200)
    if not folder.is_dir():
        return Unreachable(f"There is no folder {one_line(str(folder), 300)} any more. Nothing was written.")
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENOEXEC, errno.ELOOP):
        return Denied(f"{name} cannot be started: {why}. Install chant anew, or name another.")
    return Unreachable(f"{name} cannot be started now: {why}. Nothing was written; it is tried again.")


def _end(running: subprocess.Popen[bytes]) -> None:
    """End a program that was not waited for yet, and whatever it left behind."""
    if not has_ended(running):
        _tell(running.pid, signal.SIGTERM)
        until = time.monotonic() + _GRACE_S
        while not has_ended(running) and time.monotonic() < until:
            time.sleep(_STEP_S)
    _tell(running.pid, signal.SIGKILL)


def _tell(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS says so of a group that has only ended
        os.killpg(group, number)
