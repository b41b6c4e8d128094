"""A sheet that offers a few ways on, of which the first one does nothing and is marked to begin with."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.errors import SaysoError
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.wording import Wording
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices


class WaysOn(Wording, inherit_bindings=False):
    """Ends with None; `outcome` says what was done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    FIRST = "way"
    HINTS = (Hint("record", "do it"), Hint("keep", "leave it"), Hint("choice-down"), Hint("sheet-help"))
    NAMES = False

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            decision: What it is about, as it is on the screen.
            desk: What to work with.
        """
        super().__init__(decision, Act.NOTE, desk)
        self.outcome = ""
        """What was done, as a sentence; empty when nothing was."""
        self.under_way = False
        """What was chosen is being done, so nothing else is taken."""

    @property
    def order(self) -> Sequence[StrEnum]:
        """The ways, in the order in which they are offered; the first one does nothing."""
        raise NotImplementedError

    def meaning(self, way: StrEnum) -> str:
        """What that way does, in a few words."""
        raise NotImplementedError

    async def go(self, way: StrEnum) -> None:
        """Do it, and say in `outcome` what was done.

        Raises:
            SaysoError: it was not done.
        """
        raise NotImplementedError

    def choices(self) -> list[Choice]:
        """As they are shown."""
        return [Choice(str(each), self.meaning(each)) for each in self.order]

    def fields(self) -> Iterable[Widget]:
        """The ways on."""
        yield Choices(self.choices(), 0, id="way")

    def on_mount(self) -> None:
        """Say what would be written: nothing."""
        self.then(self.refresh_words)

    @property
    def chosen(self) -> StrEnum:
        """What is marked."""
        return self.order[self.query_one("#way", Choices).chosen or 0]

    @on(Choices.Chosen)
    def marked(self, event: Choices.Chosen) -> None:
        """Say what the other way would write."""
        event.stop()
        self.refresh_words()

    async def action_record(self) -> None:
        """Do what is marked. The same rule as for every record, also where nothing is written."""
        if self.under_way:
            return
        if sentence := self.desk.rhythm.too_soon(self.painted) or self.unread():
            self.say_not_yet(sentence)
            return
        if self.chosen is self.order[0]:
            self.dismiss(None)
            return
        self.under_way = True
        self.run_worker(self._go(self.chosen), group="record")

    async def _go(self, way: StrEnum) -> None:
        try:
            await self.go(way)
        except SaysoError as error:
            self.under_way = False
            self.say(str(error))
            return
        self.dismiss(None)

    async def action_keep(self) -> None:
        """Leave; it stays as it is."""
        if not self.under_way:
            self.dismiss(None)

    async def action_look_again(self) -> None:
        """Show it as it stands now."""
        latest = self.desk.inbox.decision(self.decision.ref)
        if latest is not None and not self.under_way:
            self.decision = latest
            self.show_decision()
            self.shown_anew()

    async def action_leave(self) -> None:
        """Leave sayso; it stays as it is."""
        await self.run_action("app.leave")
