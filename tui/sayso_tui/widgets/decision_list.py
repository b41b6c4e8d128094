"""The list of decisions. It paints what is visible, and keeps still while the ledger moves."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from sayso_client.anchored import AnchoredList
from sayso_client.errors import LedgerError
from sayso_client.lines import Line, LiveRows, Pending
from sayso_client.rows import Query, View
from sayso_client.vocabulary import Ref
from sayso_tui.glyphs import glyphs
from sayso_tui.widgets.list_painter import ListPainter
from sayso_tui.widgets.list_scroll import ListScroll


class Source(LiveRows, Protocol):
    """Rows and the clock that goes with them."""

    def now(self) -> datetime:
        """The present time, aware."""

    def drafts(self) -> frozenset[Ref]:
        """The decisions for which something was typed and not recorded."""


class DecisionList(ListScroll, can_focus=True, inherit_bindings=False):
    """Rows of decisions, anchored by the one under the cursor."""

    ALLOW_SELECT = False
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
    }
    """

    class Highlighted(Message):
        """The cursor is on another decision; None when nothing is listed."""

        def __init__(self, ref: Ref | None) -> None:
            super().__init__()
            self.ref = ref

        def can_replace(self, message: Message) -> bool:
            """Only the last one counts while a key is held down."""
            return isinstance(message, DecisionList.Highlighted)

    class Opened(Message):
        """The reader asked to see that decision."""

        def __init__(self, ref: Ref) -> None:
            super().__init__()
            self.ref = ref

    class Arrivals(Message):
        """What waits to be shown is another now."""

        def __init__(self, pending: Pending) -> None:
            super().__init__()
            self.pending = pending

        def can_replace(self, message: Message) -> bool:
            """Only the last count matters."""
            return isinstance(message, DecisionList.Arrivals)

    class Trouble(Message):
        """The ledger could not be read; what is listed stays."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._painter = ListPainter(self, glyphs(ascii_only))
        self._source: Source | None = None
        self._painted: tuple[Line, ...] = ()
        self._told: tuple[Ref | None, Pending] = (None, Pending())
        self._drafts: frozenset[Ref] = frozenset()
        self._nothing: Sequence[str] = ()
        self._minute = ""

    @property
    def cursor_ref(self) -> Ref | None:
        """The decision under the cursor."""
        return self._model.cursor if self._model else None

    @property
    def pending(self) -> Pending:
        """What waits to be shown."""
        return self._model.pending if self._model else Pending()

    @property
    def total(self) -> int:
        """How many rows the list has as it is shown."""
        return self._model.total if self._model else 0

    @property
    def drafts(self) -> frozenset[Ref]:
        """The decisions that are marked as having a draft."""
        return self._drafts

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
        self._drafts = source.drafts()
        self._repaint()
        self.sync()

    def refresh_rows(self) -> None:
        """Take in what changed in the ledger, and on the clock."""
        if self._model is None or self._source is None:
            return
        self._model.refresh()
        drafts, self._drafts = self._drafts, self._source.drafts()
        if drafts != self._drafts or self._source.now().strftime("%d %H:%M") != self._minute:
            self._repaint()
        self.sync()

    def show_arrivals(self) -> None:
        """Show the list as it stands; the cursor stays on its decision, else goes to the nearest."""
        if self._model is not None:
            self._model.show_arrivals()
            self.sync()

    def go_to(self, ref: Ref) -> bool:
        """Put the cursor on that decision; False when it is not listed."""
        found = self._model is not None and self._model.go_to(ref)
        self.sync()
        return found

    def leave(self, ref: Ref) -> None:
        """Go from a decision that I settled to the next one that waits; it goes if it is listed no more."""
        if self._model is not None:
            self._model.leave(ref)
            self.sync()

    def opened_by(self, key: str) -> None:
        """Tell that key where a row says what opening it does."""
        if key != self._painter.opens:
            self._painter.opens = key
            self._repaint()

    def told_by(self, said_of: Callable[[Ref], str]) -> None:
        """Ask there what I answered where its store has not recorded it, and show it as every answer is shown."""
        self._painter.said_of = said_of
        self._repaint()

    def say_nothing(self, words: Sequence[str]) -> None:
        """What to say while no row is listed, line by line."""
        if words != self._nothing:
            self._nothing = words
            if not self._painted:
                self.refresh()

    def action_open(self) -> None:
        """Ask to see the decision under the cursor."""
        if self.cursor_ref is not None:
            self.post_message(self.Opened(self.cursor_ref))

    def render_line(self, y: int) -> Strip:
        """The line at `y`, counted from the first visible one."""
        view = self._model.query.view if self._model else View.WAITING
        if y >= len(self._painted) or self._source is None:
            return self._painter.words(y, () if self._painted else self._nothing, view)
        line = self._painted[y]
        draft = line.row.ref in self._drafts
        return self._painter.line(line, self._source.now(), view, draft=draft)

    async def on_event(self, event: events.Event) -> None:
        """A ledger that cannot be read any more, such as a damaged one, ends nothing: somebody may be writing."""
        try:
            await super().on_event(event)
        except LedgerError as error:
            self.post_message(self.Trouble(str(error)))

    def on_resize(self, event: events.Resize) -> None:
        """Make room for other rows; the cursor's stays in sight."""
        if self._model is not None:
            self._model.resize(self.size.height)
        self._width = self.scrollable_size.width
        self._repaint()
        self.sync()

    def on_focus(self) -> None:
        """The cursor's line shows where the keys go."""
        self._repaint()

    def on_blur(self) -> None:
        """And that they go elsewhere."""
        self._repaint()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor there; a second click opens."""
        if self._model is not None and self._model.point(event.y):
            self.sync()
            if event.chain == 2:
                self.action_open()

    def notify_style_update(self) -> None:
        """Other colours."""
        super().notify_style_update()
        self._repaint()

    def _repaint(self) -> None:
        """Everything may look different."""
        self._painter.forget()
        if self._source is not None:
            self._minute = self._source.now().strftime("%d %H:%M")
        self.refresh()

    def sync(self) -> None:
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
        self._painter.thin_out(model.height)
        self.place(model)
        told, self._told = self._told, (model.cursor, model.pending)
        if told[0] != model.cursor:
            # Straight to the screen: on its way up it would cost a step of the cursor a twentieth more.
            self.screen.post_message(self.Highlighted(model.cursor))
        if told[1] != model.pending:
            self.post_message(self.Arrivals(model.pending))


def _same(old: tuple[Line, ...], new: tuple[Line, ...], y: int) -> bool:
    if y >= len(old) or y >= len(new):
        return False
    was, now = old[y], new[y]
    return was.row is now.row and was.cursor == now.cursor and was.gone == now.gone
