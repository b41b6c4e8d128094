"""Moving in an anchored list: keys move the cursor, wheel and scrollbar the window."""

from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollDown, ScrollTo, ScrollUp
from textual.widget import Widget

from sayso_client.anchored import AnchoredList

WHEEL = 3
"""Rows that one notch of the wheel scrolls."""
FAR = 3
"""Scrolling by more than so many pages reads by position instead of from row to row."""


class ListScroll(ScrollView, inherit_bindings=False):
    """With wheel and scrollbar the cursor stays where it is. Nothing is animated."""

    _model: AnchoredList | None = None
    _width = 0
    _handle = (0, 0)

    def sync(self) -> None:
        """Paint what changed in the window."""
        raise NotImplementedError

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
            self.sync()

    def action_last(self) -> None:
        """The end of the list."""
        if self._model is not None:
            self._model.last()
            self.sync()

    def _move(self, rows: int) -> None:
        if self._model is not None:
            self._model.move(rows)
            self.sync()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The scrollbar or the wheel moved: bring other rows into sight."""
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
        self.sync()

    def on_scroll_to(self, event: ScrollTo) -> None:
        """The scrollbar was dragged."""
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

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Three rows on."""
        _taken(event)
        self._scroll(WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Three rows back."""
        _taken(event)
        self._scroll(-WHEEL)

    def _scroll(self, rows: int) -> None:
        if self._model is not None:
            self._model.scroll(rows)
            self.sync()

    def place(self, model: AnchoredList) -> None:
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


def _handle(model: AnchoredList) -> tuple[int, int]:
    """Where the scrollbar's handle begins and how long it is, in the eighths of a cell in which it is drawn."""
    rest = max(1, model.total - model.height)
    length = max(1.0, model.height**2 / max(1, model.total))
    return int((model.height - length) * min(1.0, model.before / rest) * 8), int(length * 8)


def _taken(event: Message) -> None:
    """Nobody else, the widget's own base included, acts on it."""
    event.stop()
    event.prevent_default()
