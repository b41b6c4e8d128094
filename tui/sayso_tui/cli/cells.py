"""Text in columns of a terminal: measured in cells, since a character may take none, one or two of them."""

import os
import re
import sys
from contextlib import suppress

from sayso_client.text import isolate, one_line

__all__ = ["cell_len", "cut", "pad", "screen_width"]

NARROWEST = 40
_UNKNOWN = 100
_NARROW = re.compile("[ -~●◆▲≈✓✕…·—]*")
"""What takes one cell a character everywhere: ASCII and signs of our own."""


def cell_len(text: str) -> int:
    """How many cells plain text takes."""
    if _NARROW.fullmatch(text):
        return len(text)
    # Imported here, as below: most lists need none of it.
    from rich.cells import cell_len as measured

    return measured(text)


def screen_width() -> int:
    """How many cells a line may have: the terminal's, 100 where there is none; COLUMNS overrides both."""
    columns = 0
    with suppress(ValueError):
        columns = int(os.environ.get("COLUMNS", ""))
    if columns <= 0:
        with suppress(AttributeError, ValueError, OSError):  # closed, replaced, or no terminal
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    return max(NARROWEST, columns or _UNKNOWN)


def cut(text: str, cells: int) -> str:
    """Foreign text on one line of at most so many cells, the last of them "…" when something was cut."""
    line = one_line(text, cells)
    if cell_len(line) > cells:
        from rich.cells import set_cell_size

        line = set_cell_size(line, cells - 1).rstrip() + "…"
    return isolate(line)


def pad(text: str, cells: int) -> str:
    """Foreign text in exactly so many cells."""
    line = cut(text, cells)
    return line + " " * (cells - cell_len(line))
