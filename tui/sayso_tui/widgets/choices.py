"""A list to choose one of, as (●) and ( ). Nothing is chosen until somebody chooses."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message

from sayso_client.text import plain
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.page import WIDTHS, Page
from sayso_tui.widgets.pane.blocks import Block, Ink, Line, Piece
from sayso_tui.widgets.pane.laid import Laid
from sayso_tui.widgets.pane.layout import cells, fit, lay_out

_COLUMN = 16
"""Labels up to this width have their meanings in a column beside them."""
_MEANINGS = 40
"""Cells from which each choice shows its meaning, and not only the chosen one."""


_NARROW = 12
"""Cells below which a line may begin without its mark."""
_MOST = 16_000
"""Characters of all labels together from which each but the chosen one is cut."""
_CUT = 72
"""Characters that are left of one; the question's page has it in full."""


class Choices(Page, can_focus=True):
    """On one line when all labels fit and need no meaning, else one below the other."""

    DEFAULT_CSS = """
    Choices { height: auto; max-height: 12; scrollbar-gutter: auto; }
    Choices:focus { background: $foreground 5%; }
    """

    @dataclass
    class Chosen(Message):
        """The person chose another one."""

        choices: "Choices"
        index: int

        @property
        def control(self) -> "Choices":
            """For `on(…, "#id")`."""
            return self.choices

    def __init__(
        self,
        items: Sequence[Choice],
        chosen: int | None,
        *,
        id: str,  # noqa: A002 - Textual's name
        column: int = _COLUMN,
    ) -> None:
        super().__init__(id=id)
        self._column = column
        self._items = tuple(items)
        self.chosen = chosen
        """The index of the chosen one; None while none is."""
        self.frozen = False
        """Nothing else can be chosen; it stays readable."""
        self._starts: dict[int, list[int]] = {}
        self._wrapped: dict[tuple[int, int, bool], list[Line]] = {}
        self._long = _too_long(self._items)
        """Whether all labels in full would be more than anybody reads in a list."""

    def put(self, items: Sequence[Choice], chosen: int | None) -> None:
        """Other things to choose from."""
        self._items = tuple(items)
        self._long = _too_long(self._items)
        self._wrapped.clear()
        self.choose(chosen)

    def choose(self, index: int | None) -> None:
        """Mark one, in silence."""
        rows = len(self._lines)
        self.chosen = index
        self._laid.clear()
        self._starts.clear()
        self._lay_out()
        self.refresh(layout=len(self._lines) != rows)
        self._to_chosen()

    def move(self, step: int) -> None:
        """Choose the next one that can be chosen, in that direction."""
        if self.frozen:
            return
        at = self.chosen if self.chosen is not None else (-1 if step > 0 else len(self._items))
        index = at + step
        while 0 <= index < len(self._items) and self._items[index].refused:
            index += step
        if 0 <= index < len(self._items):
            self.choose(index)
            self.post_message(self.Chosen(self, index))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked at; writes nothing."""
        if not self._first_rows or self.frozen:
            return
        row = event.y + self.scroll_offset.y
        index = max(n for n, first in enumerate(self._first_rows) if first <= row)
        if not self._items[index].refused and self.chosen != index:
            self.choose(index)
            self.post_message(self.Chosen(self, index))

    def _to_chosen(self) -> None:
        if self.chosen is not None and self.chosen < len(self._first_rows):
            top, height = self._first_rows[self.chosen], self.size.height
            ends = [*self._first_rows[1:], len(self._lines)]
            bottom = ends[self.chosen]
            if top < self.scroll_offset.y or bottom - top >= height:
                self.scroll_to(0, top, animate=False, immediate=True)
            elif bottom > self.scroll_offset.y + height:
                self.scroll_to(0, bottom - height, animate=False, immediate=True)

    @property
    def _first_rows(self) -> list[int]:
        """On which line each choice begins; empty when all stand on one."""
        return self._starts.get(self._drawn_for, [])

    def _for_width(self, width: int) -> Laid:
        """As every page, but only choices that look otherwise than before are wrapped anew."""
        if width > 0 and width not in self._laid:
            if len(self._laid) >= WIDTHS:
                self._laid.clear()
                self._wrapped.clear()
            self._laid[width] = Laid(self._choice_lines(width)).reach()
        return self._laid.get(width) or Laid().reach()

    def _choice_lines(self, width: int) -> list[Line]:
        starts: list[int] = []
        self._starts[width] = starts
        line = self._in_a_row() if not self._long else ()
        if line and cells(line) <= width and not any(each.meaning or each.refused for each in self._items):
            return lay_out([Block(line)], width)
        column = max((cell_len(each.label) for each in self._items), default=0) if not self._long else width
        lines: list[Line] = []
        for index, each in enumerate(self._items):
            looks = (width, index, index == self.chosen)
            if looks not in self._wrapped:
                self._wrapped[looks] = self._short(index, each, width) or lay_out(
                    [self._block(index, each, width, column)], width
                )
            starts.append(len(lines))
            lines += self._wrapped[looks]
        return lines

    def _short(self, index: int, item: Choice, width: int) -> list[Line]:
        """A cut label without meaning that fits on a line: wrapping hundreds would be most of opening a sheet."""
        if not self._long:
            return []
        mark, label = self._mark(index), self._label(index)
        line = (mark, Piece(plain(label.text).rstrip(" "), label.ink))
        wraps = "\n" in label.text or "\t" in label.text or width < _NARROW or cells(line) > width
        return [] if item.meaning or item.refused or wraps else [line]

    def _in_a_row(self) -> Line:
        gap = Piece("   ")
        parts = [(self._mark(n), self._label(n), gap) for n in range(len(self._items))]
        return tuple(piece for part in parts for piece in part)[:-1]

    def _block(self, index: int, item: Choice, width: int, column: int) -> Block:
        mark, label = self._mark(index), self._label(index)
        words = item.meaning if width >= _MEANINGS or index == self.chosen else ""
        meaning = Piece(item.refused or words, Ink.DIM if index == self.chosen else Ink.FAINT)
        if column <= min(self._column, width // 4):
            lead = (mark, Piece(fit(label.text, column), label.ink), Piece("   "))
            return Block((meaning,), first=lead, rest=(Piece(" " * (column + 7)),))
        return Block((label, Piece("   "), meaning), first=(mark,), rest=(Piece(" " * 4),))

    def _mark(self, index: int) -> Piece:
        return Piece("(●) ", Ink.ACCENT) if index == self.chosen else Piece("( ) ", Ink.DIM)

    def _label(self, index: int) -> Piece:
        item = self._items[index]
        ink = Ink.FAINT if item.refused else Ink.STRONG if index == self.chosen else Ink.DIM
        label = item.label
        if self._long and index != self.chosen and len(label) > _CUT:
            label = f"{label[: _CUT - 2].rstrip()} …"
        return Piece(label, ink)


def _too_long(items: Sequence[Choice]) -> bool:
    return sum(len(each.label) for each in items) > _MOST
