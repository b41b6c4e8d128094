"""The list and the decision that is read, kept up to date without moving under the reader's eye.

The first frame has the stores, the list and the hints. What shows a decision is imported and put in its room right
after it; a key that needs it waits for it.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from sayso_client.errors import LedgerError
from sayso_client.rows import Query, Row, View, offered
from sayso_client.vocabulary import Act, Flag, Ref
from sayso_tui.frugal import Backdrop, Frugal
from sayso_tui.keys import Key
from sayso_tui.leaving import is_left
from sayso_tui.rest import Rest
from sayso_tui.screens.desk import Desk
from sayso_tui.widgets.decision_list import DecisionList
from sayso_tui.widgets.footer_hints import FooterHints
from sayso_tui.widgets.heading import Heading
from sayso_tui.widgets.stores_bar import StoresBar

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_tui.screens.sheet import Sheet
    from sayso_tui.widgets.decision_pane import DecisionPane
    from sayso_tui.widgets.pane.blocks import Block
    from sayso_tui.widgets.told import Told

FOLLOW = 0.05
"""Seconds that the cursor must rest before its decision is opened."""
HINTED = 4_000
"""Characters of a question up to which an earlier answer is hinted at; the key itself looks at any."""
STACKED, WIDE = 60, 110
"""Columns from which the decision stands below the list, and beside it."""
SPARE = 1
"""Rows that a short list keeps free, so that what comes behind its last row is announced."""
FEWEST = 4
"""Rows of a list; one without any says so on three."""
HEADING, AROUND = 1, 3
"""Rows of the heading above the list, and of what stands above and below list and decision."""
ACTS = ("answer", "confirm", "dismiss", "retract")
"""Hinted at while the store accepts them for the decision that is read."""


class Ground(Backdrop, Vertical):
    """What holds others, and shows nothing of its own: the list with its heading, the foot of the screen."""


class ReadingScreen(Backdrop, Screen[None], inherit_bindings=False):
    """List and decision side by side, one above the other, or one at a time, by the room there is."""

    AUTO_FOCUS = "DecisionList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (STACKED, "-stacked"), (WIDE, "-wide")]  # noqa: RUF012 - Textual's form

    class Furnished(Message):
        """All that was needed for the first decision is on the screen."""

    def __init__(self, desk: Desk, width: int, *, ascii_only: bool = False, notices: Sequence[str] = ()) -> None:
        """Prepare the screen.

        Args:
            desk: What to work with.
            width: Cells of the terminal now, so that the first frame is not laid out twice.
            ascii_only: Draw bars with ASCII signs.
            notices: Sentences to begin with, such as what is wrong in the configuration.
        """
        super().__init__(classes=[name for least, name in self.HORIZONTAL_BREAKPOINTS if width >= least][-1])
        self.desk = desk
        self.asked = Query(folds=True)
        """Which decisions are listed."""
        self.open_sheet: Sheet | None = None
        """The sheet above this screen, to be told of changes."""
        self._ascii = ascii_only
        self._notices = tuple(notices)
        self._follower = Rest(FOLLOW, lambda: self.call_next(self._rested))
        self._compositor = Frugal()
        self._told: Told | None = None
        self._shared = 0
        self._pane: DecisionPane | None = None
        self._furnishing = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """Stores, the list with its heading, hints. The rest is mounted when there is something to show in it."""
        yield StoresBar(ascii_only=self._ascii, id="stores")
        with Ground(id="left"):
            yield Heading(ascii_only=self._ascii, id="heading")
            yield DecisionList(ascii_only=self._ascii, id="list")
        with Ground(id="foot"):
            yield FooterHints(self._hints(None), id="hints")

    def on_mount(self) -> None:
        """Fill the list from the ledger; all else follows the first frame."""
        self.say(" ".join([*self._notices, self.desk.inbox.read_only or ""]).strip())
        self.decisions.opened_by(self.desk.keys["open"].first)
        self.decisions.told_by(self._said_of)
        self.ask(self.asked)
        self.call_after_refresh(self.settle)

    @work(group="furnish")
    async def settle(self) -> None:
        """Show the decision too, and follow the ledger; nothing of it when sayso was left meanwhile."""
        if not self.is_attached:
            return
        await self.furnished()
        # Imported behind the first frame, which needs none of it.
        from sayso_tui.screens.following import begin

        begin(self)
        self.post_message(self.Furnished())

    async def furnished(self) -> "DecisionPane":
        """The pane, painted. Whoever asks first has it put into its room; the others wait for that.

        Not to be awaited by a handler of this screen's own messages: it has to paint meanwhile.
        """
        async with self._furnishing:
            if self._pane is None:
                # Imported here: the list is on the screen a tenth of a second sooner without it.
                from sayso_tui.widgets.decision_pane import DecisionPane

                pane = DecisionPane(ascii_only=self._ascii, from_here=self.desk.inbox.came_from_here, id="pane")
                await self.mount(pane, after="#left")
                self.add_class("-furnished")
                self._pane = pane
                self._rested()
                painted = asyncio.Event()
                self.call_after_refresh(painted.set)
                await painted.wait()
        return self._pane

    @property
    def decisions(self) -> DecisionList:
        """The decisions listed."""
        return self.query_one(DecisionList)

    @property
    def pane(self) -> "DecisionPane":
        """The decision that is read; there is one once somebody awaited `furnished`."""
        assert self._pane is not None
        return self._pane

    @property
    def following(self) -> bool:
        """Whether the decision under the cursor is still to be opened."""
        return self._follower.waiting

    @property
    def typing(self) -> bool:
        """Whether words for the filter are being typed."""
        return False

    def say(self, sentence: str, *, about_one: bool = False, seconds: float | None = None) -> None:
        """One sentence above the hints, where a line is kept free for it; empty to take it away.

        Args:
            sentence: What to say.
            about_one: It is about the decision under the cursor, and goes when the cursor does.
            seconds: It goes after so long; None when it stays.
        """
        if sentence or self._told is not None:
            self.told.say(sentence, about_one=about_one, seconds=seconds)

    @property
    def told(self) -> "Told":
        """The line that is kept free above the hints; made when there is something to tell."""
        if self._told is None:
            from sayso_tui.widgets.told import Told

            self._told = Told(ascii_only=self._ascii, id="told")
            self.mount(self._told, before=self.query_one("#foot").children[0])
        return self._told

    def ask(self, query: Query) -> None:
        """List other decisions. When that fails, what was listed stays and a sentence says why."""
        try:
            self.decisions.use(self.desk.inbox, query)
            self.asked = query
            self._show_numbers()
            if not self.typing:
                self.share_rows()
            self.read_under_cursor()
        except LedgerError as error:
            self.say(str(error))

    def share_rows(self) -> None:
        """Where the decision stands below the list, a short list leaves it the room.

        Only when other rows are asked for or the terminal is resized, so that nothing moves while one reads, and not
        with each letter of a filter.
        """
        size = self.app.size
        rows = min(max(self.decisions.total + SPARE, FEWEST) + HEADING, (size.height - AROUND) // 2)
        rows = rows if STACKED <= size.width < WIDE else 0
        if rows != self._shared:
            self._shared = rows
            self.query_one("#left").styles.height = rows or None

    def on_resize(self) -> None:
        """There is more or less room now."""
        self.share_rows()

    @on(Worker.StateChanged)
    def stopped(self, event: Worker.StateChanged) -> None:
        """Say when following has ended by something that nobody foresaw; the clock's look goes on."""
        if event.worker.group == "watch" and event.state is WorkerState.ERROR:
            from sayso_tui.screens.following import AGES

            self.log.error(event.worker.error)
            self.say(
                f"Changes are seen only every {AGES:.0f} s now ({event.worker.error!r}). Start sayso again to mend it."
            )

    def refresh_live(self) -> None:
        """Bring everything up to date where it stands."""
        if is_left(self):
            return
        try:
            self.decisions.refresh_rows()
            self._show_numbers()
            self.read_under_cursor()
            if self.open_sheet is not None:
                self.open_sheet.look()
        except LedgerError as error:
            self.say(str(error))

    def read_under_cursor(self) -> None:
        """Open the decision under the cursor in the pane, as it stands now, once there is one.

        Raises:
            LedgerError: it cannot be read; the pane keeps what it shows.
        """
        if self._pane is None:
            return
        self._follower.stop()
        ref = self.decisions.cursor_ref
        decision = self.desk.inbox.decision(ref) if ref else None
        if ref is not None and (flood := self.flood_under_cursor()) is not None:
            from sayso_tui.widgets.flooded import flooded

            opens, back = self.desk.keys["open"].first, self.desk.keys["back"].first
            self.pane.show_nothing(lambda _: flooded(flood, opens, back))
        elif decision is None:
            from sayso_tui.widgets.empty import empty

            counts = self.desk.inbox.counts()
            inbox = self.desk.inbox
            served = [each.name for each in inbox.stores() if each.kind == "http"]
            self.pane.show_nothing(lambda _: empty(self.asked, counts, served, inbox.asks_in))
        else:
            self.pane.show(decision, self.now(), self.beside(decision), self.desk.inbox.me_in(decision.ref.store))
        self.query_one(FooterHints).show(self._hints(decision))

    def beside(self, decision: "Decision") -> "Sequence[Block]":
        """What the pane shows besides the decision itself."""
        return ()

    def _said_of(self, ref: Ref) -> str:
        """What I answered and is not recorded, for its row."""
        from sayso_tui.outbox_words import said_in_a_row

        try:
            return said_in_a_row(self.desk.inbox.outbox.of(ref))
        except LedgerError:
            # The list tells of it when it reads its rows.
            return ""

    def flood_under_cursor(self) -> "Row | None":
        """The row under the cursor when it stands for the many asks of one asker; None when it is a decision's."""
        ref = self.decisions.cursor_ref
        row = self.desk.inbox.rows((ref,)).get(ref) if ref is not None else None
        return row if row is not None and row.folds else None

    def _hints(self, decision: "Decision | None") -> Sequence[Key]:
        keys = self.desk.keys
        can = decision.can.acts if decision else ()
        acts = [keys[each] for each in ACTS if each in can]
        if Act.CONFIRM in can and self.app.size.width < STACKED:
            # No room for both: the digits answer as well.
            acts.sort(key=lambda each: each is not keys["confirm"])
        if decision is not None and decision.options and Act.ANSWER in can:
            acts.insert(0, keys.options)
        acts += [keys["same-answer"]] if decision is not None and self._answered_before(decision) else []
        note = [keys["note"]] if Act.NOTE in can else []
        if decision is not None and Flag.NOT_FROM_HERE in decision.flags:
            acts.insert(0, keys["was-me"])
        return [*acts, keys["filter"], keys.views, *note, keys["quit"], keys["help"]]

    def _answered_before(self, decision: "Decision") -> bool:
        """Whether an earlier answer of mine can be offered for what waits; looked up along an index."""
        inbox = self.desk.inbox
        if not decision.waiting or decision.settlement is not None or inbox.read_only:
            return False
        if len(decision.text) > HINTED:
            return False
        return Act.ANSWER in decision.can.acts and inbox.earlier_answer(decision) is not None

    def now(self) -> datetime:
        """The time, in the reader's own zone."""
        return self.desk.inbox.now().astimezone()

    @on(DecisionList.Highlighted)
    def rest(self, event: DecisionList.Highlighted) -> None:
        """Open what is under the cursor once it rests."""
        event.stop()
        if self._told is not None:
            self._told.moved_on()
        self._follower.start()

    def _rested(self) -> None:
        if is_left(self):
            return
        try:
            self.read_under_cursor()
        except LedgerError as error:
            self.say(str(error))

    @on(DecisionList.Arrivals)
    def arrived(self, event: DecisionList.Arrivals) -> None:
        """Say what waits to be shown."""
        event.stop()
        if event.pending or self._told is not None:
            self.told.show(event.pending, self.desk.keys["arrivals"].shown.split()[-1])

    def _show_numbers(self) -> None:
        inbox, listed = self.desk.inbox, self.decisions
        counts = inbox.counts()
        self.query_one(StoresBar).show(inbox.stores(), counts, len(listed.drafts))
        kept = View.OUTBOX if counts.to_see_to else None
        self.query_one(Heading).show(self.asked, listed.total, offered(counts, self.asked.view), kept)
        if not listed.total:
            from sayso_tui.widgets.nothing import nothing

            elsewhere = inbox.found_in(self.asked) if self.asked.text else {}
            before, after = self.desk.keys["previous-view"].first, self.desk.keys["next-view"].first
            views = offered(counts, self.asked.view)
            see = self.desk.keys["outbox"].first
            told = nothing(
                self.asked, elsewhere, before, after, typing=self.typing, views=views, outbox=counts.outbox, see=see
            )
            listed.say_nothing(told)
