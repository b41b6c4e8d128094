"""The drafts beside the one that is being written: others of the same sheet, and those being written elsewhere."""

from contextlib import suppress
from dataclasses import replace

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.errors import LedgerError
from sayso_tui.screens.beside import beside
from sayso_tui.screens.drafting import Drafting
from sayso_tui.widgets.field import Field


class OtherDrafts(Drafting, inherit_bindings=False):
    """A draft that knows that it is not alone."""

    def put(self, draft: Draft) -> None:
        """Fill the fields anew from another draft."""
        for name in ("text", "note", "under", "basis"):
            for field in self.query(f"#{name}").results(Field):
                field.put(getattr(draft, name))

    def on_mount(self) -> None:
        """Say who else writes."""
        self.then(self.look_beside)

    def changed(self, latest: Decision | None) -> None:
        """The ledger changed: the decision may have, and so may what others write about it."""
        super().changed(latest)
        self.look_beside()

    def look_beside(self) -> None:
        """Say where else something is written about this decision, and whether more drafts lie here."""
        inbox, ref = self.desk.inbox, self.decision.ref
        # What cannot be read now is looked at again after the next change.
        with suppress(LedgerError):
            elsewhere, others = inbox.elsewhere(ref), inbox.other_drafts(ref, self.act)
            self.say_beside(beside(elsewhere, others, self.desk.keys["other-draft"].first))

    async def action_other_draft(self) -> None:
        """Set these words aside, on the disk, and show another draft of this sheet."""
        if self.recording.under_way:
            return
        await self.typed()
        inbox = self.desk.inbox
        async with self.one_at_a_time:
            try:
                other = await inbox.turn_over(replace(self.draft(), at=inbox.now()))
            except LedgerError as error:
                self.refused(error)
                return
        if other is None:
            self.say("There is no other draft for this sheet.", passing=True)
            return
        self.kept, self.cleared = other, ""
        self.start = self.restored(other)
        self.put(self.start)
        self.draw_question()
        self.refresh_words()
        self.look_beside()
        self.begun_anew()
        self.tell_draft()
        self.shown_anew()
