"""Two channels: what was asked for goes to stdout, everything said about it to stderr."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from sayso_client.text import plain
from sayso_tui.channels import output_lost
from sayso_tui.cli.exits import Ended, Exit

VERSION = 1
"""Of every JSON document (docs/cli.md). Members may be added to a version, never removed or changed."""


def document(kind: str, members: Mapping[str, object]) -> None:
    """Print one JSON document on a line of its own, in ASCII."""
    line(json.dumps({"sayso": VERSION, "kind": kind, **members}, allow_nan=False))


def result(text: str) -> None:
    """Print what was asked for. Made plain."""
    line(plain(text))


def line(text: str) -> None:
    """Print a line that is plain already. Raises as `stdout` does."""
    with stdout() as out:
        out.write(f"{text}\n")
        out.flush()


@contextmanager
def stdout() -> Iterator[TextIO]:
    """Where results go.

    Raises:
        Ended: it is closed, or what was printed cannot be written.
        BrokenPipeError: nobody reads it any more.
    """
    if sys.stdout is None:
        raise Ended(Exit.FAILURE, "Nothing can be printed, since stdout is closed. What was recorded before stays.")
    try:
        yield sys.stdout
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Ended(Exit.FAILURE, output_lost(error)) from error


def remark(text: str) -> None:
    """Say something about it. Made plain."""
    print(plain(text), file=sys.stderr)
