"""What I said to stores elsewhere: shown beside its decision, followed until it is written, seen to with a key."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.text import one_line
from sayso_client.vocabulary import IN_THE_OUTBOX, Ref
from sayso_tui.keys import Key
from sayso_tui.screens.again import Again

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.outbox import Outgoing
    from sayso_client.verdict import Receipt
    from sayso_tui.screens.overtaken import Overtaken
    from sayso_tui.screens.sheet_outbox import OutboxSheet
    from sayso_tui.widgets.pane.blocks import Block


class Sending(Again):
    """Knows what is on its way."""

    outbox_sheet: "OutboxSheet | Overtaken | None" = None
    """The sheet above this screen about something in the outbox."""
    _line_of: tuple[Ref, str] | None = None
    """The decision and record that the line above the hints tells of; None when it tells something else."""

    def say(self, sentence: str) -> None:
        """One sentence above the hints; empty to take it away."""
        self._line_of = None
        super().say(sentence)

    def beside(self, decision: "Decision") -> "Sequence[Block]":
        """What I said of the decision and its store has not recorded."""
        if not decision.flags & IN_THE_OUTBOX:
            return ()
        # Imported here, as below: most days everything is recorded at once.
        from sayso_tui.widgets.pane.outbox import outbox

        key = self.desk.keys["outbox"].first
        return tuple(outbox(self.desk.inbox.outbox.of(decision.ref), self.now(), key))

    def _hints(self, decision: "Decision | None") -> Sequence[Key]:
        hints = super()._hints(decision)
        if decision is None or not decision.flags & IN_THE_OUTBOX:
            return hints
        return [self.desk.keys["outbox"], *hints]

    # what was just said

    def sent(self, receipt: "Receipt", more: str, back: str) -> None:
        """Say that it is queued, and follow it: the line tells when it is written there, or what came instead.

        Args:
            receipt: Of what was put into the outbox.
            more: How many wait besides; stands behind it.
            back: How it is taken back, once it is written.
        """
        self._on_their_way[receipt.ref, receipt.id] = more, back
        one = self._outgoing(receipt.ref, receipt.id)
        self.say(" · ".join(each for each in (_told(one) if one else receipt.sentence, more) if each))
        self._line_of = receipt.ref, receipt.id
        self._follow_sent()

    @property
    def _on_their_way(self) -> dict[tuple[Ref, str], tuple[str, str]]:
        """What was said here and is not written yet → what stands behind it in the line, and once it is written."""
        return self.__dict__.setdefault("_sent", {})  # type: ignore[no-any-return]

    def _outgoing(self, ref: Ref, record_id: str) -> "Outgoing | None":
        return next(iter(self.desk.inbox.outbox.by_id(ref, record_id)[-1:]), None)

    def refresh_live(self) -> None:
        """Bring everything up to date where it stands."""
        super().refresh_live()
        try:
            self._follow_sent()
            if self.outbox_sheet is not None and self.outbox_sheet.is_mounted:
                self.outbox_sheet.changed(self.desk.inbox.decision(self.outbox_sheet.decision.ref))
        except LedgerError as error:
            self.say(str(error))

    def _follow_sent(self) -> None:
        """Tell how far it has come. What is written changes only its own line; what waits for me is always told."""
        from sayso_client.ledger.outbox import DONE, WAITS

        for (ref, record_id), (more, back) in tuple(self._on_their_way.items()):
            one = self._outgoing(ref, record_id)
            if one is None or one.stage in DONE or one.stage in WAITS:
                del self._on_their_way[ref, record_id]
            if one is not None and one.stage in WAITS:
                key = self.desk.keys["outbox"].first
                self.say(f"{one_line(ref.key, 60)}: {_told(one)} · {key} shows what can be done")
            elif one is not None and self._line_of == (ref, record_id):
                told = (_told(one), more, back if one.stage in DONE else "")
                self.say(" · ".join(each for each in told if each))
                self._line_of = ref, record_id

    def action_arrivals(self) -> None:
        """Show what is new and let go what has left; stores that are out of reach are asked once more."""
        self.desk.inbox.try_again()
        super().action_arrivals()

    # seeing to it

    async def action_outbox(self) -> None:
        """Open the sheet about what I said of the decision under the cursor and is not recorded."""
        decision = await self.aimed_at()
        inbox = self.desk.inbox
        if decision is None:
            return
        if inbox.read_only:
            self.say(inbox.read_only)
            return
        from sayso_tui.outbox_words import first_of

        try:
            one = first_of(inbox.outbox.of(decision.ref))
            if one is None:
                self.say(self._nothing_here())
                return
            from sayso_tui.screens.sheet_outbox import sheet_about

            sheet = sheet_about(one, decision, self.desk)
        except SaysoError as error:
            self.say(str(error))
            return
        self.say("")
        self.outbox_sheet = sheet
        await self.app.push_screen(sheet, self._seen_to)
        sheet.set_focus(sheet.query_one(f"#{sheet.FIRST}"))

    def _nothing_here(self) -> str:
        number = len(self.desk.inbox.outbox.all())
        if not number:
            return "All that you said is recorded."
        views = self.desk.keys.views.first
        return f"All that you said of this one is recorded; {number:,} in the outbox, listed by {views}."

    def _seen_to(self, receipt: "Receipt | None") -> None:
        sheet, self.outbox_sheet = self.outbox_sheet, None
        self.decisions.refresh_rows()
        self.refresh_live()
        if receipt is not None:
            self.sent(receipt, "", "")
        elif sheet is not None:
            self.say(sheet.outcome)


def _said(one: "Outgoing") -> str:
    from sayso_tui.outbox_words import said_words

    return said_words(one)


def _told(one: "Outgoing") -> str:
    from sayso_tui.outbox_words import stage_words

    return f"{_said(one)} · {stage_words(one)}"
