"""Something came before what I said, on its way to a store: both sides, and what can be done. At first, nothing is."""

from datetime import datetime
from typing import ClassVar

from textual.binding import BindingType

from sayso_client.decision import Decision
from sayso_client.differences import Moved
from sayso_client.draft import Draft
from sayso_client.errors import SaysoError
from sayso_client.ledger.outbox import Outgoing
from sayso_client.text import one_line
from sayso_client.verdict import Receipt
from sayso_tui.keys import Where, bindings
from sayso_tui.outbox_words import said_words
from sayso_tui.screens.choosing import Way, Ways
from sayso_tui.screens.conflict import Conflict
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.recording import Recording
from sayso_tui.screens.wording import InWords
from sayso_tui.widgets.pane.when import ago


class OutboxWays(Ways):
    """As while I write, but what I wrote stands in the outbox, where it stays until I say otherwise."""

    def __init__(self, draft: Draft, was: Decision, now_is: Decision, happened: Moved, seen_whole: bool) -> None:
        """As there."""
        super().__init__(draft, was, now_is, happened, seen_whole)
        self.order = (Way.KEEP, Way.SUPERSEDE, Way.NOTE, Way.DROP)

    def label(self, way: Way) -> str:
        """A few words."""
        if way is Way.KEEP:
            return "decide later"
        return super().label(Way.KEEP) if way is Way.DROP else super().label(way)

    def _meaning(self, way: Way) -> str:
        if way is Way.KEEP:
            return "nothing is written; yours waits in the outbox"
        if way is Way.DROP:
            return "nothing is written, and yours is dropped from the outbox"
        return super()._meaning(way)


class Overtaken(Conflict, inherit_bindings=False):
    """Ends with a receipt when mine was said anew; `outcome` says what was done otherwise."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    KNOWN = False
    asks, goes_again = "", False
    """No store has to be asked after it, and nothing goes out once more."""
    HINTS = (
        Hint("record", "do it"),
        Hint("keep", "decide later"),
        Hint("choice-down"),
        Hint("text-page-down"),
        Hint("sheet-help"),
    )

    def __init__(self, one: Outgoing, was: Decision, now_is: Decision, draft: Draft, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            one: What stands in the outbox.
            was: The decision that it was said upon, as far as that is known.
            now_is: As it stands.
            draft: What was said, as its sheet held it.
            desk: What to work with.
        """
        self.one = one
        self.outcome = ""
        """What was done, as a sentence; empty when nothing was."""
        super().__init__(was, now_is, draft, desk)
        self.recording = Recording(desk.inbox, one.num)

    def when(self, now: datetime) -> str:
        """When I said it."""
        return ago(self.one.parcel.queued, now)

    def weighed(self) -> Ways:
        """What can be done."""
        return OutboxWays(self.written, self.was, self.decision, self.clash.happened[0], self.clash.whole)

    def would_be(self) -> InWords:
        """The record that the marked way writes, or that there is none."""
        words = super().would_be()
        if words.draft is not None:
            return words
        dropped = "nothing, and yours is taken out of the outbox"
        return words._replace(missing=dropped if self.chosen is Way.DROP else "nothing; yours waits in the outbox")

    def _end(self, way: Way, receipt: Receipt | None) -> None:
        if way is not Way.DROP:
            super()._end(way, receipt)
            return
        self.recording.under_way = True
        self.run_worker(self._let_go(), group="record")

    async def _let_go(self) -> None:
        """Take the overtaken one out of the outbox. What takes its place does so by itself, in its own transaction."""
        try:
            await self.desk.inbox.outbox.drop(self.one.num)
        except SaysoError as error:
            self.recording.under_way = False
            self._open(str(error))
            return
        self.outcome = f"Dropped: {said_words(self.one)}. What stands in {one_line(self.one.ref.store, 40)} stays."
        super()._end(Way.DROP, None)
