"""The line above the list: which view is listed and which others there are, or what was looked for."""

from collections.abc import Iterator, Sequence

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
    """As many names of views as fit, always the present one, and the order; or words and how many hold them.

    One that is to be kept in sight stays there, whichever others have to give way.
    """

    DEFAULT_CSS = """
    Heading { height: 1; }
    """

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._signs = glyphs(ascii_only)
        self._query = Query()
        self._found = 0
        self._views = offered(Counts())
        self._kept: View | None = None

    def show(self, query: Query, found: int, views: Sequence[View] = tuple(View), kept: View | None = None) -> None:
        """Say what is listed.

        Args:
            query: The view and the words.
            found: How many rows there are; told with words only.
            views: Those that the keys go through.
            kept: One of them that is to be kept in sight.
        """
        told = found if query.text else 0
        if (query, told, tuple(views), kept) != (self._query, self._found, self._views, self._kept):
            self._query, self._found, self._views, self._kept = query, told, tuple(views), kept
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
        for name in _in_sight(self._views, self._query.view, self._kept, self._signs.more, room):
            line.append(_GAP if line else "").append(name, bold if name == self._query.view.label else dim)
        return line.append(" " * (self.size.width - cell_len(line.plain) - len(order)) + order, ink(self, Tone.FAINT))


def _in_sight(views: Sequence[View], present: View, kept: View | None, more: str, width: int) -> Sequence[str]:
    """The names from the first on, scrolled no further than those two need; a sign stands for those that are left out.

    Where the two are too far apart, what lies between them is left out.
    """
    count, here = len(views), views.index(present)
    parts = [range(start, end) for start in range(here + 1) for end in range(count, here, -1)]
    tries: list[Sequence[int]] = [*parts]
    if kept in views:
        there = views.index(kept)
        tries = [*(each for each in parts if there in each), *(sorted({*each, there}) for each in parts), *parts]
    for each in tries:
        shown = list(_named(views, each, more))
        if cell_len(_GAP.join(shown)) <= width:
            return shown
    return [present.label]


def _named(views: Sequence[View], places: Sequence[int], more: str) -> Iterator[str]:
    """The names of those at these places, and the sign wherever some are left out."""
    before = -1
    for place in (*places, len(views)):
        if place > before + 1:
            yield more
        if place < len(views):
            yield views[place].label
        before = place
