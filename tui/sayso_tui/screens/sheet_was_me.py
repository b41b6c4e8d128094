"""What is settled in my name and was not written here: saying that it was me. At first, nothing is said."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.errors import SaysoError
from sayso_client.rows import Query, View
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.wording import InWords, Wording
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, said
from sayso_tui.widgets.pane.question import in_short
from sayso_tui.widgets.pane.settlement import settlement

MOST = 200
"""So many are said to be mine at once."""


class Was(StrEnum):
    """What can be said of it."""

    LEAVE = "leave it"
    ME = "that was me"
    ALL = "all listed were me"


class WasMeSheet(Wording, inherit_bindings=False):
    """Ends with None; `outcome` says what was done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    FIRST = "way"
    HINTS = (Hint("record", "do it"), Hint("keep", "leave it"), Hint("choice-down"), Hint("sheet-help"))
    NAMES = False
    TITLE = "Not from here: was that you?"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen, marked "not from here".
            desk: What to work with.
        """
        super().__init__(decision, Act.NOTE, desk)
        self.outcome = ""
        """What was done, as a sentence; empty when nothing was."""
        rows = desk.inbox.after(Query(View.NOT_FROM_HERE), None, MOST)
        found = (desk.inbox.decision(each.ref) for each in rows)
        self.listed = tuple(each for each in found if each is not None)
        """All that are marked, as they stood when the sheet was opened."""
        self._under_way = False

    @property
    def _order(self) -> tuple[Was, ...]:
        return tuple(Was) if len(self.listed) > 1 else (Was.LEAVE, Was.ME)

    def fields(self) -> Iterable[Widget]:
        """What can be said."""
        back = self.desk.keys["retract"].first
        meanings = {
            Was.LEAVE: f"it stays marked; {back} takes it back, an answer of yours replaces it",
            Was.ME: "you did it at another machine, or by a script of yours",
            Was.ALL: f"the {len(self.listed):,} in the view “not from here”, as they stand now",
        }
        yield Choices([Choice(str(each), meanings[each]) for each in self._order], 0, id="way")

    def on_mount(self) -> None:
        """Say what would be written: nothing."""
        self.call_next(self.refresh_words)

    @property
    def chosen(self) -> Was:
        """What is marked."""
        return self._order[self.query_one("#way", Choices).chosen or 0]

    def would_be(self) -> InWords:
        """What the marked way writes: a line in the ledger here, and no record."""
        many = f" for {len(self.listed):,} decisions" if self.chosen is Was.ALL else ""
        words = (
            "nothing" if self.chosen is Was.LEAVE else f"no record; noted in the ledger here{many}, and nothing is sent"
        )
        return InWords(self.decision, None, self.desk.inbox.me, words)

    def context(self, width: int) -> Iterable[Block]:
        """The question in one line, what was settled, and the others that are marked."""
        title, where = in_short(self.decision)
        now = self.desk.inbox.now().astimezone()
        yield Block((*title, Piece("   "), *where))
        yield from settlement(self.decision, now)
        others = [each for each in self.listed if each.ref != self.decision.ref]
        if others:
            yield BLANK
            yield Block((Piece(f"{len(others):,} more marked so:", Ink.DIM),))
        for each in others:
            told = each.settlement.text if each.settlement and each.settlement.text else str(each.state)
            title, where = in_short(each)
            yield Block((*title, Piece(" · "), said(told, Ink.STRONG, 80), Piece("   "), *where))

    @on(Choices.Chosen)
    def marked(self, event: Choices.Chosen) -> None:
        """Say what the other way would write."""
        event.stop()
        self.refresh_words()

    async def action_record(self) -> None:
        """Do what is marked. The same rule as for every record."""
        if self._under_way:
            return
        if sentence := self.desk.rhythm.too_soon(self.painted) or self.unread():
            self.say(sentence)
            return
        if self.chosen is Was.LEAVE:
            self.dismiss(None)
            return
        self._under_way = True
        self.run_worker(self._note(self.listed if self.chosen is Was.ALL else (self.decision,)), group="record")

    async def _note(self, meant: tuple[Decision, ...]) -> None:
        try:
            done = await self.desk.inbox.was_me({each.ref: each.seen for each in meant})
        except SaysoError as error:
            self._under_way = False
            self.say(str(error))
            return
        left = len(meant) - len(done)
        if len(meant) == 1:
            self.outcome = "It changed meanwhile, and is left as it was." if left else "Noted here: that was you."
        else:
            behind = f" {left:,} changed meanwhile and are left as they were." if left else ""
            self.outcome = f"Noted here: {len(done):,} were you.{behind}"
        self.dismiss(None)

    async def action_keep(self) -> None:
        """Leave; it stays marked."""
        if not self._under_way:
            self.dismiss(None)

    async def action_look_again(self) -> None:
        """Show it as it stands now."""
        latest = self.desk.inbox.decision(self.decision.ref)
        if latest is not None and not self._under_way:
            self.decision = latest
            self.show_decision()
            self.shown_anew()

    async def action_leave(self) -> None:
        """Leave sayso; it stays marked."""
        await self.run_action("app.leave")
