"""Taking back my last act, whichever decision it was on. What it said stands in its own sheet again afterwards."""

from collections.abc import Iterable
from dataclasses import replace

from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.errors import Incomplete
from sayso_client.handoff.past_act import PastAct
from sayso_client.text import one_line
from sayso_client.undo import Undo
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.sheet import Sheet
from sayso_tui.screens.undo_words import TAKES, answer, did
from sayso_tui.screens.wording import InWords
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, row, said
from sayso_tui.widgets.pane.question import in_short
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.pane.when import ago, clock

_COLUMN = 6


class UndoSheet(Sheet):
    """Shows what is taken back and what stands then, with room for a note."""

    TITLE = "Undo: take back what you did last"
    HINTS = tuple(map(Hint, ("record", "keep", "editor", "look-again", "sheet-help")))

    def __init__(self, undo: Undo, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            undo: What is taken back.
            decision: The one that it was done to, as it stands.
            desk: What to work with.
        """
        super().__init__(decision, Act.RETRACT, desk)
        self.undo = undo

    def fields(self) -> Iterable[Widget]:
        """Why."""
        keeps = self.undo.restores is not None and self.undo.restores.draft.note
        placeholder = "why; left empty, the note of then is kept" if keeps else "why it is taken back"
        yield Labelled("Note", Field(self.start.note, id="note", placeholder=placeholder))

    def to_record(self) -> Draft:
        """What takes the act back, with the note that is typed.

        Raises:
            Incomplete: it cannot be taken back as it stands now.
        """
        if self.undo.draft is None:
            raise Incomplete(self.undo.refused, "note")
        note = self.draft().note
        return replace(self.undo.draft, note=note if note.strip() else self.undo.draft.note)

    def would_be(self) -> InWords:
        """The record, and what becomes of the act."""
        words = super().would_be()
        return words._replace(beside=f"takes back {TAKES[self.undo.act.draft.act]}") if words.draft else words

    def show_again(self, was: Decision) -> str:
        """Weigh it upon what stands now."""
        self.undo = self.desk.inbox.undo(self.undo.act, self.decision)
        return self.undo.refused

    async def choose(self, latest: Decision) -> None:
        """It moved: there is nothing of mine to hold against theirs, so it is only told."""
        self.changed(latest)
        key = self.desk.keys["look-again"].first
        self.say(f"It changed while you decided. Nothing was written; {key} shows how it stands now.")

    def context(self, width: int) -> Iterable[Block]:
        """The question in one line, what was done, and what stands once it is taken back."""
        title, where = in_short(self.decision)
        yield Block((*title, Piece("   "), *where))
        yield from badges(self.decision)
        yield BLANK
        yield from self._did()
        yield from self._then()
        if self.undo.draft is None:
            yield from settlement(self.decision, self.desk.inbox.now().astimezone())

    def _did(self) -> Iterable[Block]:
        act, now = self.undo.act, self.desk.inbox.now().astimezone()
        when = f"   {clock(act.at, now)}, {ago(act.at, now)}" if act.at else ""
        where = said(act.ref.store, Ink.DIM, 40)
        yield row("You", *self._saying(act), Piece(f"{when} · ", Ink.DIM), where, width=_COLUMN)
        if act.draft.note:
            yield row("", Piece("note: ", Ink.DIM), said(act.draft.note, Ink.TEXT, 300), width=_COLUMN)

    def _then(self) -> Iterable[Block]:
        """What stands when it is recorded."""
        undo = self.undo
        if undo.draft is None:
            yield row("Then", Piece(undo.refused, Ink.WARN), width=_COLUMN)
            return
        if undo.restores is not None:
            yield row("Then", Piece("it stands as before: you "), *self._saying(undo.restores), width=_COLUMN)
        else:
            yield row("Then", Piece("the question waits again"), width=_COLUMN)
        if undo.loses:
            yield row("", Piece(one_line(undo.loses, 300), Ink.WARN), width=_COLUMN)
        if undo.act.draft.words or undo.act.draft.option:
            again = Piece("What you wrote stands in its sheet again, to be corrected.", Ink.DIM)
            yield row("", again, width=_COLUMN)

    def _saying(self, act: PastAct) -> tuple[Piece, ...]:
        """What the act did, in words."""
        words = (said(each, Ink.STRONG, 300) for each in answer(act.draft, self.decision))
        return (said(did(act.draft), Ink.DIM), *(piece for each in words for piece in (Piece("  "), each)))
