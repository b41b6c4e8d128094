"""Two channels: what was asked for goes to stdout, everything said about it to stderr."""

import json
from collections.abc import Mapping

import click

from sayso_client.text import plain

VERSION = 1
"""Of every JSON document (docs/cli.md). Members may be added to a version, never removed or changed."""


def document(kind: str, members: Mapping[str, object]) -> None:
    """Print one JSON document on a line of its own, in ASCII."""
    click.echo(json.dumps({"sayso": VERSION, "kind": kind, **members}, allow_nan=False))


def result(text: str) -> None:
    """Print what was asked for. Made plain."""
    click.echo(plain(text))


def remark(text: str) -> None:
    """Say something about it. Made plain."""
    click.echo(plain(text), err=True)
