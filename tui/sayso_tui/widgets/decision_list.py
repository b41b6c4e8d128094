"""The list of decisions. It paints what is visible, and keeps still while the ledger moves."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollDown, ScrollTo, ScrollUp
from textual.strip import Strip
from textual.widget import Widget

from sayso_client.anchored import AnchoredList
from sayso_client.lines import Line, LiveRows, Pending
from sayso_client.rows import Query, Row, View
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.glyphs import glyphs
from sayso_tui.widgets.inks import ink
from sayso_tui.widgets.row_line import Look, fit, paint
from sayso_tui.widgets.row_words import LONG_WORD, WORD, Tone

WHEEL = 3
"""Rows that one notch of the wheel scrolls."""
NARROW = 48
"""Below so many cells the asker has no column, whatever was asked for."""
FAR = 3
"""Scrolling by more than so many pages reads by position instead of from row to row."""

_EMPTY = {
    View.WAITING: ("Nothing waits on you.", "Agents ask with: sayso raise"),
    View.PROPOSED: ("No proposal waits on you.", "Agents suggest answers with: sayso propose"),
    View.OPEN: ("No decision is open.", "Agents ask with: sayso raise"),
    View.CONTESTED: ("Nothing is contested.", "Here stand decisions on which two answers disagree."),
    View.SETTLED: ("Nothing is settled yet.", "What you answer or dismiss is kept here."),
    View.ALL: ("There is no decision yet.", "Agents ask with: sayso raise"),
}


class Source(LiveRows, Protocol):
    """Rows and the clock that goes with them."""

    def now(self) -> datetime:
        """The present time, aware."""


class DecisionList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows of decisions, anchored by the one under the cursor."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "decision-list--cursor",
        "decision-list--title",
        *(f"decision-list--{tone}" for tone in Tone),
    }
    DEFAULT_CSS = """
    DecisionList {
        background: $background;
        color: $foreground;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        scrollbar-color: $foreground 22%;
        scrollbar-background: $background;
        & > .decision-list--cursor { background: $accent 18%; text-style: bold; }
        &:ansi > .decision-list--cursor { background: ansi_bright_black; }
        & > .decision-list--title { color: $foreground; }
        & > .decision-list--ink { color: $foreground; }
        & > .decision-list--dim { color: $foreground 62%; }
        & > .decision-list--faint { color: $foreground 38%; }
        & > .decision-list--accent { color: $accent; }
        & > .decision-list--warn { color: $warning; }
        & > .decision-list--good { color: $success; }
        & > .decision-list--hot { color: $error; }
    }
    """

    @dataclass
    class Highlighted(Message):
        """The cursor is on another decision; None when nothing is listed."""

        ref: Ref | None

        def can_replace(self, message: Message) -> bool:
            """Only the last one counts while a key is held down."""
            return isinstance(message, DecisionList.Highlighted)

    @dataclass
    class Opened(Message):
        """The reader asked to see that decision."""

        ref: Ref

    @dataclass
    class Arrivals(Message):
        """What waits to be shown is another now."""

        pending: Pending

        def can_replace(self, message: Message) -> bool:
            """Only the last count matters."""
            return isinstance(message, DecisionList.Arrivals)

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._signs = glyphs(ascii_only)
        self._narrow = False
        self._source: Source | None = None
        self._model: AnchoredList | None = None
        self._painted: tuple[Line, ...] = ()
        self._told: tuple[Ref | None, Pending] = (None, Pending())
        self._look: Look | None = None
        self._strips: dict[tuple[Row, bool, str | None], Strip] = {}
        self._minute = ""
        self._width = 0
        self._handle = (0, 0)

    @property
    def cursor_ref(self) -> Ref | None:
        """The decision under the cursor."""
        return self._model.cursor if self._model else None

    @property
    def pending(self) -> Pending:
        """What waits to be shown."""
        return self._model.pending if self._model else Pending()

    @property
    def narrow(self) -> bool:
        """Whether the asker's column is left out."""
        return self._narrow

    @narrow.setter
    def narrow(self, narrow: bool) -> None:
        if narrow != self._narrow:
            self._narrow = narrow
            self._repaint()

    def use(self, source: Source, query: Query) -> None:
        """List what the query picks from there. The cursor stays on its decision where that is still listed.

        While a text is typed the cursor goes to the first row, unless its decision is among the first ones.
        """
        if self._model is None or source is not self._source:
            self._source = source
            # Before it has a place on the screen it cannot be higher than that: so the first frame has all its rows.
            self._model = AnchoredList(source, query, max(1, self.size.height or self.app.size.height))
        else:
            self._model.open(query)
        self._repaint()
        self._sync()

    def refresh_rows(self) -> None:
        """Take in what changed in the ledger, and on the clock."""
        if self._model is None or self._source is None:
            return
        self._model.refresh()
        if self._source.now().strftime("%d %H:%M") != self._minute:
            self._repaint()
        self._sync()

    def show_arrivals(self) -> None:
        """Show the list as it stands; the cursor stays on its decision, else goes to the nearest."""
        if self._model is not None:
            self._model.show_arrivals()
            self._sync()

    def go_to(self, ref: Ref) -> bool:
        """Put the cursor on that decision; False when it is not listed."""
        found = self._model is not None and self._model.go_to(ref)
        self._sync()
        return found

    def advance_after(self, ref: Ref) -> None:
        """Go from a decision that I settled to the next one that waits."""
        if self._model is None:
            return
        self._model.refresh()
        if (onward := self._model.next_waiting(ref)) is not None:
            self._model.go_to(onward)
        self._sync()

    def action_cursor_down(self) -> None:
        """The next row."""
        self._move(1)

    def action_cursor_up(self) -> None:
        """The row before."""
        self._move(-1)

    def action_half_page_down(self) -> None:
        """Half a page on."""
        self._move(max(1, self.size.height // 2))

    def action_half_page_up(self) -> None:
        """Half a page back."""
        self._move(-max(1, self.size.height // 2))

    def action_page_down(self) -> None:
        """A page on."""
        self._move(max(1, self.size.height))

    def action_page_up(self) -> None:
        """A page back."""
        self._move(-max(1, self.size.height))

    def action_first(self) -> None:
        """The top of the list."""
        if self._model is not None:
            self._model.first()
            self._sync()

    def action_last(self) -> None:
        """The end of the list."""
        if self._model is not None:
            self._model.last()
            self._sync()

    def action_open(self) -> None:
        """Ask to see the decision under the cursor."""
        if self.cursor_ref is not None:
            self.post_message(self.Opened(self.cursor_ref))

    def render_line(self, y: int) -> Strip:
        """The line at `y`, counted from the first visible one."""
        look = self._look = self._look or self._make_look()
        if y >= len(self._painted) or self._source is None:
            return self._blank_line(y, look)
        line = self._painted[y]
        key = (line.row, line.cursor, line.gone)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = paint(line, self._source.now(), look)
        return strip

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The scrollbar or the wheel moved: bring other rows into sight, the cursor stays where it is."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = new_value
        model = self._model
        if model is None or round(new_value) == model.before:
            return
        by = round(new_value) - model.before
        if abs(by) > FAR * model.height:
            model.jump(round(new_value))
        else:
            model.scroll(by)
        self._sync()

    def on_scroll_to(self, event: ScrollTo) -> None:
        """The scrollbar was dragged; the list is never animated."""
        _taken(event)
        if event.y is not None:
            self.scroll_to(y=event.y, animate=False)

    def on_scroll_up(self, event: ScrollUp) -> None:
        """Clicked above the scrollbar's handle."""
        _taken(event)
        self._scroll(-self.size.height)

    def on_scroll_down(self, event: ScrollDown) -> None:
        """Clicked below it."""
        _taken(event)
        self._scroll(self.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Make room for other rows; the cursor's stays in sight."""
        if self._model is not None:
            self._model.resize(self.size.height)
        self._width = self.scrollable_size.width
        self._repaint()
        self._sync()

    def on_focus(self) -> None:
        """The cursor's line shows where the keys go."""
        self._repaint()

    def on_blur(self) -> None:
        """And that they go elsewhere."""
        self._repaint()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor there; a second click opens."""
        if self._model is not None and self._model.point(event.y):
            self._sync()
            if event.chain == 2:
                self.action_open()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Three rows on, the cursor stays."""
        _taken(event)
        self._scroll(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Three rows back, the cursor stays."""
        _taken(event)
        self._scroll(-WHEEL)

    def notify_style_update(self) -> None:
        """Other colours."""
        super().notify_style_update()
        self._repaint()

    def _scroll(self, rows: int) -> None:
        if self._model is not None:
            self._model.scroll(rows)
            self._sync()

    def _move(self, rows: int) -> None:
        if self._model is not None:
            self._model.move(rows)
            self._sync()

    def _repaint(self) -> None:
        """Everything may look different."""
        self._look = None
        self._strips.clear()
        if self._source is not None:
            self._minute = self._source.now().strftime("%d %H:%M")
        self.refresh()

    def _sync(self) -> None:
        """Paint the lines that changed, place the scrollbar, and tell what changed."""
        model = self._model
        if model is None:
            return
        old, new = self._painted, model.visible()
        self._painted = new
        dirty = [y for y in range(max(len(old), len(new))) if not _same(old, new, y)]
        # What an empty list says stands on other lines than its first row.
        if bool(old) != bool(new) or len(dirty) > max(2, self.size.height // 2):
            self.refresh()
        elif dirty:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in dirty))
        if len(self._strips) > 8 * model.height:
            self._strips.clear()
        self._place(model)
        told, self._told = self._told, (model.cursor, model.pending)
        if told[0] != model.cursor:
            self.post_message(self.Highlighted(model.cursor))
        if told[1] != model.pending:
            self.post_message(self.Arrivals(model.pending))

    def _place(self, model: AnchoredList) -> None:
        """Place the scrollbar. Layout is asked for only when it comes or goes, a repaint only when it looks different.

        Repainting the bar costs as much as half the list, and in a long list an arrival moves it by less than is seen.
        """
        size = Size(self._width, model.total)
        if size.width != self.virtual_size.width or self.show_vertical_scrollbar != (model.total > model.height):
            self.virtual_size = size
        else:
            self.set_reactive(Widget.virtual_size, size)
        self.set_scroll(None, model.before)
        self.set_reactive(Widget.scroll_target_y, float(model.before))
        if self.show_vertical_scrollbar:
            bar = self.vertical_scrollbar
            bar.set_reactive(ScrollBar.window_virtual_size, model.total)
            bar.set_reactive(ScrollBar.position, float(model.before))
            if (handle := _handle(model)) != self._handle:
                self._handle = handle
                bar.refresh()

    def _blank_line(self, y: int, look: Look) -> Strip:
        """Below the last row; an empty list says what that means."""
        if self._model is None or self._painted or y not in (1, 2):
            return Strip.blank(look.width, look.plain[Tone.INK])
        query = self._model.query
        said, helps = _EMPTY[query.view]
        if query.text:
            said, helps = f"No decision matches “{one_line(query.text, look.width)}”.", "esc clears the filter"
        text = fit(f"  {said if y == 1 else helps}", look.width, look.signs.more)
        return Strip([Segment(text, look.title if y == 1 else look.plain[Tone.DIM])], look.width)

    def _make_look(self) -> Look:
        _, background = self.background_colors
        on_cursor = background + self.get_component_styles("decision-list--cursor").background

        def style(name: str, cursor: bool) -> Style:
            return ink(self, f"decision-list--{name}", on_cursor if cursor else background)

        bold = self.get_component_styles("decision-list--cursor").text_style
        cursor = {tone: style(tone, True) for tone in Tone}
        if not self.has_focus:
            cursor[Tone.ACCENT] = cursor[Tone.FAINT]
        view = self._model.query.view if self._model else View.WAITING
        return Look(
            plain={tone: style(tone, False) for tone in Tone},
            cursor=cursor,
            title=style("title", False),
            title_cursor=style("title", True) + bold,
            signs=self._signs,
            width=self.scrollable_size.width,
            word=LONG_WORD if view in (View.SETTLED, View.ALL) else WORD,
            asker=not self._narrow and self.size.width >= NARROW,
        )


def _same(old: tuple[Line, ...], new: tuple[Line, ...], y: int) -> bool:
    if y >= len(old) or y >= len(new):
        return False
    was, now = old[y], new[y]
    return was.row is now.row and was.cursor == now.cursor and was.gone == now.gone


def _handle(model: AnchoredList) -> tuple[int, int]:
    """Where the scrollbar's handle begins and how long it is, in the eighths of a cell in which it is drawn."""
    rest = max(1, model.total - model.height)
    length = max(1.0, model.height**2 / max(1, model.total))
    return int((model.height - length) * min(1.0, model.before / rest) * 8), int(length * 8)


def _taken(event: Message) -> None:
    """Nobody else, the widget's own base included, acts on it."""
    event.stop()
    event.prevent_default()
