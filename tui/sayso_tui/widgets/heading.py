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
    """As many names of views as fit, always the present one; with words, those and how many hold them."""

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
        names = _fitting(self._views, self._query.view, self.size.width)
        for view in names:
            line.append(_GAP if line else "").append(view.label, bold if view is self._query.view else dim)
        order = "newest first" if self._query.view is View.SETTLED else "by due"
        if (room := self.size.width - len(line) - len(order)) >= len(_GAP):
            line.append(" " * room + order, dim)
        return line


def _fitting(offered_ones: Sequence[View], present: View, width: int) -> list[View]:
    """The views in their order, without those farthest from the present one that do not fit."""
    views = list(offered_ones)
    while len(views) > 1 and cell_len(_GAP.join(view.label for view in views)) > width:
        at = views.index(present)
        views.pop(-1 if at <= len(views) - 1 - at else 0)
    return views
