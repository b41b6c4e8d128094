"""What is read when a decision moved while I wrote: what happened, both sides, the changed words of the terms."""

from collections.abc import Iterator
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.differences import SETTLED, Moved, moved
from sayso_client.draft import Draft
from sayso_client.handoff.abilities import WITHDRAWN
from sayso_client.me import Me
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece
from sayso_tui.widgets.pane.both_sides import both_sides, in_full, theirs, yours
from sayso_tui.widgets.pane.changed_around import around, changed_around, something_else
from sayso_tui.widgets.pane.changed_words import changed_words, changes
from sayso_tui.widgets.pane.contest import contest
from sayso_tui.widgets.pane.question import in_short
from sayso_tui.widgets.pane.whole import whole


class Clash:
    """Two states of one decision, and what I wrote upon the first."""

    def __init__(
        self,
        was: Decision,
        now_is: Decision,
        written: Draft,
        me: Me,
        now: datetime,
        *,
        when: str = "now",
        known: bool = True,
    ) -> None:
        """Compare them once.

        Args:
            was: As it was on the screen when I wrote.
            now_is: As it stands.
            written: What I wrote.
            me: Who would record it.
            now: Aware, in the reader's own zone.
            when: When I wrote it, in words.
            known: Whether `was` is all that stood on the screen; else what is known of it.
        """
        self._was, self._now_is, self._me = was, now_is, me
        self._mine = yours(written, was, me, when)
        self._changes = changes(was, now_is, now)
        self.happened = moved(was, now_is) or (Moved.OTHERWISE,)
        """What weighs most comes first; at least one."""
        self._known = known
        self._around = around(was, now_is, settled=bool(SETTLED & set(self.happened))) if known else ()
        self.whole = all(each.whole for each in (*self._changes, *self._around))
        """All changes can be shown."""

    def mine(self, width: int) -> Iterator[Block]:
        """My own words, as far as the table has no room for them."""
        return in_full(self._mine, "Your words", width)

    def news(self, width: int, now: datetime, *, airy: bool) -> Iterator[Block]:
        """Everything else. Where there is little room, what happened comes before what it is about."""
        answered = {Moved.ANSWERED, Moved.RETRACTED} & set(self.happened)
        them = theirs(self._now_is.settlement, self._now_is, now, self._me) if answered else None
        yield from (*self._question(), BLANK) if airy else ()
        if Moved.WITHDRAWN in self.happened:
            yield Block((Piece(f"! {self._withdrawn()}", Ink.WARN),))
        yield from both_sides(them, self._mine, width) if them or airy else ()
        yield from contest(self._now_is, now, width)
        if Moved.AMENDED in self.happened:
            yield from (BLANK,) if them or airy else ()
            yield from self._terms()
        yield from self._beside(width, now, apart=bool(them or airy))
        yield from in_full(them, "Their words", width) if them else ()
        yield from both_sides(them, self._mine, width) if not (them or airy) else ()
        yield from () if airy else (BLANK, *self._question())

    def _beside(self, width: int, now: datetime, *, apart: bool) -> Iterator[Block]:
        """What changed beside the terms; where nothing can be named, that, and all of it as it stands."""
        if self._around:
            yield from (BLANK,) if apart else ()
            yield from changed_around(self._around)
        elif self.happened == (Moved.OTHERWISE,):
            yield from (BLANK,) if apart else ()
            yield from something_else(self._now_is, known=self._known)
            yield from whole(self._now_is, now, width)

    def _question(self) -> Iterator[Block]:
        yield Block((Piece("Yours is not written; your words are kept.", Ink.WARN),))
        title, where = in_short(self._now_is)
        yield Block((*title, Piece("   "), *where))

    def _withdrawn(self) -> str:
        return WITHDRAWN.get(self._now_is.withdrawal or "", "The asker withdrew it.")

    def _terms(self) -> Iterator[Block]:
        before, after = self._was.terms_rev, self._now_is.terms_rev
        revisions = f", revision {before} → {after}" if before != after else ""
        if not self._changes:
            yield Block((Piece(f"The terms read as they did{revisions}.", Ink.DIM),))
            return
        yield Block((Piece(f"! The terms changed{revisions}:", Ink.WARN),))
        yield from changed_words(self._changes)
