"""The line above the list: which view is listed and which others there are, or what was looked for."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from sayso_client.rows import Counts, Query, View, offered
from sayso_client.text import isolate, one_line
from sayso_tui.glyphs import glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink

MOST_COUNTED = 1_000
"""With words no more are counted."""
_WORDS = 60
"""Cells of the words looked for."""
_GAP = "  "


class Heading(Widget):
    """As many names of views as fit, always the present one, and the order; or words and how many hold them."""

    DEFAULT_CSS = """
    Heading { height: 1; }
    """

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._signs = glyphs(ascii_only)
        self._query = Query()
        self._found = 0
        self._views = offered(Counts())

    def show(self, query: Query, found: int, views: Sequence[View] = tuple(View)) -> None:
        """Say what is listed.

        Args:
            query: The view and the words.
            found: How many rows there are; told with words only.
            views: Those that the keys go through.
        """
        told = found if query.text else 0
        if (query, told, tuple(views)) != (self._query, self._found, self._views):
            self._query, self._found, self._views = query, told, tuple(views)
            self.refresh()

    def render(self) -> Text:
        """The line."""
        dim, bold = ink(self, Tone.DIM), Style(bold=True)
        line = Text(no_wrap=True, overflow="ellipsis", end="")
        if self._query.text:
            more = "+" if self._found >= MOST_COUNTED else ""
            line.append(self._query.view.label, bold).append(f" {self._signs.between} “")
            line.append(isolate(one_line(self._query.text, _WORDS))).append("”")
            return line.append(f" {self._signs.between} {self._found:,}{more} found", dim)
        order = f"{self._signs.order} {'new' if self._query.view is View.SETTLED else 'due'}"
        room = self.size.width - len(_GAP) - len(order)
        for name in _in_sight([view.label for view in self._views], self._query.view.label, self._signs.more, room):
            line.append(_GAP if line else "").append(name, bold if name == self._query.view.label else dim)
        return line.append(" " * (self.size.width - cell_len(line.plain) - len(order)) + order, ink(self, Tone.FAINT))


def _in_sight(names: Sequence[str], present: str, more: str, width: int) -> Sequence[str]:
    """The names from the first on, scrolled no further than the present one needs; a sign tells that there are more."""
    for start in range(len(names)):
        before = [more] if start else []
        for end in range(len(names), start, -1):
            shown = [*before, *names[start:end], *([more] if end < len(names) else [])]
            if present in shown and cell_len(_GAP.join(shown)) <= width:
                return shown
    return [present]
