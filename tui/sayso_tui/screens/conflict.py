"""The decision moved while I wrote: what was done and what I wrote beside one another, and a choice of what to do."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from sayso_client.decision import Decision, Flag
from sayso_client.differences import Moved, moved
from sayso_client.draft import Draft
from sayso_client.errors import SaysoError
from sayso_client.verdict import Receipt, ReceiptKind, Verdict
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.choosing import Way, Ways
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.paper import Hint
from sayso_tui.screens.recording import Recording
from sayso_tui.screens.sharing import AIRY
from sayso_tui.screens.wording import InWords, Wording
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.clash import Clash
from sayso_tui.widgets.pane.layout import lay_out
from sayso_tui.widgets.pane.whose import Whose, whose

_TITLES = {
    Moved.ANSWERED: "Someone answered first",
    Moved.RETRACTED: "The answer was taken back meanwhile",
    Moved.WITHDRAWN: "The asker withdrew it meanwhile",
    Moved.AMENDED: "The terms changed meanwhile",
    Moved.OTHERWISE: "It changed meanwhile",
}
_FROM_WHOM = {
    Whose.ME: "You answered it before",
    Whose.WITH_OTHERS: "You and others answered it before",
    Whose.HERE: "It was answered from here before",
    Whose.IN_MY_NAME: "It was answered in your name before, not from here",
    Whose.OTHERS: _TITLES[Moved.ANSWERED],
}
_HINTS = (
    Hint("record", "do it"),
    Hint("keep", "keep the draft and leave"),
    Hint("choice-down"),
    Hint("text-page-down"),
    Hint("sheet-help"),
)
UNDER_WAY = "Recording …"


class Conflict(Wording, inherit_bindings=False):
    """Ends with a receipt when mine was written in some form; `way` tells how it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    FIRST = "way"
    HINTS = _HINTS
    NAMES = False
    KNOWN = True
    """Whether all that stood on the screen before is held."""

    def __init__(self, was: Decision, now_is: Decision, draft: Draft, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            was: The decision as it was on the screen when I wrote.
            now_is: As it stands, which is what may be written upon here.
            draft: What I wrote, chosen or typed. It is on the disk already, and stays there until it is recorded.
            desk: What to work with.
        """
        super().__init__(now_is, draft.act, desk)
        self.was = was
        self.written = draft
        self.way: Way | None = None
        """What was chosen in the end; None when it was left."""
        self.recording = Recording(desk.inbox)
        self._stand(now_is)

    def _stand(self, now_is: Decision) -> None:
        """Weigh everything upon how it stands now."""
        self.decision = now_is
        now = self.desk.inbox.now().astimezone()
        me = self.desk.inbox.me_in(now_is.ref.store)
        self.clash = Clash(self.was, now_is, self.written, me, now, when=self.when(now), known=self.KNOWN)
        self.ways = self.weighed()
        self._read = False
        self._lengths: dict[tuple[int, bool], int] = {}
        """How it is laid out (width, airy) → how many lines must have been seen."""

    def when(self, now: datetime) -> str:
        """When I said it."""
        return "now"

    def weighed(self) -> Ways:
        """What can be done."""
        return Ways(self.written, self.was, self.decision, self.clash.happened[0], self.clash.whole)

    @property
    def heading(self) -> str:
        """What happened."""
        happened, settled = self.clash.happened[0], self.decision.settlement
        if happened is Moved.ANSWERED and settled is not None:
            inbox = self.desk.inbox
            return _FROM_WHOM[whose(settled, self.decision, inbox.me_in(self.decision.ref.store), inbox.came_from_here)]
        return _TITLES[happened]

    def fields(self) -> Iterable[Widget]:
        """The ways on."""
        yield Choices(self.ways.choices(self.desk.inbox), 0, id="way", column=20)

    def on_mount(self) -> None:
        """Say what would be written: nothing."""
        self.then(self.refresh_words)

    @property
    def chosen(self) -> Way:
        """The way that is marked."""
        return self.ways.order[self.query_one("#way", Choices).chosen or 0]

    def would_be(self) -> InWords:
        """The record that the marked way writes, or that there is none."""
        way, me = self.chosen, self.desk.inbox.me_in(self.decision.ref.store)
        draft = self.ways.upon(way)
        if draft is None:
            nothing = "nothing, and your words are deleted" if way is Way.DROP else "nothing; your words are kept"
            return InWords(self.decision, None, me, nothing)
        return InWords(self.decision, draft, me, beside=self._beside(way))

    def _beside(self, way: Way) -> str:
        if way is Way.NOTE:
            return "your words as they stand above; settles nothing"
        if Flag.CONTESTED in self.decision.flags:
            return "supersedes every answer above"
        return "supersedes theirs" if self.decision.settlement is not None else ""

    def context(self, width: int) -> Iterable[Block]:
        """What happened, both sides, and what changed in the terms; my own words last, since I know them."""
        return (*self._told(width), *self.clash.mine(width))

    def _told(self, width: int) -> Iterable[Block]:
        """All that must have been seen before mine is written upon it."""
        return self.clash.news(width, self.desk.inbox.now().astimezone(), airy=self.size.height >= AIRY)

    # what is done

    @on(Choices.Chosen)
    def marked(self, event: Choices.Chosen) -> None:
        """Say what the other way would write."""
        event.stop()
        self.refresh_words()

    async def action_record(self) -> None:
        """Do what is marked. The same rule as for every record, also where nothing is written."""
        if self.recording.under_way:
            return
        way = self.chosen
        if sentence := self.desk.rhythm.too_soon(self.painted) or self.unread() or self._unseen(way):
            self.say_not_yet(sentence)
            return
        draft = self.ways.upon(way)
        if draft is None:
            self._end(way, None)
            return
        try:
            verdict = self.recording.prepare(self.decision, draft)
        except SaysoError as error:
            self.say(str(error))
            return
        self.recording.under_way = True
        self.say(UNDER_WAY)
        self.query_one("#form").disabled = True
        self.run_worker(self._record(way, verdict), group="record")

    def _unseen(self, way: Way) -> str:
        """Why mine is not yet written upon how it stands: the reader must have seen all of that."""
        if way is not Way.SUPERSEDE or self._read_on():
            return ""
        key = self.desk.keys["text-page-down"].shown
        return f"Not recorded: what happened goes on below. {key} shows it; then press again."

    def _read_on(self) -> bool:
        """Whether the page was seen to the end of what is new in it, now or before."""
        page = self.query_one("#question", Page)
        width = page.scrollable_content_region.width
        looks = (width, self.size.height >= AIRY)
        if looks not in self._lengths:
            self._lengths[looks] = len(lay_out(self._told(width), width))
        self._read = self._read or page.scroll_offset.y + page.size.height >= self._lengths[looks]
        return self._read

    def _page(self, step: int) -> None:
        """A page of what is read, wherever the focus is."""
        page = self.query_one("#question", Page)
        page.scroll_lines(step * max(page.size.height - 1, 1))
        if self._read_on():
            self.say_ready()

    async def _record(self, way: Way, verdict: Verdict) -> None:
        try:
            receipt = await self.recording.write(verdict, self.say)
        except SaysoError as error:
            self._open(str(error))
            return
        if self.recording.under_way:
            self._end(way, receipt)
        elif receipt.kind is ReceiptKind.CONFLICT and receipt.now is not None and moved(self.decision, receipt.now):
            self.show_now(receipt.now)
            self._open("It moved once more. Nothing was written; this is how it stands now.")
        else:
            self._open(receipt.sentence)

    def _open(self, sentence: str) -> None:
        self.query_one("#form").disabled = False
        self.set_focus(self.query_one("#way"))
        self.say(sentence)

    def _end(self, way: Way, receipt: Receipt | None) -> None:
        self.way = way
        self.dismiss(receipt)

    def show_now(self, latest: Decision) -> None:
        """Show how it stands now; the marked way goes back to the one that writes nothing."""
        self._stand(latest)
        self.query_one("#way", Choices).put(self.ways.choices(self.desk.inbox), 0)
        self.show_decision()
        self.refit()
        self.refresh_words()
        self.shown_anew()

    async def action_look_again(self) -> None:
        """Show the decision as it stands now."""
        latest = self.desk.inbox.decision(self.decision.ref)
        if latest is not None and not self.recording.under_way:
            self.show_now(latest)
            self.say("This is how it stands now. Nothing was written; your words are kept.")

    async def action_keep(self) -> None:
        """Leave; the draft stays."""
        if not self.recording.under_way:
            self.dismiss(None)

    async def action_leave(self) -> None:
        """Leave sayso; the sheet below sees that the draft is on the disk."""
        await self.run_action("app.leave")
