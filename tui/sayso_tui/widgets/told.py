"""The line above the hints: what was just done on the left, what waits to be shown on the right."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from sayso_client.lines import Pending
from sayso_tui.foreign import foreign_line, in_brief
from sayso_tui.frugal import Backdrop
from sayso_tui.widgets.arrivals import Arrivals


class Told(Backdrop, Horizontal):
    """One line high, which is kept free for it; a sentence that is longer takes up to three."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._said = Static(id="said", markup=False)
        self._arrivals = Arrivals(ascii_only=ascii_only, id="arrivals")
        self._said.display = self._arrivals.display = False
        self._sentence = ""
        self._about_one = False

    def compose(self) -> ComposeResult:
        """The sentence, then the count."""
        yield self._said
        yield self._arrivals

    def say(self, sentence: str, *, about_one: bool = False, seconds: float | None = None) -> None:
        """Say it in the place of what was said; empty to take that away.

        Args:
            sentence: What to say.
            about_one: It is about the decision under the cursor, and goes when the cursor does.
            seconds: It goes after so long; None when it stays.
        """
        self._sentence, self._about_one = sentence, about_one
        self._said.display = bool(sentence)
        self._said.update(foreign_line(in_brief(sentence)))
        if seconds is not None:
            self.set_timer(seconds, lambda: self.say("") if self._sentence == sentence else None)

    def moved_on(self) -> None:
        """The cursor is on another decision."""
        if self._about_one:
            self.say("")

    def show(self, pending: Pending, key: str) -> None:
        """Say what waits, and the key that asks for it."""
        self._arrivals.show(pending, key)
