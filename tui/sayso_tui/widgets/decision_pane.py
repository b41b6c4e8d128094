"""One decision in full, scrolled and kept in place while it changes."""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from sayso_client.decision import Decision, Ref
from sayso_client.me import Me
from sayso_tui.foreign import foreign_line
from sayso_tui.widgets.page import Draw, Page
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.whole import whole
from sayso_tui.widgets.pane.whose import FromHere, nothing_from_here

AGES = timedelta(seconds=5)
"""So long what was drawn tells the right ages."""
PLACE = 1
"""Lines below the text, where it is told how much of it there is."""
REMEMBERED = 100
"""Decisions whose scroll position is kept."""


class DecisionPane(Vertical):
    """Draws a decision from the value alone; the banner tells what changed since it was opened."""

    DEFAULT_CSS = """
    DecisionPane {
        padding: 1 3 0 3;
        background: $surface;
        & > #banner { height: auto; color: $warning; margin-bottom: 1; }
        & > #page { height: 1fr; }
        & > #place { height: 1; text-align: right; color: $foreground 40%; }
    }
    """

    def __init__(
        self,
        *,
        ascii_only: bool = False,
        from_here: FromHere = nothing_from_here,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        """Prepare the pane.

        Args:
            ascii_only: Draw bars with ASCII signs.
            from_here: Tells whether what stands in a decision went out from here.
            id: Of the widget.
        """
        super().__init__(id=id)
        self._from_here = from_here
        self._banner = Static(id="banner", markup=False)
        self.page = Page(id="page")
        """The scrolled text."""
        self._line = Static(id="place", markup=False)
        # From the beginning, since being asked to leave may cut the mounting short.
        self._banner.display = self._line.display = False
        self.decision: Decision | None = None
        """What is on the screen now."""
        self._beside: Sequence[Block] = ()
        self._opened: Decision | None = None
        self._ascii = ascii_only
        self._me = Me()
        self._places: OrderedDict[Ref, int] = OrderedDict()
        self._drawn: datetime | None = None
        self._place = ""
        self._height = 0

    def compose(self) -> ComposeResult:
        """Banner, page, and where in it one is."""
        yield self._banner
        yield self.page
        yield self._line

    def show(self, decision: Decision, now: datetime, beside: Sequence[Block] = (), me: Me | None = None) -> None:
        """Draw a decision. The same one again keeps its scroll position and what it was when opened.

        Args:
            decision: As it stands now.
            now: Aware, in the reader's own zone.
            beside: What I said of it and is not recorded yet.
            me: Who I am in its store.
        """
        self._me = me or self._me
        if self._stands(decision, now) and beside == self._beside:
            return
        self._drawn, self._beside = now, beside
        same = self.decision is not None and decision.ref == self.decision.ref
        self._remember_place()
        self.decision = decision
        if not same:
            self._opened = decision
        self.page.show(self._drawing(decision, now), at=self._places.get(decision.ref, 0))
        self._tell_news(now)
        self._tell_place()

    def _stands(self, decision: Decision, now: datetime) -> bool:
        """Whether that is what is drawn already, ages included."""
        return self._drawn is not None and abs(now - self._drawn) < AGES and decision == self.decision

    def show_nothing(self, draw: Draw) -> None:
        """No decision is open; draw why."""
        self._remember_place()
        self.decision = self._opened = None
        self.page.show(draw)
        self._banner.display = False
        self._tell_place()

    def painted_option(self, digit: int) -> str | None:
        """The id of the option last painted under that digit."""
        options = self.decision.options if self.decision else ()
        return options[digit - 1].id if 0 < digit <= min(len(options), 9) else None

    def seen(self) -> None:
        """The reader knows of the changes: the banner goes."""
        self._opened = self.decision
        self._banner.display = False

    def on_mount(self) -> None:
        """Follow the page's scrolling."""
        self.watch(self.page, "scroll_y", self._tell_place, init=False)
        self.watch(self.page, "virtual_size", self._tell_place, init=False)

    def on_resize(self) -> None:
        """More or less of it fits now."""
        if self.decision is not None and self._drawn is not None and self._height != self.content_size.height - PLACE:
            self.page.show(self._drawing(self.decision, self._drawn), at=self.page.scroll_offset.y)
        self._tell_place()

    def _drawing(self, decision: Decision, now: datetime) -> Draw:
        beside = self._beside
        height = self._height = max(self.content_size.height - PLACE, 0)
        return lambda width: whole(decision, now, width, ascii_only=self._ascii, beside=beside, height=height or None)

    def _remember_place(self) -> None:
        if self.decision is not None:
            self._places[self.decision.ref] = self.page.scroll_offset.y
            self._places.move_to_end(self.decision.ref)
            if len(self._places) > REMEMBERED:
                self._places.popitem(last=False)

    def _tell_news(self, now: datetime) -> None:
        banner = self._banner
        before, now_is = self._opened, self.decision
        news = what_changed(before, now_is, now, self._me, self._from_here) if before and now_is else ""
        if banner.display != bool(news):
            banner.display = bool(news)
            self.call_after_refresh(self._tell_place)
        if news:
            banner.update(foreign_line(f"! {news}"))

    def _tell_place(self) -> None:
        """Say "line 12/300" when not all of it fits."""
        page, place = self.page, self._line
        # Of the room of both, so that it is the same before and after the line has taken its own.
        total, room = page.virtual_size.height, self.content_region.bottom - page.region.y
        place.display = 0 < room < total
        if not place.display:
            return
        words = f"line {min(page.scroll_offset.y + room - 1, total)}/{total}"
        if words != self._place:
            place.update(words, layout=len(words) != len(self._place))
            self._place = words
