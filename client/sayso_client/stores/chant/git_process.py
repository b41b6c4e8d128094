"""One run of git: bounded in time and in what it tells, in a group of its own, with only the variables it is given."""

import os
import re
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.text import one_line
from sayso_config.children import child_environ

MOST_SECONDS = 20
MOST_TOLD = 160 * 1024 * 1024
"""Bytes that git may print in one run."""

_AT_A_TIME = 1 << 18


def run(
    argv: tuple[str, ...],
    environ: Mapping[str, str],
    folder: Path,
    seconds: float,
    told: str = "",
    most: int = MOST_TOLD,
    fine: Collection[int] = (0,),
) -> bytes:
    """What git prints.

    Args:
        argv: The whole command line.
        environ: All of its variables.
        folder: Where it runs.
        seconds: How long it may take.
        told: What it reads.
        most: How many bytes it may print.
        fine: How it may end.

    Raises:
        Unreachable: it cannot be started, takes too long, prints too much, or fails.
    """
    try:
        with tempfile.TemporaryFile() if told else Path(os.devnull).open("rb") as asked:
            if told:
                asked.write(told.encode())
                asked.seek(0)
            running = subprocess.Popen(
                argv,
                cwd=folder,
                env=child_environ(environ),
                stdin=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                process_group=0,
            )
    except OSError as error:
        raise Unreachable(f"git cannot be started: {error.strerror}. Nothing was read.") from error
    with running:
        try:
            out, err = _read(running, time.monotonic() + seconds, most)
        except subprocess.TimeoutExpired:
            raise Unreachable(f"git did not answer within {seconds:g} seconds. Nothing was read.") from None
        finally:
            _end(running)
    if running.returncode not in fine:
        said = one_line(err.decode(errors="replace").strip().partition("\n")[0], 300)
        raise Unreachable(f"git does not read this repository: {said}{_way_out(err, folder)}")
    return out


def _way_out(err: bytes, folder: Path) -> str:
    """What a person can do about it."""
    if b"dubious ownership" not in err:
        return ""
    at = re.search(rb"in repository at '([^'\n]+)'", err)
    where = one_line(shlex.quote(at[1].decode(errors="replace") if at else str(folder)), 300)
    return (
        " It belongs to another user of this machine. If you trust that user, tell git so, which sayso does not do for "
        f"you: git config --global --add safe.directory {where}"
    )


def _read(running: subprocess.Popen[bytes], until: float, most: int) -> tuple[bytes, bytes]:
    """All that it prints, until it has ended."""
    assert running.stdout is not None
    assert running.stderr is not None
    parts: dict[int, list[bytes]] = {running.stdout.fileno(): [], running.stderr.fileno(): []}
    left = most
    with selectors.DefaultSelector() as selector:
        for each in parts:
            selector.register(each, selectors.EVENT_READ)
        while selector.get_map():
            if (wait := until - time.monotonic()) <= 0:
                raise subprocess.TimeoutExpired("git", wait)
            for key, _ in selector.select(wait):
                chunk = os.read(key.fd, _AT_A_TIME)
                if not chunk:
                    selector.unregister(key.fd)
                parts[key.fd].append(chunk)
                left -= len(chunk)
            if left < 0:
                raise Unreachable(f"git has more than {most:,} bytes to tell of this repository. Nothing was read.")
    running.wait(max(0.0, until - time.monotonic()))
    out, err = (b"".join(each) for each in parts.values())
    return out, err


def _end(running: subprocess.Popen[bytes]) -> None:
    if running.returncode is None:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
