"""What stands on a terminal that is too small to read anything on. Everything below it stays as it is."""

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static


class TooSmall(Screen[None], inherit_bindings=False):
    """Covers the screen until there is room again. No key acts on what it covers; only leaving is possible."""

    DEFAULT_CSS = """
    TooSmall { background: $background; }
    TooSmall > Static { width: 1fr; height: 1fr; }
    """

    def __init__(self, least: Size, leave: str) -> None:
        """Prepare the notice.

        Args:
            least: The smallest terminal that is drawn on.
            leave: The key that leaves sayso, as a person reads it.
        """
        super().__init__()
        self._least = least
        self._leave = leave

    def compose(self) -> ComposeResult:
        """One sentence."""
        needed = f"terminal too small: {self._least.width}x{self._least.height} needed"
        yield Static(f"{needed}; all is kept, {self._leave} leaves", markup=False)
