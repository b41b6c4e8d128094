"""Moving about in a sheet: fields, choices, pages of text, help, copying. Nothing here writes."""

from sayso_tui.keys import Where
from sayso_tui.screens.paper import Paper
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.page import Page


class Walking(Paper, inherit_bindings=False):
    """A paper with the keys that move."""

    async def action_sheet_help(self) -> None:
        """The list of keys."""
        from sayso_tui.screens.help import Help

        await self.app.push_screen(Help(self.desk.keys, first=(Where.SHEET, Where.LISTS)))

    def action_next_field(self) -> None:
        """To the next field."""
        self.focus_next()

    def action_previous_field(self) -> None:
        """To the field before."""
        self.focus_previous()

    def action_next_kind(self) -> None:
        """The next authority kind, where the sheet has kinds."""

    def action_choice_down(self) -> None:
        """The next choice, or a line of the text."""
        self._move(1)

    def action_choice_up(self) -> None:
        """The choice before, or a line of the text."""
        self._move(-1)

    def action_text_page_down(self) -> None:
        """A page of the text that has the focus."""
        self._page(1)

    def action_text_page_up(self) -> None:
        """A page back."""
        self._page(-1)

    def _move(self, step: int) -> None:
        if isinstance(self.focused, Choices):
            self.focused.move(step)
        elif isinstance(self.focused, Page):
            self.focused.scroll_lines(step)

    def _page(self, step: int) -> None:
        if isinstance(self.focused, Page):
            self.focused.scroll_lines(step * max(self.focused.size.height - 1, 1))

    def action_copy(self) -> None:
        """Copy the selection; without one, say how to leave."""
        if isinstance(self.focused, Field) and self.focused.selected_text:
            self.focused.action_copy()
        elif text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.say("Sent to the terminal's clipboard.")
        else:
            self.say(f"{self.desk.keys['keep'].shown} leaves this sheet, {self.desk.keys['leave'].shown} leaves sayso.")
