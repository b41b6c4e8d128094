"""What a page is made of before it has a width: blocks of inked pieces. Pure values, no Textual."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sayso_client.text import isolate, one_line, plain
from sayso_tui.tones import Ink as Ink

LARGEST = 64 * 1024
"""Characters of one foreign text that are drawn; `sayso show KEY` has the whole."""


class Piece(NamedTuple):
    """A run of text in one ink. The text is plain already."""

    text: str
    ink: Ink = Ink.TEXT


Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: what it says, what stands before its first and its other lines, and a label of ours at its end."""

    pieces: Line
    first: Line = ()
    rest: Line = ()
    label: Line = ()
    """Never broken: behind the last word where there is room, else on a line of its own."""


BLANK = Block(())
GUTTER = (Piece("▏ ", Ink.FAINT),)
"""Stands before each line of foreign prose, so that it cannot pass for our own words."""


def heading(text: str, *more: Piece) -> Block:
    """The dim title of a section."""
    return Block((Piece(text, Ink.DIM), *more))


def row(label: str, *pieces: Piece, width: int = 11) -> Block:
    """A labelled line whose continuation hangs under its content."""
    return Block(pieces, first=(Piece(f"{label:<{width}}", Ink.DIM),), rest=(Piece(" " * width),))


def indented(*pieces: Piece, by: int = 2) -> Block:
    """A line of our own that stands in a section."""
    space = (Piece(" " * by),)
    return Block(pieces, first=space, rest=space)


def quoted(text: str, ink: Ink = Ink.TEXT, by: int = 0) -> Iterable[Block]:
    """Foreign prose of any length, behind the gutter, cut with a sentence when it is too long."""
    space = (Piece(" " * by),) if by else ()
    shown, lost = cut(text)
    for paragraph in shown.split("\n"):
        yield Block((Piece(paragraph, ink),), first=space + GUTTER, rest=space + GUTTER)
    if lost:
        yield indented(Piece(lost, Ink.WARN), by=by)


def cut(text: str) -> tuple[str, str]:
    """The text as far as it is drawn, plain, and a sentence when that is not all of it."""
    if len(text) <= LARGEST:
        return plain(text), ""
    lost = f"Cut here: {len(text):,} characters in all. Full text: ctrl+g in the inbox, or “sayso show KEY”."
    return plain(text[:LARGEST]), lost


def said(text: str, ink: Ink = Ink.TEXT, cells: int = 2000) -> Piece:
    """Foreign text on one line, safe beside words of ours."""
    return Piece(isolate(one_line(text, cells)), ink)
