"""Text in columns of a terminal: measured in cells, since a character may take none, one or two of them."""

import shutil

from rich.cells import cell_len, set_cell_size

from sayso_client.text import isolate, one_line

__all__ = ["cell_len", "cut", "pad", "screen_width"]

NARROWEST = 40


def screen_width() -> int:
    """How many cells a line may have: the terminal's, 100 where there is none; COLUMNS overrides both."""
    return max(NARROWEST, shutil.get_terminal_size((100, 24)).columns)


def cut(text: str, cells: int) -> str:
    """Foreign text on one line of at most so many cells, the last of them "…" when something was cut."""
    line = one_line(text, cells)
    if cell_len(line) > cells:
        line = set_cell_size(line, cells - 1).rstrip() + "…"
    return isolate(line)


def pad(text: str, cells: int) -> str:
    """Foreign text in exactly so many cells."""
    line = cut(text, cells)
    return line + " " * (cells - cell_len(line))
