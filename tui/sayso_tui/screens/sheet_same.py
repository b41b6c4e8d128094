"""Answering as I answered the same question before. All of it can be changed; nothing is recorded by it."""

from collections.abc import Sequence
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.earlier_answer import Earlier
from sayso_client.text import one_line
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet_answer import AnswerSheet
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece, said
from sayso_tui.widgets.pane.settlement import grounds, outcome_words

_TOLD = 4
"""Inputs that differ and are told of."""
_BAR = (Piece("▎ ", Ink.GOOD),)


class SameAnswerSheet(AnswerSheet):
    """The answer sheet, filled in with an earlier answer, which it tells."""

    TITLE = "Answer as before"

    def __init__(self, decision: Decision, desk: Desk, earlier: Earlier) -> None:
        """Prepare the sheet.

        Args:
            decision: The one to answer.
            desk: What to work with.
            earlier: What was answered, and where.
        """
        super().__init__(decision, desk, earlier.draft)
        self._earlier = earlier

    def tell_draft(self) -> None:
        """What the fields hold is no draft that is back, and is told above; what is proposed here is confirmed."""
        self.as_proposed()

    def news(self) -> Sequence[Block]:
        """Where the answer comes from, before all else."""
        other, settled = self._earlier.decision, self._earlier.settlement
        here = settled.at
        if isinstance(here, datetime):
            here = here.astimezone(self.desk.inbox.now().astimezone().tzinfo)
        day = Piece(f" on {here.isoformat()[:10]}" if here else "", Ink.DIM)
        store = () if other.ref.store == self.decision.ref.store else (Piece(" in "), said(other.ref.store, cells=40))
        from_there = (Piece("As you answered ", Ink.GOOD), said(other.ref.key, Ink.TEXT, 200), *store, day)
        words = said(outcome_words(settled, other), Ink.STRONG, 300)
        what = Block((*from_there, Piece(": ", Ink.DIM), words), first=_BAR, rest=_BAR)
        return (what, Block(grounds(settled), first=_BAR, rest=_BAR), *self._other(other), *super().news())

    def _other(self, other: Decision) -> Sequence[Block]:
        """What that question was about, where it is not the same: equal words do not make it equal."""
        told = [] if other.subject == self.decision.subject else [f"about {other.subject or 'nothing by name'}"]
        before, now = _values(other), _values(self.decision)
        differ = [name for name in {**before, **now} if before.get(name) != now.get(name)]
        told += [f"{one_line(name, 40)} {one_line(before.get(name, 'not given'), 40)}" for name in differ[:_TOLD]]
        if len(differ) > _TOLD:
            told.append(f"{len(differ) - _TOLD} more")
        if not told:
            return ()
        pieces = (Piece("That was asked otherwise: ", Ink.WARN), said(" · ".join(told), Ink.TEXT, 400))
        return (Block(pieces, first=_BAR, rest=_BAR),)


def _values(decision: Decision) -> dict[str, str]:
    return {each.name: each.value for each in decision.inputs}
