"""Moving through the list and through the text of a decision, with the same keys."""

from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_tui.screens.reading import ReadingScreen
else:
    ReadingScreen = object
"""This, and what stands upon it, is a side of that screen. Each class that Textual knows costs the first frame a third
of a millisecond, so of all sides together only `InboxScreen` is one."""

END = 1_000_000
"""More lines than any page has."""


class Moving(ReadingScreen):
    """Keys move in what has the focus: the list, or the text."""

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
        self.pane.page.scroll_lines(-END) if self.reading else self.decisions.action_first()

    def action_last(self) -> None:
        """To the end."""
        self.pane.page.scroll_lines(END) if self.reading else self.decisions.action_last()

    @property
    def reading(self) -> bool:
        """Whether the decision's text has the focus."""
        return self._pane is not None and self.focused is self._pane.page

    @property
    def _page(self) -> int:
        return max(self.pane.page.size.height - 1, 1)

    def to_list(self) -> None:
        """Give the list the focus."""
        self.remove_class("-reading")
        self.set_focus(self.decisions)

    def action_arrivals(self) -> None:
        """Show what is new and let go what has left."""
        self.decisions.show_arrivals()
        self.share_rows()
        self.refresh_live()

    async def read_on(self) -> None:
        """Give the text of the decision under the cursor the focus; its own page where there is no room beside."""
        await self.aimed_at()
        self.add_class("-reading")
        self.set_focus(self.pane.page)

    async def aimed_at(self) -> "Decision | None":
        """The decision under the cursor as the pane shows it; the pane catches up with the cursor first."""
        await self.furnished()
        try:
            if self.pane.decision is None or self.pane.decision.ref != self.decisions.cursor_ref:
                self.read_under_cursor()
        except LedgerError as error:
            self.say(str(error))
            return None
        if self.pane.decision is None and (flood := self.flood_under_cursor()) is not None:
            key = self.desk.keys["open"].first
            self.say(f"This line stands for {flood.folds:,} asks and is none itself. {key} lists them.", about_one=True)
        return self.pane.decision
