"""From blocks to lines of a width. Counted in terminal cells, so that wide letters keep everything aligned."""

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len, chop_cells

from sayso_client.text import plain
from sayso_tui.widgets.pane.blocks import Block, Ink, Line, Piece

MOST_LINES = 2000
"""Lines of one page that are drawn."""

_CUT = Block(
    (Piece(f"Cut here after {MOST_LINES:,} lines. Full text: ctrl+g in the inbox, or “sayso show KEY”.", Ink.WARN),)
)
_WORDS = re.compile(r"\n| +|[^ \n]+")
_LEAST = 8
_APART = "  "
"""Between the last word of a paragraph and its label."""


def lay_out(blocks: Iterable[Block], width: int) -> list[Line]:
    """All lines of a page, each at most `width` cells wide, cut with a sentence after `MOST_LINES`."""
    return list(laying_out(blocks, width))


def laying_out(blocks: Iterable[Block], width: int) -> Iterator[Line]:
    """The same lines one by one, each laid out when it is asked for."""
    count = 0
    for block in blocks:
        for line in _wrap(block, width):
            if count == MOST_LINES:
                yield from _wrap(_CUT, width)
                return
            yield line
            count += 1


def _wrap(block: Block, width: int) -> Iterator[Line]:
    lead, hanging = _fitting(block.first, width), _fitting(block.rest, width)
    whole = max(width - cells(hanging), 1)
    line, room, filled, space = list(lead), max(width - cells(lead), 1), False, ""
    for word, ink in _words(block.pieces):
        if word[0] == " ":
            space += word
            continue
        if word == "\n" or (filled and _wide(space + word) > room):
            yield tuple(line)
            line, room, filled, space = list(hanging), whole, False, ""
            if word == "\n":
                continue
        *full, last = _parts(space + word, room, whole)
        for part in full:
            yield (*line, Piece(part, ink))
            line, room = list(hanging), whole
        line.append(Piece(last, ink))
        room, filled, space = room - _wide(last), True, ""
    if block.label and cells(block.label) + len(_APART) > room:
        yield tuple(line)
        yield from _wrap(Block(block.label, first=block.rest, rest=block.rest), width)
    elif block.label:
        yield (*line, Piece(_APART), *block.label)
    else:
        yield tuple(line)


def _words(pieces: Line) -> Iterator[tuple[str, Ink]]:
    # Whoever made the piece should have made it plain. This is the one way to the screen, so it is seen to here.
    for text, ink in pieces:
        for found in _WORDS.findall(plain(text).expandtabs(4)):
            yield found, ink


def _parts(word: str, room: int, whole: int) -> list[str]:
    """The word as one part, or as many as it fills lines; the first gets what room there is."""
    if _wide(word) <= room:
        return [word]
    first = (chop_cells(word[: room + 1], room) or [word[:1]])[0] or word[:1]
    return [first, *chop_cells(word[len(first) :], whole)] if len(first) < len(word) else [first]


def _wide(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text)


def _fitting(lead: Line, width: int) -> Line:
    """What stands before a line, shortened on a page so narrow that no word would fit behind it."""
    return lead if cells(lead) <= max(width - _LEAST, 0) else ()


def cells(line: Iterable[Piece]) -> int:
    """How many terminal cells a line takes."""
    return sum(_wide(piece.text) for piece in line)


def fit(text: str, width: int) -> str:
    """Text of exactly so many cells: cut with "…" or filled with spaces."""
    if cell_len(text) > width:
        text = (chop_cells(text, max(width - 1, 1)) or [""])[0] + "…"
    return text + " " * (width - cell_len(text))
