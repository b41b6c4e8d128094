"""The door through which a verdict comes."""

from typing import NamedTuple


class Via(NamedTuple):
    """Through which door a verdict came."""

    kind: str
    """inbox, cli, unattended or import."""
    host: str | None = None
    tty: str | None = None


def this_terminal(kind: str) -> Via:
    """The door that this process is: its kind, the host's name and the terminal, where there is one."""
    import os
    import socket
    import sys
    from contextlib import suppress

    tty = None
    with suppress(OSError, ValueError, AttributeError):
        tty = os.ttyname(sys.stdin.fileno())
    return Via(kind, socket.gethostname(), tty)
