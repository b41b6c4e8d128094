"""Keys that go back to what I did: taking back my last act, and answering as I did before. Neither writes."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.text import one_line
from sayso_client.vocabulary import Act, Flag, Ref
from sayso_tui.screens.finding import Finding

if TYPE_CHECKING:
    from sayso_client.draft import Draft
    from sayso_client.verdict import Receipt
    from sayso_tui.screens.sheet import Sheet

_SHEETS = (Act.ANSWER, Act.CONFIRM, Act.DISMISS, Act.RETRACT)


class Again(Finding):
    """Opens sheets about my earlier acts."""

    passed: frozenset[tuple[Ref, str]] = frozenset()
    """Acts that cannot be taken back and were told of: the key goes on to the one before."""

    async def open_above(self, sheet: "Sheet", ended: "Callable[[Receipt | None], None]") -> None:
        """Open a sheet and give its field the focus, before the next key is looked at."""
        self.say("")
        self.open_sheet = sheet

        def closed(receipt: "Receipt | None") -> None:
            try:
                ended(receipt)
            except LedgerError as error:
                from sayso_client.whole import in_a_row

                self.say(in_a_row(receipt.sentence if receipt else "", str(error)))

        await self.app.push_screen(sheet, closed)
        sheet.begin()
        # What was committed while it was being put together.
        sheet.look()

    def sheet_ended(self, receipt: "Receipt | None") -> None:
        """A sheet about the decision under the cursor is closed."""
        raise NotImplementedError

    async def action_undo(self) -> None:
        """Open the sheet that takes back what an inbox of mine wrote last."""
        inbox = self.desk.inbox
        if inbox.read_only:
            self.say(inbox.read_only)
            return
        await self.furnished()
        try:
            act = inbox.last_act(self.passed)
            if act is None:
                self.say("No act before that can be taken back." if self.passed else "There is nothing to take back.")
                self.passed = frozenset()
                return
            decision = inbox.decision(act.ref)
            undo = inbox.undo(act, decision)
            if decision is None or undo.draft is None:
                self.passed |= {(act.ref, act.id)}
                self.say(f"{undo.refused} {self.desk.keys['undo'].first} again goes to what you did before that.")
                return
            # Imported with the first use, as below.
            from sayso_tui.screens.sheet_undo import UndoSheet
            from sayso_tui.screens.sheets import sheet_for, why_not

            if undo.retracts and (sentence := why_not(Act.RETRACT, decision, self.desk)):
                self.say(sentence)
                return
            await inbox.take_up(act.ref, Act.RETRACT)
            plain = sheet_for(Act.RETRACT, decision, self.desk) if undo.retracts else None
            await self.open_above(plain or UndoSheet(undo, decision, self.desk), self._taken_back)
        except SaysoError as error:
            self.say(str(error))

    def _taken_back(self, receipt: "Receipt | None") -> None:
        """Go to the decision, and say where the words are that were taken back."""
        if receipt is None or not receipt.recorded:
            self.sheet_ended(receipt)
            return
        self.open_sheet, self.passed = None, frozenset()
        self.decisions.refresh_rows()
        listed = bool(self.desk.inbox.matching(self.asked, (receipt.ref,)))
        if listed:
            # What comes back by my own key is no arrival to wait for.
            self.decisions.show_arrivals()
            self.decisions.go_to(receipt.ref)
        self.refresh_live()
        self.pane.seen()
        self.say(" · ".join(each for each in (receipt.sentence, self._words_are(receipt.ref, listed)) if each))

    def _words_are(self, ref: Ref, listed: bool) -> str:
        inbox, keys = self.desk.inbox, self.desk.keys
        kept = [each for each in _SHEETS if inbox.draft(ref, each) is not None]
        if not kept:
            return ""
        there = "" if listed else f"{keys['command'].first}{one_line(ref.key, 60)} and "
        return f"{there}{keys[kept[0].value].first} has what you wrote."

    async def action_was_me(self) -> None:
        """Open the sheet that says that what is marked "not from here" was me."""
        decision = await self.aimed_at()
        if decision is None:
            return
        if self.desk.inbox.read_only or Flag.NOT_FROM_HERE not in decision.flags:
            self.say(self.desk.inbox.read_only or "It is not marked “not from here”.")
            return
        from sayso_tui.screens.sheet_was_me import WasMeSheet

        try:
            sheet = WasMeSheet(decision, self.desk)
        except SaysoError as error:
            self.say(str(error))
            return

        def ended(_: object) -> None:
            self.decisions.refresh_rows()
            self.refresh_live()
            self.say(sheet.outcome)

        self.say("")
        await self.app.push_screen(sheet, ended)
        sheet.set_focus(sheet.query_one(f"#{sheet.FIRST}"))

    async def action_same_answer(self) -> None:
        """Open the sheet for an answer, filled in as I answered the same question before."""
        decision = await self.aimed_at()
        if decision is None:
            return
        from sayso_tui.screens.sheets import why_not

        try:
            if sentence := why_not(Act.ANSWER, decision, self.desk):
                self.say(sentence)
            elif (earlier := self.desk.inbox.earlier_answer(decision)) is None:
                self.say("No earlier answer of yours to the same question stands.")
            else:
                from sayso_tui.screens.sheet_same import SameAnswerSheet

                await self._in_front(earlier.draft)
                await self.open_above(SameAnswerSheet(decision, self.desk, earlier), self.sheet_ended)
        except SaysoError as error:
            self.say(str(error))

    async def _in_front(self, draft: "Draft") -> None:
        """Words that were typed for this decision are not what I answered before: they are set aside, a key away."""
        inbox = self.desk.inbox
        kept = await inbox.take_up(draft.ref, draft.act)
        if kept is not None:
            if kept.words:
                await inbox.set_aside(kept)
            await inbox.keep(replace(draft, at=inbox.now()))
