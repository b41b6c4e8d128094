"""The record in words, before it is written: always whole on the screen, its long parts shortened to make it so."""

from collections.abc import Callable, Iterable

from textual._time import get_time
from textual.geometry import Region
from textual.strip import Strip

from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import Block, Ink, Line, Piece, said
from sayso_tui.widgets.pane.layout import lay_out

Words = Callable[[int], str]
"""The record in words, each text that somebody wrote cut to so many characters."""

BROAD = 60
"""Cells from which the words hang under their label."""
NO_ROOM = "The record in words has no room here."
_LABEL = "Will write "
_LENGTHS = (600, 300, 160, 100, 70, 50, 36, 24, 16, 10)
_LONGEST = 2000


class Will(Page):
    """A few lines that cannot scroll. Where even the shortest words do not fit, `whole` is False."""

    DEFAULT_CSS = "Will { height: auto; overflow-y: hidden; scrollbar-gutter: auto; }"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._words: Words = lambda _: ""
        self._whole: dict[int, bool] = {}
        self.painted: float | None = None
        """When these words were first painted, on the events' own clock; None until they are."""

    def write(self, words: Words) -> None:
        """Other words."""
        rows = len(self._lines)
        self._words = words
        self._whole.clear()
        self.painted = None
        self.show(self._shortened)
        self.refresh(layout=len(self._lines) != rows)

    def render_lines(self, crop: Region) -> list[Strip]:
        """What goes to the screen now; from here on somebody may have read these words."""
        lines = super().render_lines(crop)
        if self.painted is None and self._lines:
            self.painted = get_time()
        return lines

    @property
    def readable(self) -> bool:
        """Whether all of the words stand on the screen."""
        drawn, seen = self._whole.get(self._drawn_for, False), self.content_region
        return drawn and seen.height >= len(self._lines) > 0 and self.screen.region.contains_region(seen)

    def _shortened(self, width: int) -> Iterable[Block]:
        most = 3 if width >= BROAD else 4
        for length in _LENGTHS:
            blocks = [self._block(length, width)]
            self._whole[width] = len(lay_out(blocks, width)) <= most
            if self._whole[width]:
                return blocks
        return [Block((Piece(NO_ROOM, Ink.WARN),))]

    def _block(self, length: int, width: int) -> Block:
        hanging: Line = (Piece(" " * len(_LABEL)),) if width >= BROAD else ()
        return Block((said(self._words(length), cells=_LONGEST),), first=(Piece(_LABEL, Ink.DIM),), rest=hanging)
