"""No colour at all, for those who set NO_COLOR: Textual's own (8.2.8) would send greys."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

LOOKS = """
App {
    &:nocolor > .tone--faint { text-style: dim; }
    &:nocolor > .tone--badge, &:nocolor > .tone--cursor { text-style: bold reverse; }
    &:nocolor .text-area--cursor, &:nocolor .input--cursor { text-style: reverse; }
    &:nocolor .text-area--selection, &:nocolor .input--selection { text-style: reverse; }
    &:nocolor .screen--selection, &:nocolor .option-list--option-highlighted { text-style: reverse; }
}
"""
"""What colours tell elsewhere, told without them; an app adds it to its styles."""


class Colourless(LineFilter):
    """Leaves bold, dim, reverse and underline, and what is to be clicked."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in the terminal's own colours."""
        return [Segment(text, style and _bare(style), control) for text, style, control in segments]


@lru_cache(1024)
def _bare(style: Style) -> Style:
    bare = style.without_color
    return bare + Style.from_meta(style.meta) if style.meta else bare
