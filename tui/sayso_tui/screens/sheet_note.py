"""A remark of the principal. It settles nothing."""

from collections.abc import Iterable
from dataclasses import replace

from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet import Sheet
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled


class NoteSheet(Sheet):
    """One text."""

    TITLE = "Note: settles nothing"
    FIRST = "text"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet."""
        super().__init__(decision, Act.NOTE, desk)

    def fields(self) -> Iterable[Widget]:
        """The remark."""
        yield Labelled("Note", Field(self.start.text, id="text"))

    def draft(self) -> Draft:
        """The remark as it stands."""
        text = self.query_one("#text", Field).value
        return replace(self.start, terms_rev=self.decision.terms_rev, seen=self.decision.seen, text=text)
