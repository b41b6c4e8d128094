"""How one row of the list is painted: cursor bar, sign, word, title, asker."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from rich.cells import cell_len, split_text
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from sayso_client.lines import Line
from sayso_client.text import isolate, one_line
from sayso_tui.glyphs import Glyphs
from sayso_tui.widgets.row_words import ODD, WORD, Standing, Tone, standing

LEAST_TITLE = 12
"""Cells that a title keeps before anything is shown to its right."""
ASKER = (8, 14)
"""The asker's column: at least and at most so many cells, a seventh of the line between them."""


class Look(NamedTuple):
    """Everything besides the row that a line depends on."""

    plain: Mapping[Tone, Style]
    cursor: Mapping[Tone, Style]
    title: Style
    title_cursor: Style
    signs: Glyphs
    width: int
    """Cells."""
    word: int = WORD
    """Cells of the word before the title."""
    asker: bool = True
    """Whether the asker has a column."""


def paint(line: Line, now: datetime, look: Look) -> Strip:
    """One line, exactly `look.width` cells wide, whatever is in the row."""
    tones = look.cursor if line.cursor else look.plain
    about = standing(line.row, now, look.signs, look.word)
    if line.gone:
        about = Standing(about.glyph, about.word, Tone.DIM)
    title = look.title_cursor if line.cursor else look.title
    right = _right(line, look)
    odd = f" {look.signs.odd}" if line.row.flags & ODD else ""
    room = look.width - len("▌● ") - look.word - 1 - cell_len(right) - len(odd)
    text = one_line(line.row.title, max(room, 1) * 4)
    segments = [
        Segment(look.signs.cursor if line.cursor else " ", tones[Tone.ACCENT]),
        Segment(f"{about.glyph} ", tones[about.tone]),
        Segment(f"{about.word:<{look.word}} ", tones[about.tone if about.loud else Tone.DIM]),
        Segment(fit(text, room, look.signs.more), tones[Tone.DIM] if line.gone else title),
        Segment(odd, tones[Tone.WARN]),
        Segment(right, tones[Tone.DIM]),
    ]
    return Strip([each for each in segments if each.text]).adjust_cell_length(look.width, tones[Tone.INK]).simplify()


def _right(line: Line, look: Look) -> str:
    """What stands to the right of the title: what became of it, or who asks; empty where there is no room."""
    room = look.width - len("▌● ") - look.word - 1 - LEAST_TITLE - 2
    if line.gone:
        text = one_line(line.gone, 80)
        cells = min(cell_len(text), room, max(look.width // 3, 10))
    elif look.asker:
        text = one_line(line.row.asked_by or "", 80)
        cells = max(ASKER[0], min(look.width // 7, ASKER[1]))
    else:
        return " "
    if cells < ASKER[0] or cells > room:
        return " "
    return f" {fit(text, cells, look.signs.more, right=True)} "


def fit(text: str, cells: int, more: str, right: bool = False) -> str:
    """Plain text on exactly so many cells: padded, or cut with a sign. Right-to-left text stays by itself."""
    if cells <= 0:
        return ""
    length = cell_len(text)
    if length > cells:
        text = split_text(text, cells - cell_len(more))[0].rstrip("\u200d ") + more
        length = cell_len(text)
    padding = " " * (cells - length)
    return padding + isolate(text) if right else isolate(text) + padding
