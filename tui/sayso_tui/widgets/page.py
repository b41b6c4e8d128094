"""A page of text drawn line by line: it costs what is visible, keeps its place, and never reads markup."""

from collections.abc import Callable, Iterable

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from sayso_tui.widgets.inks import ink as on_widget
from sayso_tui.widgets.pane.blocks import Block, Ink, Line
from sayso_tui.widgets.pane.laid import Laid
from sayso_tui.widgets.pane.layout import laying_out

Draw = Callable[[int], Iterable[Block]]
"""From a width in cells to what stands on the page."""
WIDTHS = 3
"""Widths that a page is laid out for at a time."""
TALL = 160
"""Lines from which a page is as tall as can be wanted."""
AHEAD = 100
"""Lines that are laid out beyond those in sight, so that paging down finds some."""
SLICE = 0.008
"""Seconds in which further lines are laid out at a time, with room for keys and paint between two."""


class Page(ScrollView, inherit_bindings=False):
    """Shows what a drawing function yields for its width. Mouse selection and copying work."""

    DEFAULT_CSS = """
    Page {
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        scrollbar-color: $foreground 22%;
        scrollbar-background: $surface;
        overflow-x: hidden;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self._draw: Draw | None = None
        self._shown = Laid().reach()
        self._drawn_for = 0
        self._laid: dict[int, Laid] = {}
        self._strips: dict[int, Strip] = {}
        self._inks: dict[Ink, Style] = {}

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands on the page, top to bottom, without colours."""
        self._shown.reach()
        return tuple("".join(piece.text for piece in line) for line in self._lines)

    @property
    def complete(self) -> bool:
        """Whether all that belongs on the page is laid out, and nothing more will be added at its end."""
        return self._shown.whole

    @property
    def _lines(self) -> list[Line]:
        """Those that are laid out so far."""
        return self._shown.lines

    def show(self, draw: Draw, *, at: int = 0) -> None:
        """Replace what is drawn.

        Args:
            draw: Called now and again whenever the width changes.
            at: The line to stand at the top.
        """
        self._draw = draw
        self._laid.clear()
        stays = self._drawn_for and self._width == self._drawn_for and self.scroll_offset.y == at
        self._lay_out(at, before=self._shown if stays else None)
        # By force: what was shown before may have been too short for a scrollbar.
        self.scroll_to(0, at, animate=False, immediate=True, force=True)

    def scroll_lines(self, lines: int) -> None:
        """Move by so many lines, down when positive, as far as there is text."""
        at = self.scroll_offset.y + lines
        if not self._shown.whole and at + self.size.height > len(self._lines):
            self._grow(at)
        self.scroll_to(0, at, animate=False, immediate=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height that shows everything, or more than any terminal has. Changes nothing that is shown."""
        most = max(viewport.height + 1, TALL)
        return max(min(len(self._for_width(width).reach(most).lines), most), 1)

    def on_mount(self) -> None:
        """A scrollbar that comes or goes changes the width, too, and Textual tells nobody."""
        self.watch(self, "show_vertical_scrollbar", self.on_resize, init=False)

    def on_resize(self) -> None:
        """Lay the text out for the new width; the line at the top stays near."""
        if self._width != self._drawn_for:
            at, before, width = self.scroll_offset.y, self._shown, self._drawn_for
            self._lay_out(at)
            if before.whole and self._shown.whole:
                at = at * len(self._lines) // max(len(before.lines), 1)
            else:
                at = at * width // max(self._drawn_for, 1)
            self.scroll_to(0, at, animate=False, immediate=True)

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    def _lay_out(self, at: int = 0, before: Laid | None = None) -> None:
        """Show the text for the width there is: what is in sight from line `at` now, the rest in slices.

        Args:
            at: The line at the top.
            before: What is in sight now, from the same line on and for the same width; None for anything else.
        """
        width = self._width
        if width <= 0:
            return
        self._drawn_for = width
        self._shown = laid = self._for_width(width)
        self._grow(at)
        if before is None:
            self._strips.clear()
            self.refresh()
        else:
            self._repaint(at, before)
        if not laid.whole:
            self.set_timer(SLICE, lambda: self._go_on(laid))

    def _repaint(self, at: int, before: Laid) -> None:
        """Draw the lines in sight that differ: mostly one or two, and a whole page takes ten times as long."""
        rows = range(at, at + self.size.height)
        same = {row for row in rows if before.lines[row : row + 1] == self._lines[row : row + 1]}
        self._strips = {row: strip for row, strip in self._strips.items() if row in same}
        if len(same) < len(rows):
            self.refresh(*(Region(0, row - at, self.size.width, 1) for row in rows if row not in same))

    def _grow(self, at: int) -> None:
        """See that what is in sight from line `at` is laid out."""
        self._shown.reach(at + self.size.height + AHEAD)
        self.virtual_size = Size(self._drawn_for, len(self._lines))

    def _go_on(self, laid: Laid) -> None:
        """Lay out a slice more, while it is still what is shown."""
        if laid is not self._shown:
            return
        laid.go_on(SLICE)
        if laid.whole:
            self.virtual_size = Size(self._drawn_for, len(self._lines))
        else:
            self.set_timer(SLICE, lambda: self._go_on(laid))

    def _for_width(self, width: int) -> Laid:
        """The lines for one width, remembered: layout asks for the widths with and without a scrollbar."""
        if self._draw is None or width <= 0:
            return Laid().reach()
        if width not in self._laid:
            if len(self._laid) >= WIDTHS:
                self._laid.clear()
            self._laid[width] = Laid(laying_out(self._draw(width), width))
        return self._laid[width]

    def render_line(self, y: int) -> Strip:
        """One row of the viewport."""
        width = self.scrollable_content_region.width
        row = self.scroll_offset.y + y
        if row >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        if row not in self._strips:
            self._strips[row] = self._strip(row, width)
        return self._strips[row]

    def _strip(self, row: int, width: int) -> Strip:
        base = self.rich_style
        segments = [Segment(piece.text, self._ink(piece.ink)) for piece in self._lines[row] if piece.text]
        strip = Strip(segments).adjust_cell_length(width, base)
        if selection := self.text_selection:
            strip = self._selected(strip, selection, row)
        return strip.apply_offsets(0, row)

    def _selected(self, strip: Strip, selection: Selection, row: int) -> Strip:
        span = selection.get_span(row)
        if span is None:
            return strip
        start, end = span
        end = strip.cell_length if end == -1 else end
        style = self.screen.get_component_rich_style("screen--selection")
        before, chosen, after = strip.crop(0, start), strip.crop(start, end), strip.crop(end)
        return Strip.join([before, Strip([Segment(s.text, (s.style or Style()) + style) for s in chosen]), after])

    def _ink(self, ink: Ink) -> Style:
        if ink not in self._inks:
            self._inks[ink] = on_widget(self, ink)
        return self._inks[ink]

    def notify_style_update(self) -> None:
        """The theme or a state class changed: colours are looked up anew."""
        super().notify_style_update()
        self._inks.clear()
        self._strips.clear()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without colours."""
        return selection.extract("\n".join(self.lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """The mouse moved over the text."""
        self._strips.clear()
        self.refresh()
