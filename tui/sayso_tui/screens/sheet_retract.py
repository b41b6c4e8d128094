"""Taking a settlement back: the question waits again. No authority kind: only the principal does this."""

from collections.abc import Iterable

from textual.widget import Widget

from sayso_client.decision import Act, Decision
from sayso_client.together import own_vote
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet import Sheet
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.pane.around import quorum
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import Block, Piece
from sayso_tui.widgets.pane.question import in_short
from sayso_tui.widgets.pane.settlement import settlement


class RetractSheet(Sheet):
    """Shows what is taken back, with room for a note."""

    TITLE = "Retract: take the answer back"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet."""
        super().__init__(decision, Act.RETRACT, desk)

    @property
    def heading(self) -> str:
        """What is taken back: the answer that stands, or what I said and waits for others."""
        own = own_vote(self.decision, self.desk.inbox.me_in(self.decision.ref.store).name)
        if own is None:
            return super().heading
        return "Take back your wish to retract" if own.takes_back else "Take back what you answered"

    def fields(self) -> Iterable[Widget]:
        """Why."""
        yield Labelled("Note", Field(self.start.note, id="note", placeholder="why it is taken back"))

    def context(self, width: int) -> Iterable[Block]:
        """The question in one line, and the settlement."""
        title, where = in_short(self.decision)
        yield Block((*title, Piece("   "), *where))
        yield from badges(self.decision)
        yield from settlement(self.decision, self.desk.inbox.now().astimezone())
        yield from quorum(self.decision)
