"""The floor: the smallest Textual app that paints a screen."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    """One line and nothing else."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("hello world")


if __name__ == "__main__":
    Hello().run()
