"""One thing in the outbox: what was said, how far it is, and what can be done with it. At first, nothing is."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.errors import SaysoError
from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.outgoing import verdict_of
from sayso_client.overtaken import as_draft, as_it_was
from sayso_client.text import one_line
from sayso_tui.keys import Where, bindings
from sayso_tui.outbox_words import LOUD, health_of, said_words, since_words, stage_words, way_on, why_words
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.overtaken import Overtaken
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.wording import InWords, Wording
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, row, said
from sayso_tui.widgets.pane.question import in_short

_COLUMN = 8


class Do(StrEnum):
    """What can be done with something in the outbox."""

    LEAVE = "leave it"
    TRY = "try now"
    CORRECT = "correct it"
    AGAIN = "send again"
    DROP = "drop it"


_WRITES = {
    Do.LEAVE: "nothing; it stays in the outbox",
    Do.TRY: "nothing new; the store is asked at once",
    Do.CORRECT: "nothing; your words go back into their sheet, out of the outbox",
    Do.AGAIN: "again, under the same id",
    Do.DROP: "nothing, and it is taken out of the outbox for good",
}


def sheet_about(one: Outgoing, decision: Decision, desk: Desk) -> "OutboxSheet | Overtaken":
    """The sheet for one thing in the outbox: both sides where something came before it."""
    verdict = verdict_of(one) if one.stage is Stage.CONFLICT and decision.is_held else None
    draft = as_draft(verdict, decision) if verdict is not None else None
    if verdict is None or draft is None:
        return OutboxSheet(one, decision, desk)
    return Overtaken(one, as_it_was(verdict, decision), decision, draft, desk)


class OutboxSheet(Wording, inherit_bindings=False):
    """Ends with None; `outcome` says what was done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    FIRST = "way"
    HINTS = (Hint("record", "do it"), Hint("keep", "leave it"), Hint("choice-down"), Hint("sheet-help"))
    NAMES = False

    def __init__(self, one: Outgoing, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            one: What stands in the outbox.
            decision: What it is about, as it stands.
            desk: What to work with.
        """
        super().__init__(decision, Act.NOTE, desk)
        self.one = one
        self.outcome = ""
        """What was done, as a sentence; empty when nothing was."""
        self.goes_again = False
        """It was queued once more, so that there is news to follow."""
        self.asks = ""
        """The store that is to be asked at once, when that was chosen."""
        self._under_way = False

    @property
    def heading(self) -> str:
        """What it is about."""
        if self.one.stage is Stage.LOST:
            return "Send it again?"
        return f"In the outbox: {stage_words(self.one)}"

    @property
    def _order(self) -> tuple[Do, ...]:
        if self.one.stage is Stage.REFUSED and self._draft() is not None:
            return (Do.LEAVE, Do.CORRECT, Do.AGAIN, Do.DROP)
        if self.one.stage in (Stage.REFUSED, Stage.LOST, Stage.CONFLICT):
            return (Do.LEAVE, Do.AGAIN, Do.DROP)
        return (Do.LEAVE, Do.TRY, Do.DROP)

    def _draft(self) -> Draft | None:
        verdict = verdict_of(self.one) if self.decision.is_held else None
        return as_draft(verdict, self.decision) if verdict is not None else None

    def _choices(self) -> list[Choice]:
        unsure = self.one.stage is Stage.UNKNOWN
        meanings = {
            Do.LEAVE: "nothing changes",
            Do.TRY: "ask the store at once, and send what waits",
            Do.CORRECT: "your words are back in their sheet as a draft",
            Do.AGAIN: "the same record under the same id: never written twice",
            Do.DROP: "it may be recorded there all the same" if unsure else "it is never sent; your words are deleted",
        }
        return [Choice(str(each), meanings[each]) for each in self._order]

    def fields(self) -> Iterable[Widget]:
        """The ways on."""
        yield Choices(self._choices(), 0, id="way")

    def on_mount(self) -> None:
        """Say what would be written: nothing."""
        self.call_next(self.refresh_words)

    @property
    def chosen(self) -> Do:
        """What is marked."""
        return self._order[self.query_one("#way", Choices).chosen or 0]

    def would_be(self) -> InWords:
        """What the marked way writes."""
        again = f": {said_words(self.one)}" if self.chosen is Do.AGAIN else ""
        return InWords(self.decision, None, self.desk.inbox.me, f"{_WRITES[self.chosen]}{again}")

    def context(self, width: int) -> Iterable[Block]:
        """The question in one line, what was said, how far it is."""
        title, where = in_short(self.decision)
        yield Block((*title, Piece("   "), *where))
        yield BLANK
        yield row("You" if self.one.verdict else "Asked", said(said_words(self.one), Ink.STRONG), width=_COLUMN)
        now = self.desk.inbox.now().astimezone()
        loud = Ink.HOT if self.one.stage in LOUD else Ink.WARN
        yield row("Now", Piece(stage_words(self.one), loud), width=_COLUMN)
        yield row("Since", Piece(since_words(self.one, now), Ink.DIM), width=_COLUMN)
        health = health_of(self.desk.inbox.stores(), self.one.ref.store)
        if why := why_words(self.one, health):
            yield row("Why", said(why, Ink.TEXT, 600), width=_COLUMN)
        yield row("", Piece(way_on(self.one, health), Ink.DIM), width=_COLUMN)

    def changed(self, latest: Decision | None) -> None:
        """It went on meanwhile: show how it stands, and begin on the choice that does nothing."""
        super().changed(latest)
        one = self.desk.inbox.outbox.one(self.one.num)
        if self._under_way or one == self.one:
            return
        if one is None or one.stage in (Stage.WRITTEN, Stage.RECORDED):
            self.outcome = (
                f"{said_words(self.one)} · {stage_words(one)}" if one else "It is not in the outbox any more."
            )
            self.dismiss(None)
            return
        stage, self.one = self.one.stage, one
        self.draw_question()
        if stage is not one.stage:
            self.query_one("#way", Choices).put(self._choices(), 0)
            self.refit()
            self.refresh_words()
            self.shown_anew()

    @on(Choices.Chosen)
    def marked(self, event: Choices.Chosen) -> None:
        """Say what the other way would write."""
        event.stop()
        self.refresh_words()

    async def action_record(self) -> None:
        """Do what is marked. The same rule as for every record, also where nothing is written."""
        if self._under_way:
            return
        if sentence := self.desk.rhythm.too_soon(self.painted) or self.unread():
            self.say_not_yet(sentence)
            return
        if self.chosen is Do.LEAVE:
            self.dismiss(None)
            return
        self._under_way = True
        self.run_worker(self._do(self.chosen), group="record")

    async def _do(self, what: Do) -> None:
        inbox, store = self.desk.inbox, one_line(self.one.ref.store, 40)
        try:
            if what is Do.TRY:
                self.asks = self.one.ref.store
            elif what is Do.AGAIN:
                await inbox.outbox.send_again(self.one.num)
                self.goes_again = True
                self.outcome = f"{said_words(self.one)} · queued for {store} again"
            elif what is Do.CORRECT and (draft := self._draft()) is not None:
                await inbox.correct(self.one.num, replace(draft, at=inbox.now()))
                self.outcome = "Your words are back in their sheet. It was not sent."
            else:
                await inbox.outbox.drop(self.one.num)
                self.outcome = f"Dropped: {said_words(self.one)}. It was not sent."
        except SaysoError as error:
            self._under_way = False
            self.say(str(error))
            return
        self.dismiss(None)

    async def action_keep(self) -> None:
        """Leave; it stays where it is."""
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
        """Leave sayso; it stays where it is."""
        await self.run_action("app.leave")
