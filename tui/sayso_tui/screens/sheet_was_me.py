"""What is settled in my name and was not written here: saying that it was me. At first, nothing is said."""

from collections.abc import Iterable
from enum import StrEnum

from sayso_client.decision import Decision
from sayso_client.rows import Query, View
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.ways_on import WaysOn
from sayso_tui.screens.wording import InWords
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, said
from sayso_tui.widgets.pane.question import in_short
from sayso_tui.widgets.pane.settlement import settlement

MOST = 200
"""So many are said to be mine at once."""


class Was(StrEnum):
    """What can be said of it."""

    LEAVE = "leave it"
    ME = "that was me"
    ALL = "all listed were me"


class WasMeSheet(WaysOn):
    """Ends with None; `outcome` says what was done."""

    TITLE = "Not from here: was that you?"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen, marked "not from here".
            desk: What to work with.
        """
        super().__init__(decision, desk)
        rows = desk.inbox.after(Query(View.NOT_FROM_HERE), None, MOST)
        found = (desk.inbox.decision(each.ref) for each in rows)
        self.listed = tuple(each for each in found if each is not None)
        """All that are marked, as they stood when the sheet was opened."""

    @property
    def order(self) -> tuple[Was, ...]:
        """All of them are offered where there are several."""
        return tuple(Was) if len(self.listed) > 1 else (Was.LEAVE, Was.ME)

    def meaning(self, way: StrEnum) -> str:
        """What can be said."""
        if way is Was.ALL:
            return f"the {len(self.listed):,} in the view “not from here”, as they stand now"
        if way is Was.ME:
            return "you did it at another machine, or by a script of yours"
        back = self.desk.keys["retract"].first
        return f"it stays marked; {back} takes it back, an answer of yours replaces it"

    def would_be(self) -> InWords:
        """What the marked way writes: a line in the ledger here, and no record."""
        many = f" for {len(self.listed):,} decisions" if self.chosen is Was.ALL else ""
        words = (
            "nothing" if self.chosen is Was.LEAVE else f"no record; noted in the ledger here{many}, and nothing is sent"
        )
        return InWords(self.decision, None, self.desk.inbox.me, words)

    def context(self, width: int) -> Iterable[Block]:
        """The question in one line, what was settled, and the others that are marked."""
        title, where = in_short(self.decision)
        now = self.desk.inbox.now().astimezone()
        yield Block((*title, Piece("   "), *where))
        yield from settlement(self.decision, now)
        others = [each for each in self.listed if each.ref != self.decision.ref]
        if others:
            yield BLANK
            yield Block((Piece(f"{len(others):,} more marked so:", Ink.DIM),))
        for each in others:
            told = each.settlement.text if each.settlement and each.settlement.text else str(each.state)
            title, where = in_short(each)
            yield Block((*title, Piece(" · "), said(told, Ink.STRONG, 80), Piece("   "), *where))

    async def go(self, way: StrEnum) -> None:
        """Note that it was me."""
        meant = self.listed if way is Was.ALL else (self.decision,)
        done = await self.desk.inbox.was_me({each.ref: each.seen for each in meant})
        left = len(meant) - len(done)
        if len(meant) == 1:
            self.outcome = "It changed meanwhile, and is left as it was." if left else "Noted here: that was you."
        else:
            behind = f" {left:,} changed meanwhile and are left as they were." if left else ""
            self.outcome = f"Noted here: {len(done):,} were you.{behind}"
