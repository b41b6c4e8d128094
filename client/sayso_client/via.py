"""The door through which a verdict comes."""

import os
import sys
from contextlib import suppress
from typing import NamedTuple


class Via(NamedTuple):
    """Through which door a verdict came."""

    kind: str
    """inbox, cli, unattended or import."""
    host: str | None = None
    tty: str | None = None


def this_terminal(kind: str) -> Via:
    """The door that this process is: its kind, the host's name and the terminal, where there is one."""
    tty = None
    with suppress(OSError, ValueError, AttributeError):
        tty = os.ttyname(sys.stdin.fileno())
    return Via(kind, _host(), tty)


def _host() -> str:
    if hasattr(os, "uname"):
        return os.uname().nodename  # what gethostname() tells, without importing all of the network
    import socket

    return socket.gethostname()
