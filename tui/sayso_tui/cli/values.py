"""How words of the command line are read as values. Each raises ValueError with a sentence that says what is wrong."""

import sys
from datetime import date
from math import isfinite

from sayso_client.text import one_line

LONGEST = 80
"""So many characters of a word are said back."""


def pair(word: str, name: str, *, alone: bool = False) -> tuple[str, str]:
    """NAME=VALUE as two texts, neither of them blank; the first "=" divides.

    Args:
        word: As it was typed.
        name: How the help names it, such as ID=LABEL.
        alone: Without a "=" the name is the value too.
    """
    left, divided, right = word.partition("=")
    if not divided and alone:
        right = left
    if not left.strip() or not right.strip():
        raise ValueError(f"{_quoted(word)} is not {name}.")
    return left, right


def share(word: str, name: str) -> tuple[str, float]:
    """NAME=NUMBER; the number is read, not judged: what cannot be used is told by the proposal's own rules."""
    left, number = pair(word, name)
    try:
        return left, float(number)
    except ValueError:
        raise ValueError(f"{_quoted(number)} is not a number.") from None


def day(word: str) -> str:
    """A calendar day, as it was written."""
    try:
        if len(word) != len("2026-12-31"):
            raise ValueError
        date.fromisoformat(word)
    except ValueError:
        raise ValueError(f"{_quoted(word)} is not a day such as 2026-12-31.") from None
    return word


def text_or_stdin(text: str) -> str:
    """The text, or what comes in on stdin when it is "-"."""
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "replace").rstrip("\r\n")


def seconds(number: float) -> float:
    """A time that can be waited for."""
    if not isfinite(number):
        raise ValueError(f"{number} is not a number of seconds. Without --timeout it waits as long as it takes.")
    return number


def _quoted(word: str) -> str:
    return f"'{one_line(word, LONGEST)}'"
