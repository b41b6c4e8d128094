"""The line that counts what waits to be shown."""

from rich.text import Text
from textual.widget import Widget

from sayso_client.lines import Pending
from sayso_tui.glyphs import glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink


class Arrivals(Widget):
    """For example "3 new — ctrl+r to show" or "1 answered — ctrl+r to clear".

    It stands in a line that is kept free, so that nothing moves when something waits.
    """

    DEFAULT_CSS = """
    Arrivals { height: 1; padding: 0 2; color: $accent; }
    """

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._signs = glyphs(ascii_only)
        self._pending = Pending()
        self._key = "ctrl+r"

    def show(self, pending: Pending, key: str = "ctrl+r") -> None:
        """Say what waits, and the key that asks for it; nothing when nothing waits."""
        if (pending, key) != (self._pending, self._key):
            self._pending, self._key = pending, key
            self.display = bool(pending)
            self.refresh(layout=True)

    def render(self) -> Text:
        """The line, in our own words only."""
        line = Text(no_wrap=True, overflow="ellipsis")
        if self._pending:
            line.append(self._pending.words().replace("·", self._signs.between))
            dim = ink(self, Tone.DIM)
            line.append(f" {self._signs.dash} {self._key} to {self._pending.verb}", dim)
        return line
