"""The challenge: the principal reads at a terminal what will be written, and types a word that only a reader knows.

Silence is never an answer, so nothing typed before the question was shown counts, nor does a line that comes faster
than anybody reads.
"""

import hashlib
import sys
import time
from collections.abc import Iterable
from contextlib import suppress

import click

from sayso_client.text import plain
from sayso_tui.cli.exits import Ended, Exit

FASTEST = 0.3
"""Seconds between the question and its answer below which nobody can have read it (our rule, as in the inbox)."""

LONGEST = 40
"""An id longer than this is not asked for; a short code is."""


def word_for(option: str | None, *about: str) -> str:
    """What has to be typed: the option's id where that can be typed, else a code made from what will be written.

    Args:
        option: The id of the option that is chosen, if one is.
        about: What the code is made from: another key, other terms or another answer give another code.
    """
    if option and len(option) <= LONGEST and option == option.strip() and option.isascii() and option.isprintable():
        return option
    return hashlib.sha256("\0".join(about).encode("utf-8", "surrogatepass")).hexdigest()[:4]


def challenge(lines: Iterable[str], word: str, to: str = "record this") -> None:
    """Show the lines and have the word typed.

    Args:
        lines: What must be read; already plain.
        word: What to type.
        to: What that does.

    Raises:
        Ended: something else was typed, or nothing, or too fast to have been read. Nothing was written.
    """
    for line in lines:
        click.echo(line, err=_err())
    _forget_typed_ahead()
    asked = time.monotonic()
    click.echo(f"Type {plain(word)} to {to}, anything else to leave it: ", nl=False, err=_err())
    typed = sys.stdin.readline()
    if not typed.endswith("\n"):
        # The end of the input, even right behind the word, is somebody leaving and not somebody pressing Enter.
        click.echo(err=_err())
        raise Ended(Exit.REFUSED, "Nothing was typed to the end. Nothing was written.")
    if typed.rstrip("\r\n") != word:
        raise Ended(Exit.REFUSED, "That is not what was asked for. Nothing was written.")
    if time.monotonic() - asked < FASTEST:
        raise Ended(Exit.REFUSED, "That came faster than anybody reads. Nothing was written.")


def _err() -> bool:
    """The question goes to stderr, so that stdout keeps to what was asked for; to stdout when nobody sees stderr."""
    return sys.stderr.isatty()


def _forget_typed_ahead() -> None:
    """What was typed or pasted before the question was shown does not answer it."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
