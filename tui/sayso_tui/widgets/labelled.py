"""A word beside a field, or above it where there is no room."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static


class Labelled(Horizontal):
    """One line of a form."""

    DEFAULT_CSS = """
    Labelled { height: auto; margin-top: 1; }
    Labelled > .label { width: 11; color: $foreground 62%; }
    Labelled > .labelled { width: 1fr; height: auto; }
    """

    def __init__(self, label: str, field: Widget) -> None:
        super().__init__()
        self._label = label
        self._field = field
        field.add_class("labelled", update=False)

    def compose(self) -> ComposeResult:
        """The word, then the field."""
        yield Static(self._label, classes="label", markup=False)
        yield self._field
