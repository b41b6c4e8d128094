"""Dismissing: saying that no answer is needed, and why."""

from collections.abc import Iterable
from dataclasses import replace

from textual import on
from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_tui.kinds import FOR_DISMISSING
from sayso_tui.screens import authority
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet import Sheet
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled


class DismissSheet(Sheet):
    """A note that says why, and on what ground."""

    TITLE = "Dismiss: no answer is needed"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet."""
        super().__init__(decision, Act.DISMISS, desk)

    def fields(self) -> Iterable[Widget]:
        """Why, then the ground."""
        yield Labelled("Note", Field(self.start.note, id="note", placeholder="why no answer is needed"))
        yield from authority.fields(self.decision, self.start, FOR_DISMISSING)

    def on_mount(self) -> None:
        """Show the fields that the kind needs."""
        authority.show_needed(self)

    def draft(self) -> Draft:
        """Ground and note as they stand in the sheet."""
        return replace(
            super().draft(),
            kind=authority.kinds(self).kind,
            under=self.query_one("#under", Field).value,
            basis=self.query_one("#basis", Field).value,
        )

    def put(self, draft: Draft) -> None:
        """Words and ground of another draft."""
        super().put(draft)
        authority.kinds(self).kind = draft.kind
        authority.show_needed(self)

    def show_again(self, was: Decision) -> str:
        """The kinds that the store accepts now."""
        authority.kinds(self).offer(self.decision)
        return ""

    def action_next_kind(self) -> None:
        """The next authority kind that the store accepts."""
        if not self.recording.under_way:
            authority.kinds(self).next()

    @on(Choices.Chosen, "#kind")
    def show_needed(self) -> None:
        """The fields that this kind needs."""
        authority.show_needed(self)
