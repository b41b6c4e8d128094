"""From the lines of the list to strips, in the colours that the list's TCSS gives; each is painted once."""

from collections.abc import Callable, Sequence
from datetime import datetime

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sayso_client.lines import Line
from sayso_client.rows import Row, View
from sayso_client.vocabulary import IN_THE_OUTBOX, Flag, Ref
from sayso_tui.glyphs import Glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink
from sayso_tui.widgets.row_line import Look, fit, paint

NARROW = 48
"""Below so many cells the asker has no column, whatever was asked for."""
PAGES = 8
"""So many screens of strips are kept."""


class ListPainter:
    """Paints for one list, and remembers the strips until something about all of them changes."""

    def __init__(self, widget: ScrollView, signs: Glyphs) -> None:
        self._widget = widget
        self._signs = signs
        self.opens = "enter"
        """The key that opens what is under the cursor, in the reader's words."""
        self.said_of: Callable[[Ref], str] = lambda _: ""
        """What I answered where its store has not recorded it, raw; empty for nothing of that."""
        self._look: Look | None = None
        self._strips: dict[tuple[Row, bool, str | None, bool], Strip] = {}

    def forget(self) -> None:
        """Everything may look different."""
        self._look = None
        self._strips.clear()

    def thin_out(self, height: int) -> None:
        """Let the strips go when they are many more than are visible."""
        if len(self._strips) > PAGES * height:
            self._strips.clear()

    def line(self, line: Line, now: datetime, view: View, *, draft: bool) -> Strip:
        """One row as it stands at that time."""
        key = (line.row, line.cursor, line.gone, draft)
        strip = self._strips.get(key)
        if strip is None:
            # A row that is made of what was said tells it in its title.
            tells = line.row.flags & IN_THE_OUTBOX and Flag.NOT_HELD not in line.row.flags
            said = self.said_of(line.row.ref) if tells else ""
            strip = self._strips[key] = paint(line, now, self._looks(view), draft=draft, said=said)
        return strip

    def words(self, y: int, words: Sequence[str], view: View) -> Strip:
        """A line of an empty list that says so, the first sentence brighter; blank where there is none."""
        look = self._looks(view)
        if not 0 < y <= len(words):
            return Strip.blank(look.width, look.plain[Tone.INK])
        style = look.title if y == 1 else look.plain[Tone.DIM]
        return Strip([Segment(fit(f"  {words[y - 1]}", look.width, look.signs.more), style)], look.width)

    def _looks(self, view: View) -> Look:
        if self._look is None:
            self._look = self._make(view)
        return self._look

    def _make(self, view: View) -> Look:
        widget = self._widget
        _, background = widget.background_colors
        under = widget.app.get_component_styles(Tone.CURSOR.component)

        def styles(on: Color) -> dict[Tone, Style]:
            return {tone: ink(widget, tone, on) for tone in Tone}

        plain, cursor = styles(background), styles(background + under.background)
        if under.text_style.reverse:
            cursor = {tone: style + Style(reverse=True) for tone, style in cursor.items()}
        if not widget.has_focus:
            cursor[Tone.ACCENT] = cursor[Tone.FAINT]
        return Look(
            plain=plain,
            cursor=cursor,
            title=plain[Tone.INK],
            title_cursor=cursor[Tone.INK] + under.text_style,
            signs=self._signs,
            width=widget.scrollable_size.width,
            asker=widget.size.width >= NARROW,
            opens=self.opens,
            settlers=view is View.SETTLED,
        )
