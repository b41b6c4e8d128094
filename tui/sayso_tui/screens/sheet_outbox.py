"""One thing in the outbox: what was said, how far it is, and what can be done with it. At first, nothing is."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.outgoing import verdict_of
from sayso_client.overtaken import as_draft, as_it_was
from sayso_client.text import one_line
from sayso_tui.outbox_words import LOUD, health_of, said_words, since_words, stage_words, way_on, why_words
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.overtaken import Overtaken
from sayso_tui.screens.ways_on import WaysOn
from sayso_tui.screens.wording import InWords
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


class OutboxSheet(WaysOn):
    """Ends with None; `outcome` says what was done."""

    def __init__(self, one: Outgoing, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            one: What stands in the outbox.
            decision: What it is about, as it stands.
            desk: What to work with.
        """
        super().__init__(decision, desk)
        self.one = one
        self.goes_again = False
        """It was queued once more, so that there is news to follow."""
        self.asks = ""
        """The store that is to be asked at once, when that was chosen."""

    @property
    def heading(self) -> str:
        """What it is about."""
        if self.one.stage is Stage.LOST:
            return "Send it again?"
        return f"In the outbox: {stage_words(self.one)}"

    @property
    def order(self) -> tuple[Do, ...]:
        """By how far it is."""
        if self.one.stage is Stage.REFUSED and self._draft() is not None:
            return (Do.LEAVE, Do.CORRECT, Do.AGAIN, Do.DROP)
        if self.one.stage in (Stage.REFUSED, Stage.LOST, Stage.CONFLICT):
            return (Do.LEAVE, Do.AGAIN, Do.DROP)
        return (Do.LEAVE, Do.TRY, Do.DROP)

    def _draft(self) -> Draft | None:
        verdict = verdict_of(self.one) if self.decision.is_held else None
        return as_draft(verdict, self.decision) if verdict is not None else None

    def meaning(self, way: StrEnum) -> str:
        """What each way does."""
        unsure = self.one.stage is Stage.UNKNOWN
        return {
            Do.LEAVE: "nothing changes",
            Do.TRY: "ask the store at once, and send what waits",
            Do.CORRECT: "your words are back in their sheet as a draft",
            Do.AGAIN: "the same record under the same id: never written twice",
            Do.DROP: "it may be recorded there all the same" if unsure else "it is never sent; your words are deleted",
        }[Do(way)]

    def would_be(self) -> InWords:
        """What the marked way writes."""
        again = f": {said_words(self.one)}" if self.chosen is Do.AGAIN else ""
        return InWords(self.decision, None, self.desk.inbox.me, f"{_WRITES[Do(self.chosen)]}{again}")

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
        if self.under_way or one == self.one:
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
            self.query_one("#way", Choices).put(self.choices(), 0)
            self.refit()
            self.refresh_words()
            self.shown_anew()

    async def go(self, way: StrEnum) -> None:
        """Ask the store, or change the outbox."""
        inbox, store = self.desk.inbox, one_line(self.one.ref.store, 40)
        if way is Do.TRY:
            self.asks = self.one.ref.store
        elif way is Do.AGAIN:
            await inbox.outbox.send_again(self.one.num)
            self.goes_again = True
            self.outcome = f"{said_words(self.one)} · queued for {store} again"
        elif way is Do.CORRECT and (draft := self._draft()) is not None:
            await inbox.correct(self.one.num, replace(draft, at=inbox.now()))
            self.outcome = "Your words are back in their sheet. It was not sent."
        else:
            await inbox.outbox.drop(self.one.num)
            self.outcome = f"Dropped: {said_words(self.one)}. It was not sent."
