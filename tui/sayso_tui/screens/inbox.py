"""The inbox and what its keys do. They open sheets; none of them writes."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual._time import get_time
from textual.binding import BindingType

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.rows import Query, View
from sayso_client.vocabulary import Act
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.reading import ReadingScreen
from sayso_tui.widgets.decision_list import DecisionList

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.verdict import Receipt
    from sayso_tui.widgets.filter_bar import FilterBar

AGAIN = 3.0
"""Seconds within which the second press of the quit key leaves."""
WHILE_TYPING = frozenset({"back", "open", "up", "down", "page_up", "page_down", "pane", "arrivals", "leave", "copy"})
"""Actions that keys start while words for the filter are typed; all other keys edit the words."""
VIEWS = tuple(View)


class InboxScreen(ReadingScreen, inherit_bindings=False):
    """The screen that everything starts from."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Where.INBOX)]
    _bar: "FilterBar | None" = None
    _leaving = float("-inf")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While words are typed, most keys are theirs."""
        return self._bar is None or action in WHILE_TYPING

    # sheets

    async def action_option(self, digit: int) -> None:
        """Answer with the option last painted under that digit."""
        decision = await self._aimed_at()
        if decision is None:
            return
        option = self.pane.painted_option(digit) if self.pane.is_on_screen else None
        if option is None:
            self.say(self._no_option(decision, digit))
            return
        await self._begin(Act.ANSWER, decision, option)

    async def action_answer(self) -> None:
        """Open the sheet for an answer."""
        await self._begin(Act.ANSWER, await self._aimed_at())

    async def action_confirm(self) -> None:
        """Open the sheet that confirms a proposal."""
        await self._begin(Act.CONFIRM, await self._aimed_at())

    async def action_dismiss(self) -> None:  # type: ignore[override]  # Textual's action of that name closes a screen
        """Open the sheet that says that no answer is needed."""
        await self._begin(Act.DISMISS, await self._aimed_at())

    async def action_retract(self) -> None:
        """Open the sheet that takes an answer back."""
        await self._begin(Act.RETRACT, await self._aimed_at())

    async def action_note(self) -> None:
        """Open the sheet for a remark."""
        await self._begin(Act.NOTE, await self._aimed_at())

    async def _aimed_at(self) -> "Decision | None":
        """The decision under the cursor as the pane shows it; the pane catches up with the cursor first."""
        await self.furnished()
        try:
            if self.pane.decision is None or self.pane.decision.ref != self.decisions.cursor_ref:
                self.read_under_cursor()
        except LedgerError as error:
            self.say(str(error))
            return None
        return self.pane.decision

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
            self.say(sentence)
            return
        self.say("")
        sheet = sheet_for(act, decision, self.desk, option)
        self.open_sheet = sheet
        await self.app.push_screen(sheet, self._ended)
        sheet.set_focus(sheet.query_one(f"#{sheet.FIRST}"))

    def _ended(self, receipt: "Receipt | None") -> None:
        """Say what was written, and go on to the next one that waits."""
        sheet, self.open_sheet = self.open_sheet, None
        if receipt is None:
            kept = sheet is not None and self.desk.inbox.draft(sheet.decision.ref, sheet.act) is not None
            self.say("Draft saved." if kept else "")
            return
        self.decisions.refresh_rows()
        if sheet is not None and sheet.act is not Act.NOTE:
            self.decisions.advance_after(receipt.ref)
        self.refresh_live()
        self.pane.seen()
        self.say(receipt.sentence)

    # moving and reading

    def action_down(self) -> None:
        """The next decision, or a line of the text that has the focus."""
        self.pane.page.scroll_lines(1) if self.reading else self.decisions.action_cursor_down()

    def action_up(self) -> None:
        """The decision before, or a line back."""
        self.pane.page.scroll_lines(-1) if self.reading else self.decisions.action_cursor_up()

    def action_half_page_down(self) -> None:
        """Half a page."""
        self.pane.page.scroll_lines(self._page // 2) if self.reading else self.decisions.action_half_page_down()

    def action_half_page_up(self) -> None:
        """Half a page back."""
        self.pane.page.scroll_lines(-self._page // 2) if self.reading else self.decisions.action_half_page_up()

    def action_page_down(self) -> None:
        """A page."""
        self.pane.page.scroll_lines(self._page) if self.reading else self.decisions.action_page_down()

    def action_page_up(self) -> None:
        """A page back."""
        self.pane.page.scroll_lines(-self._page) if self.reading else self.decisions.action_page_up()

    def action_first(self) -> None:
        """To the top."""
        self.pane.page.scroll_lines(-1_000_000) if self.reading else self.decisions.action_first()

    def action_last(self) -> None:
        """To the end."""
        self.pane.page.scroll_lines(1_000_000) if self.reading else self.decisions.action_last()

    @property
    def reading(self) -> bool:
        """Whether the decision's text has the focus."""
        return self._pane is not None and self.focused is self._pane.page

    @property
    def _page(self) -> int:
        return max(self.pane.page.size.height - 1, 1)

    async def action_open(self) -> None:
        """Read the decision, or take the words that are typed."""
        if self._bar is not None:
            await self._typed_all()
            return
        await self._aimed_at()
        self.query_one("#main").add_class("-reading")
        self.set_focus(self.pane.page)

    @on(DecisionList.Opened)
    def opened(self, event: DecisionList.Opened) -> None:
        """The list was clicked at; what that does stands in line with the keys."""
        event.stop()
        self.app.call_later(self.action_open)

    async def action_back(self) -> None:
        """Out of the words, the text, the filter, in this order; never out of sayso."""
        if self._bar is not None:
            sign = self._bar.sign
            await self._close_bar()
            if sign == "/":
                self.ask(replace(self.asked, text=""))
        elif self.reading or self.query_one("#main").has_class("-reading"):
            self._to_list()
        elif self.asked.text:
            self.ask(replace(self.asked, text=""))
        self.say("")

    async def action_pane(self) -> None:
        """Between the list and the text."""
        if self._bar is not None or self.reading:
            await self._close_bar()
            self._to_list()
        else:
            await self.action_open()

    def _to_list(self) -> None:
        self.query_one("#main").remove_class("-reading")
        self.set_focus(self.decisions)

    def action_arrivals(self) -> None:
        """Show what is new and let go what has left."""
        self.decisions.show_arrivals()
        self.refresh_live()

    # finding

    async def action_filter(self) -> None:
        """Type words that must occur."""
        await self._open_bar("/", self.asked.text)

    async def action_command(self) -> None:
        """Type a key to go to, or q."""
        await self._open_bar(":")

    def action_next_view(self) -> None:
        """The next view."""
        self._view(1)

    def action_previous_view(self) -> None:
        """The view before."""
        self._view(-1)

    def _view(self, step: int) -> None:
        view = VIEWS[(VIEWS.index(self.asked.view) + step) % len(VIEWS)]
        self.ask(replace(self.asked, view=view))

    async def _open_bar(self, sign: str, words: str = "") -> None:
        from sayso_tui.widgets.filter_bar import FilterBar

        self._to_list()
        self._bar = FilterBar(sign, words)
        await self.mount(self._bar, before="#hints")
        self.set_focus(self._bar.line)

    async def _close_bar(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            self.set_focus(self.decisions)
            await bar.remove()

    async def _typed_all(self) -> None:
        """The words are complete: keep the filter, or go where they say."""
        bar = self._bar
        if bar is None:
            return
        await bar.taken()
        sign, words = bar.sign, bar.words.strip()
        await self._close_bar()
        if sign == "/":
            self._filter(words)
        elif words == "q":
            self.app.exit()
        elif words:
            self._go_to(words)

    def _go_to(self, key: str) -> None:
        try:
            found = self.desk.inbox.find(key)
            if not self.desk.inbox.matching(self.asked, (found.ref,)):
                self.ask(Query(view=View.ALL))
            self.decisions.go_to(found.ref)
            self.read_under_cursor()
        except SaysoError as error:
            self.say(str(error))

    def _filter(self, words: str) -> None:
        if words != self.asked.text:
            self.ask(replace(self.asked, text=words))

    def on_filter_bar_changed(self, event: "FilterBar.Changed") -> None:
        """List what holds the words typed so far."""
        event.stop()
        if self._bar is not None and self._bar.sign == "/":
            self._filter(event.words.strip())

    # help and leaving

    async def action_help(self) -> None:
        """The list of keys."""
        from sayso_tui.screens.help import Help

        await self.app.push_screen(Help(self.desk.keys))

    async def action_palette(self) -> None:
        """Any action by its name."""
        from textual.command import CommandPalette

        from sayso_tui.palette import Actions

        await self.app.push_screen(CommandPalette([Actions], placeholder="Find an action"))

    async def action_quit(self) -> None:
        """Back; at the top, pressed twice, leave."""
        now = get_time()
        if self.reading or self.query_one("#main").has_class("-reading"):
            self._to_list()
        elif now - self._leaving < AGAIN:
            self.app.exit()
        else:
            self._leaving = now
            self.say(f"Press {self.desk.keys['quit'].shown} again to leave. Nothing is lost.")

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
