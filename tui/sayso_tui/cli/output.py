"""Two channels: what was asked for goes to stdout, everything said about it to stderr."""

import json
import sys
from collections.abc import Mapping
from typing import TextIO

import click

from sayso_client.text import plain
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
    click.echo(text, file=stdout())


def stdout() -> TextIO:
    """Where results go.

    Raises:
        Ended: it is closed.
    """
    if sys.stdout is None:
        raise Ended(Exit.FAILURE, "Nothing can be printed, since stdout is closed. What was recorded before stays.")
    return sys.stdout


def remark(text: str) -> None:
    """Say something about it. Made plain."""
    click.echo(plain(text), err=True)
