"""What is wrong with a configuration, said so that somebody can mend it."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class ConfigError(Exception):
    """The configuration cannot be used or changed as asked. Its text is a sentence for the reader; nothing was written.

    This layer lies below the client, so it has an error of its own; the command line ends with 2 on it.
    """


class Problem(NamedTuple):
    """One thing that is wrong. No sentence ever holds a value that could be a secret."""

    path: str
    """The setting ("me.name", "store[2].kind", counted from 1), the variable, or "" for the whole file."""
    sentence: str
    fatal_for_writing: bool = False
    """Who decides, or where it is written, is in doubt: principal verbs end with exit code 2. Reading goes on."""
    store: str | None = None
    """When given, only writes to this store are in doubt."""
    file: Path | None = None
    """None when it comes from the environment or a flag."""
    line: int | None = None
    """From 1."""
    column: int | None = None
    """From 1, in code points."""

    def __str__(self) -> str:
        place = "" if self.file is None else quoted(str(self.file), 400)
        if self.line is not None:
            place += f", line {self.line}"
            place += "" if self.column is None else f", column {self.column}"
        return f"{place}: {self.sentence}" if place else self.sentence


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` was probably meant to be, or None."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in sorted(known)}
    close = get_close_matches(word.casefold()[:60], names, n=1, cutoff=0.6)
    return names[close[0]] if close else None


def unknown(what: str, word: str, known: Iterable[str], within: str = "") -> str:
    """A sentence about a name that we do not know, with the nearest one; `within` stands before both."""
    near = nearest(word, known)
    hint = f"; did you mean {quoted(within)}{near}?" if near else "."
    return f"{what} {quoted(within)}{quoted(word)} is not known{hint}"


def quoted(text: str, limit: int = 60) -> str:
    """Text out of a file or a variable, cut and escaped so that it cannot act on a terminal."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)
