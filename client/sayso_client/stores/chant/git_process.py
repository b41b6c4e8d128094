"""One run of git: bounded in time, in a group of its own, with only the variables that it is given."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.text import one_line

MOST_SECONDS = 20


def run(argv: tuple[str, ...], environ: Mapping[str, str], folder: Path, seconds: float, told: str = "") -> bytes:
    """What git prints.

    Args:
        argv: The whole command line.
        environ: All of its variables.
        folder: Where it runs.
        seconds: How long it may take.
        told: What it reads.

    Raises:
        Unreachable: it cannot be started, takes too long, or fails.
    """
    try:
        with subprocess.Popen(
            argv,
            cwd=folder,
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
        ) as running:
            try:
                out, err = running.communicate(told.encode(), seconds)
            except subprocess.TimeoutExpired:
                raise Unreachable(f"git did not answer within {seconds:g} seconds. Nothing was read.") from None
            finally:
                _end(running)
    except OSError as error:
        raise Unreachable(f"git cannot be started: {error.strerror}. Nothing was read.") from error
    if running.returncode:
        said = one_line(err.decode(errors="replace").strip().partition("\n")[0], 300)
        raise Unreachable(f"git does not read this repository: {said}")
    return out


def _end(running: subprocess.Popen[bytes]) -> None:
    if running.returncode is None:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
