"""Lending the terminal to another program, such as an editor, and taking it back as it was."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from functools import partial

from textual.app import App

from sayso_client.aside import aside
from sayso_client.errors import SaysoError
from sayso_client.ledger.stopping import between_writes
from sayso_client.text import one_line
from sayso_config.children import child_environ
from sayso_tui.driver import ListeningDriver

_SETTLE = 0.2
"""Seconds that a stop of the whole job may take to reach this process, too."""


async def lend(app: App[None], argv: Sequence[str], environ: Mapping[str, str] | None = None) -> int:
    """Let a program have the terminal until it ends. Meanwhile nothing is painted, and all else goes on.

    Args:
        app: Gives its terminal away.
        argv: The program and its arguments; no shell sees them.
        environ: Variables that it gets beside those of this process, of which it gets all but the secrets.

    Returns:
        Its exit code; minus the signal that ended it.

    Raises:
        SaysoError: it cannot be started, or there is no terminal to lend.
    """
    driver = app._driver
    if not isinstance(driver, ListeningDriver):
        raise SaysoError("Another program can only be started from a terminal of one's own. Nothing was changed.")
    trouble: SaysoError | None = None
    code = 0
    # When this is cancelled, sayso is being left: `suspend` then does not take the terminal back.
    with app.suspend(), driver.lent():
        try:
            code = await _run(argv, child_environ(os.environ, environ))
        except OSError as error:
            trouble = SaysoError(f"{one_line(argv[0], 60)} cannot be started: {error.strerror}. Nothing was changed.")
    if trouble is not None:
        raise trouble
    return code


def stop(app: App[None]) -> None:
    """Stop with the whole job and go back to the shell that started it, until that has it go on.

    Raises:
        SaysoError: there is no such shell, or no terminal.
    """
    driver = app._driver
    if not isinstance(driver, ListeningDriver) or os.getpgrp() == os.getsid(0):
        raise SaysoError("There is no shell here to go back to.")
    with app.suspend(), driver.lent():
        between_writes(lambda: os.killpg(os.getpgrp(), signal.SIGTSTP))


async def _run(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    process = _start(argv, environ)
    try:
        # Beside the loop's own threads, so that leaving does not wait for a program that is slow to end.
        return await aside(partial(_ended, process))
    except asyncio.CancelledError:
        process.terminate()
        raise


def _start(argv: Sequence[str], environ: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(argv, env=environ)


def _ended(process: "subprocess.Popen[bytes]") -> int:
    """Wait for the end. When the program alone was stopped, stop as well: else nobody would have the terminal."""
    while _stopped(process.pid):
        time.sleep(_SETTLE)
        if _stopped(process.pid, os.WNOHANG):
            # By default it stops us, unless no shell could ever wake us up again.
            between_writes(lambda: os.kill(os.getpid(), signal.SIGTSTP))
            os.kill(process.pid, signal.SIGCONT)
    return process.wait()


def _stopped(pid: int, at_once: int = 0) -> bool:
    """Whether the program stands still. Waits until it does or has ended; with WNOHANG, says how it is now."""
    if not hasattr(os, "waitid"):
        return False
    found = os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT | at_once)
    return found is not None and found.si_code in (os.CLD_STOPPED, os.CLD_TRAPPED)
