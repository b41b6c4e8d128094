"""Whether somebody sits here."""

import sys


def at_terminal() -> bool:
    """Whether a person can read and type here."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
