"""What a terminal shows: the updates that an app really sends, drawn on a screen that keeps what they leave out."""

import pyte
from textual._compositor import CompositorUpdate
from textual.screen import Screen


class Glass:
    """A terminal's screen. `text` has what stands on it, stale or not."""

    def __init__(self, columns: int, lines: int) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self._screen)

    @property
    def lines(self) -> list[str]:
        """Top to bottom, without the blanks at the ends."""
        return [line.rstrip() for line in self._screen.display]

    def take(self, screen: Screen[object], update: object) -> None:
        """Draw what the app sends."""
        if isinstance(update, CompositorUpdate):
            self._stream.feed(update.render_segments(screen.app.console))
