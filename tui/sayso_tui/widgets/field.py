"""A place to write: grows with the text, takes any paste whole, and shows nothing that acts on the terminal."""

import asyncio
from dataclasses import dataclass

from textual import events
from textual._time import get_time
from textual.geometry import NULL_OFFSET, Offset
from textual.message import Message
from textual.widget import Widget
from textual.widgets import TextArea

from sayso_client.text import plain, unsafe

AT_A_STRETCH = 0.02
"""Seconds of a burst of keys that are taken before all else has a turn."""


class Field(TextArea):
    """A text area without frames. `value` is what the person means: untouched raw text stays raw."""

    DEFAULT_CSS = """
    Field {
        height: auto; min-height: 1; max-height: 8;
        border: none; padding: 0 1;
        background: $foreground 8%;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background: $foreground 14%; }
        & .text-area--cursor-line { background: transparent; }
    }
    """

    @dataclass
    class Cleaned(Message):
        """A paste held characters that act or hide; they are shown now instead."""

        phrases: tuple[str, ...]

    def __init__(self, raw: str = "", *, id: str, placeholder: str = "") -> None:  # noqa: A002 - Textual's name
        self._raw, self._shown = raw, plain(raw)
        super().__init__(
            self._shown,
            id=id,
            soft_wrap=True,
            highlight_cursor_line=False,
            placeholder=placeholder,
        )
        self.cursor_blink = False
        self._breath = 0.0

    @property
    def value(self) -> str:
        """The text; as it was put when nobody has changed it since."""
        return self._raw if self.text == self._shown else self.text

    def put(self, raw: str) -> None:
        """Replace the text, the cursor behind it."""
        self._raw, self._shown = raw, plain(raw)
        self.load_text(self._shown)
        self.move_cursor(self.document.end)

    def rewrite(self, text: str) -> None:
        """Other words in the place of all, as one step that undo takes back; what acts or hides is shown instead."""
        self.history.checkpoint()
        self.replace(plain(text), self.document.start, self.document.end)
        self.history.checkpoint()
        self.move_cursor(self.document.end)

    def on_mount(self) -> None:
        """Writing goes on behind what is there."""
        self.move_cursor(self.document.end)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """As always, but not where no text is any more.

        An undo that leaves too little for a scrollbar is followed by this before the cursor is put back (Textual
        8.2.8), and again behind it.
        """
        row, _ = self.cursor_location
        return super().scroll_cursor_visible(center, animate) if row < self.document.line_count else NULL_OFFSET

    def post_message(self, message: Message) -> bool:
        """As always, but a change is told at once, and not behind all the keys that wait here to be taken."""
        if isinstance(message, TextArea.Changed) and isinstance(self.parent, Widget):
            return self.parent.post_message(message)
        return super().post_message(message)

    async def _on_key(self, event: events.Key) -> None:
        """In a burst, let what was typed so far be kept and painted; Textual calls the text area's handler next.

        A widget with more to do gives nobody else a turn: of a thousand keys at once none would be on the disk, nor
        seen, before the last one is taken.
        """
        if get_time() - self._breath > AT_A_STRETCH:
            await asyncio.sleep(0.002)
            self._breath = get_time()

    async def _on_paste(self, event: events.Paste) -> None:
        """Make a paste plain before the text area takes it; Textual calls its handler next."""
        phrases = unsafe(event.text)
        event.text = plain(event.text)
        if phrases:
            self.post_message(self.Cleaned(phrases))
