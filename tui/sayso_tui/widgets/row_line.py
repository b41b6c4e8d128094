"""How one row of the list is painted: cursor bar, sign, word, title and answer, marks, asker."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from rich.cells import cell_len, split_text
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from sayso_client.lines import Line
from sayso_client.rows import Row
from sayso_client.text import isolate, one_line
from sayso_client.vocabulary import Flag, State
from sayso_tui.glyphs import Glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.row_words import WORD, Standing, is_odd, standing

LEAST_TITLE = 12
"""Cells that a title keeps before anything is shown to its right."""
ASKER = (8, 14)
"""The asker's column: at least and at most so many cells, a sixth of the line between them."""


class Look(NamedTuple):
    """Everything besides the row that a line depends on."""

    plain: Mapping[Tone, Style]
    cursor: Mapping[Tone, Style]
    title: Style
    title_cursor: Style
    signs: Glyphs
    width: int
    """Cells."""
    asker: bool = True
    """Whether the asker has a column."""
    opens: str = "enter"
    """The key that opens what is under the cursor, as a row of many asks tells it."""
    settlers: bool = False
    """Whether that column names those who settled it instead."""


def paint(line: Line, now: datetime, look: Look, *, draft: bool = False, said: str = "") -> Strip:
    """One line, exactly `look.width` cells wide, whatever is in the row.

    Args:
        line: What to paint.
        now: Aware.
        look: How.
        draft: Something was typed for it and not recorded.
        said: What I answered, while its store has not recorded it; raw.
    """
    tones = look.cursor if line.cursor else look.plain
    about = standing(line.row, now, look.signs)
    if line.gone:
        about = Standing(about.glyph, about.word, Tone.DIM)
    title = look.title_cursor if line.cursor else look.title
    right = _right(line, look)
    marks = f"{look.signs.draft if draft else ''}{look.signs.odd if is_odd(line.row) else ''}"
    marks = f" {marks}" if marks else ""
    room = look.width - len("▌● ") - WORD - 1 - cell_len(right) - len(marks)
    asked, answered = _title(line.row, max(room, 0), look, said)
    segments = [
        Segment(look.signs.cursor if line.cursor else " ", tones[Tone.ACCENT]),
        Segment(f"{about.glyph} ", tones[about.tone]),
        Segment(f"{about.word:<{WORD}} ", tones[about.tone if about.loud else Tone.DIM]),
        Segment(asked, tones[Tone.DIM] if line.gone else title),
        Segment(answered, tones[about.tone]),
        Segment(marks, tones[Tone.WARN]),
        Segment(right, tones[Tone.DIM]),
    ]
    return Strip([each for each in segments if each.text]).adjust_cell_length(look.width, tones[Tone.INK]).simplify()


def _title(row: Row, room: int, look: Look, said: str) -> tuple[str, str]:
    """The question, and what was answered; together exactly so many cells."""
    asked, answer = one_line(row.title, max(room, 1) * 4), said or _answer(row, look)
    if row.folds:
        asked = f"{asked} {look.signs.between} {look.opens} lists them"
    if not answer:
        return fit(asked, room, look.signs.more), ""
    behind = f" {look.signs.answer} {one_line(answer, max(room, 1) * 4)}"
    cells = min(cell_len(asked), room - min(cell_len(behind), max(room - cell_len(asked), room // 2)))
    shown = fit(asked, cells, look.signs.more).rstrip(" ")
    return shown, fit(behind, room - cell_len(shown), look.signs.more)


def _answer(row: Row, look: Look) -> str | None:
    """What a settled row says behind its title; one that waits says it among the settled only."""
    if Flag.CONTESTED in row.flags or (row.waiting and not look.settlers):
        return None
    return "not needed" if row.state is State.DISMISSED else row.answer


def _right(line: Line, look: Look) -> str:
    """What stands to the right of the title: what became of it, or who asks; empty where there is no room."""
    room = look.width - len("▌● ") - WORD - 1 - LEAST_TITLE - 2
    if line.gone:
        text = one_line(line.gone, 80)
        cells = min(cell_len(text), room, max(look.width // 3, 10))
    elif look.asker and not line.row.folds:
        text = one_line((line.row.settled_by if look.settlers else line.row.asked_by) or "", 80)
        cells = max(ASKER[0], min(look.width // 6, ASKER[1]))
    else:
        return " "
    if not text or cells < ASKER[0] or cells > room:
        return " "
    return f" {fit(text, cells, look.signs.more, right=True)} "


def fit(text: str, cells: int, more: str, right: bool = False) -> str:
    """Plain text on exactly so many cells: padded, or cut with a sign. Right-to-left text stays by itself."""
    if cells <= 0:
        return ""
    if cell_len(text) > cells:
        text = split_text(text, cells - cell_len(more))[0].rstrip("\u200d ")
    else:
        more = ""
    # The sign alone needs no care; what gives it is imported with the first text that does.
    shown = f"{text}{more}" if text.isascii() else isolate(f"{text}{more}")
    padding = " " * (cells - cell_len(text) - cell_len(more))
    return padding + shown if right else shown + padding
