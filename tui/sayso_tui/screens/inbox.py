"""The inbox and what its keys do. They open sheets; none of them writes."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual._time import get_time
from textual.binding import BindingType

from sayso_client.errors import SaysoError
from sayso_client.vocabulary import Act
from sayso_tui.keys import Key, Where, bindings
from sayso_tui.screens.outbox import Sending
from sayso_tui.screens.reading import ReadingScreen
from sayso_tui.widgets.decision_list import DecisionList
from sayso_tui.widgets.stores_bar import StoresBar

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.verdict import Receipt

_SETTLES = frozenset({Act.ANSWER, Act.CONFIRM, Act.DISMISS})
AGAIN = 3.0
"""Seconds within which the second press of the quit key leaves."""


class InboxScreen(Sending, ReadingScreen, inherit_bindings=False):
    """The screen that everything starts from."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Where.INBOX)]
    _leaving = float("-inf")
    _paging = False

    # the list

    @on(DecisionList.Opened)
    def opened(self, event: DecisionList.Opened) -> None:
        """The list was clicked at; what that does stands in line with the keys."""
        event.stop()
        self.app.call_later(self.read_on)

    @on(DecisionList.Trouble)
    def unread(self, event: DecisionList.Trouble) -> None:
        """Say why the list stays as it is."""
        event.stop()
        self.say(event.sentence)

    @on(StoresBar.Asked)
    async def more_of_stores(self, event: StoresBar.Asked) -> None:
        """The top line was clicked at."""
        event.stop()
        await self.action_stores()

    # sheets

    async def action_option(self, digit: int) -> None:
        """Answer with the option last painted under that digit."""
        decision = await self.aimed_at()
        if decision is None:
            return
        option = self.pane.painted_option(digit) if self.pane.is_on_screen else None
        if option is None:
            self.say(self._no_option(decision, digit), about_one=True)
            return
        await self._begin(Act.ANSWER, decision, option)

    async def action_answer(self) -> None:
        """Open the sheet for an answer."""
        await self._begin(Act.ANSWER, await self.aimed_at())

    async def action_confirm(self) -> None:
        """Open the sheet that confirms a proposal."""
        await self._begin(Act.CONFIRM, await self.aimed_at())

    async def action_dismiss(self) -> None:  # type: ignore[override]  # Textual's action of that name closes a screen
        """Open the sheet that says that no answer is needed."""
        await self._begin(Act.DISMISS, await self.aimed_at())

    async def action_retract(self) -> None:
        """Open the sheet that takes an answer back."""
        await self._begin(Act.RETRACT, await self.aimed_at())

    async def action_note(self) -> None:
        """Open the sheet for a remark."""
        await self._begin(Act.NOTE, await self.aimed_at())

    def _no_option(self, decision: "Decision", digit: int) -> str:
        if digit <= len(decision.options):
            return f"{self.desk.keys['open'].shown} shows the options first."
        return f"There is no option {digit}. {self.desk.keys['answer'].shown} answers in your own words."

    async def _begin(self, act: Act, decision: "Decision | None", option: str | None = None) -> None:
        """Open a sheet and give its field the focus, before the next key is looked at."""
        if decision is None:
            return
        from sayso_tui.screens.sheets import sheet_for, why_not

        if sentence := why_not(act, decision, self.desk):
            self.say(sentence, about_one=True)
            return
        await self.desk.inbox.take_up(decision.ref, act)
        await self.open_above(sheet_for(act, decision, self.desk, option), self.sheet_ended)

    def sheet_ended(self, receipt: "Receipt | None") -> None:
        """Say what was written, and go on to the next one that waits."""
        sheet, self.open_sheet = self.open_sheet, None
        if receipt is None:
            kept = sheet is not None and self.desk.inbox.draft(sheet.decision.ref, sheet.act) is not None
            self.say("Draft saved." if kept else "")
            return
        self.passed = frozenset()
        self.decisions.refresh_rows()
        if sheet is not None and sheet.act is not Act.NOTE:
            self.decisions.leave(receipt.ref)
        self.refresh_live()
        self.pane.seen()
        settled = sheet is not None and sheet.settles and sheet.act in _SETTLES
        back = f"{self.desk.keys['undo'].first} takes it back." if settled and receipt.kept else ""
        more = self._more() if settled and receipt.kept else ""
        if receipt.on_its_way:
            self.sent(receipt, more, back)
            return
        self.say(" · ".join(each for each in (receipt.sentence, more, back) if each))

    def _more(self) -> str:
        """How many wait besides the decision that the cursor went to."""
        ref = self.decisions.cursor_ref
        here = self.desk.inbox.decision(ref) if ref is not None else None
        more = self.desk.inbox.counts().waiting - (here is not None and here.waiting)
        return f"{more:,} more waiting" if more > 0 else ""

    async def action_full_text(self) -> None:
        """Read all of the decision in a pager."""
        if (decision := await self.aimed_at()) is not None and not self._paging:
            self._paging = True
            self.run_worker(self._full_text(decision), group="pager")

    async def _full_text(self, decision: "Decision") -> None:
        # Imported with the first use: few texts are cut.
        from sayso_tui.screens.full_text import show_full_text

        try:
            await show_full_text(self.app, decision, self.desk.inbox.folder, self.now())
        except SaysoError as error:
            self.say(str(error))
        finally:
            self._paging = False

    # help and leaving

    async def action_help(self) -> None:
        """The list of keys."""
        from sayso_tui.screens.help import Help

        await self.app.push_screen(Help(self.desk.keys, ascii_only=self._ascii))

    async def action_stores(self) -> None:
        """Every store, with the whole of what is known of how it is doing."""
        from sayso_tui.screens.stores import Stores

        await self.app.push_screen(Stores(self.desk, ascii_only=self._ascii))

    async def action_palette(self) -> None:
        """Any action by its name."""
        from sayso_tui.palette import Palette

        await self.app.push_screen(Palette(self.desk.keys), self._named)

    def _named(self, key: Key | None) -> None:
        """Do what the key of that name does."""
        if key is not None:
            self.app.call_later(self.run_action, key.action)

    async def action_quit(self) -> None:
        """Back; at the top, pressed twice, leave."""
        now = get_time()
        if self.reading or self.has_class("-reading"):
            self.to_list()
        elif now - self._leaving < AGAIN:
            self.app.exit()
        else:
            self._leaving = now
            self.say(f"Press {self.desk.keys['quit'].shown} again to leave. Nothing is lost.", seconds=AGAIN)

    def action_suspend(self) -> None:
        """Stop as a job of the shell."""
        # Imported with the first use: it brings what starts other programs.
        from sayso_tui.lending import stop

        try:
            stop(self.app)
        except SaysoError as error:
            self.say(str(error))

    def action_leave(self) -> None:
        """Leave at once."""
        self.app.exit()

    def action_copy(self) -> None:
        """Copy the selection; without one, say how to leave."""
        if text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.say("Sent to the terminal's clipboard.")
        else:
            quits, leaves = self.desk.keys["quit"].shown, self.desk.keys["leave"].shown
            self.say(f"Press {quits} twice, or {leaves}, to leave.")
