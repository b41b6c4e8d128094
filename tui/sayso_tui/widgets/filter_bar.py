"""The line at the bottom where words for the filter, or a key to go to, are typed."""

import asyncio
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from sayso_client.text import one_line


class _Line(Input):
    """An input that takes one line of plain text."""

    def _on_paste(self, event: events.Paste) -> None:
        """Make a paste one plain line; Textual calls the input's own handler next."""
        event.text = one_line(event.text)


class FilterBar(Horizontal):
    """Tells each change while filtering; a command is told when it is entered."""

    DEFAULT_CSS = """
    FilterBar { height: 1; padding: 0 1; }
    FilterBar > Static { width: auto; color: $accent; text-style: bold; }
    FilterBar > Input { border: none; height: 1; padding: 0; background: transparent; width: 1fr; }
    """

    @dataclass
    class Changed(Message):
        """Other words."""

        words: str

    def __init__(self, sign: str, words: str = "") -> None:
        """Open the line.

        Args:
            sign: "/" for a filter, ":" for a key to go to.
            words: What to begin with.
        """
        super().__init__()
        self.sign = sign
        self._line = _Line(one_line(words), compact=True, select_on_focus=False)
        self._line.cursor_blink = False

    @property
    def words(self) -> str:
        """What is typed now."""
        return self._line.value

    @property
    def line(self) -> Input:
        """Where the focus goes."""
        return self._line

    def complete(self, words: str) -> None:
        """Put these in the place of what is typed, when they go on from there."""
        if len(words) > len(self.words.strip()):
            self._line.value = one_line(words)
            self._line.cursor_position = len(self._line.value)

    async def taken(self) -> None:
        """Wait until the line has taken what was typed before."""
        done = asyncio.Event()
        self._line.call_later(done.set)
        await done.wait()

    def compose(self) -> ComposeResult:
        """The sign, then the line."""
        yield Static(f"{self.sign} ", markup=False)
        yield self._line

    def on_input_changed(self, event: Input.Changed) -> None:
        """Pass the words on."""
        event.stop()
        self.post_message(self.Changed(event.value))
