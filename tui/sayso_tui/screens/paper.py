"""What a sheet looks like: the decision as it was when the sheet was opened, fields, and the keys that act."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual._time import get_time
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from sayso_client.decision import Act, Decision, Proposal
from sayso_client.verdict import Receipt
from sayso_tui.foreign import foreign_line, in_brief
from sayso_tui.frugal import Frugal
from sayso_tui.keys import Key, Keys
from sayso_tui.leaving import is_left
from sayso_tui.screens.brief import brief
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.names import Names
from sayso_tui.screens.sharing import AIRY, Leaf
from sayso_tui.screens.was_now import Asked, was_and_now
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.footer_hints import FooterHints
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.will import Will


class Hint(NamedTuple):
    """A key that is hinted at."""

    id: str
    label: str = ""
    """In the place of the table's own."""


HINTS = tuple(map(Hint, ("record", "keep", "next-kind", "next-field", "editor", "look-again", "sheet-help")))
"""Recording, leaving, and the others, help last."""
UNTIL = "     nothing is written until "
SHORTLY = "keep"
"""Hints at leaving with the draft kept where there is little room."""
GAP = 3
"""Cells between two hints."""
NOT_YET = 6.0
"""Seconds for which a sheet says why the record key did nothing."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to what has the focus; the keys belong to what stands in it."""

    def close_up(self) -> None:
        """No blank line above the first one that is shown.

        Textual (8.2.8) styles everything once more that may be a `:first-child`, and nothing when the first is hidden.
        """
        first = next(iter(self.displayed_children), None)
        for each in self.children:
            each.set_class(each is first, "-first")


class Paper(ModalScreen[Receipt | None], inherit_bindings=False):
    """Shows one decision, frozen, and a form below it. Changes from outside show as a banner, never in the text."""

    CSS_PATH = "sheet.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-low"), (AIRY, "-middling"), (34, "-high")]  # noqa: RUF012 - Textual's own form
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (104, "-wide")]  # noqa: RUF012 - Textual's own form
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """What takes or loses the focus is painted by itself. Textual's own (8.2.8) paints the screen whole, too."""
    TITLE = "Sheet"
    FIRST = "note"
    """The id of the field that has the focus first."""
    HINTS = HINTS
    NAMES = True
    """It asks for the names that are not known."""

    def __init__(self, decision: Decision, act: Act, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen; this is what will be decided.
            act: What the sheet is for; also under which the draft is kept.
            desk: What to work with.
        """
        super().__init__()
        self._compositor = Frugal()
        self.decision = decision
        self.act = act
        self.desk = desk
        self.names = Names(desk, decision.ref.store)
        self.before: Asked | None = None
        """Other terms that this sheet was begun with; None while they are as they were."""
        self._not_yet: Timer | None = None
        """Takes away why the record key did nothing; None while nothing of that is said."""
        self.painted: float | None = None
        """When it was last brought onto the screen, on the events' own clock; None until it is."""
        self._composed_for: Size | None = None
        """The terminal's size while it was put together; None once it has heard of one."""

    @property
    def heading(self) -> str:
        """What stands on top."""
        return self.TITLE

    def fields(self) -> Iterable[Widget]:
        """The widgets between the question and the record in words."""
        return ()

    def context(self, width: int) -> Iterable[Block]:
        """What is read above the fields; what matters most comes first."""
        return brief(
            self.decision,
            self.desk.inbox.now().astimezone(),
            width,
            news=self.news(),
            proposals=self.told(),
            airy=self.size.height >= AIRY,
        )

    def told(self) -> Sequence[Proposal]:
        """The proposals that belong to what is decided here."""
        return ()

    def news(self) -> Sequence[Block]:
        """How the terms differ from those that the sheet was begun with."""
        now = self.desk.inbox.now().astimezone()
        return tuple(was_and_now(self.before, self.decision, now)) if self.before else ()

    def compose(self) -> ComposeResult:
        """Title, banner, question, fields, the record in words, hints."""
        # Before there is anything in it: what comes to a sheet that stands is styled and laid out once more.
        self._composed_for = self.app.size
        self.add_class(*_reached(self._composed_for.width, self.HORIZONTAL_BREAKPOINTS))
        self.add_class(*_reached(self._composed_for.height, self.VERTICAL_BREAKPOINTS))
        with Leaf(id="sheet"):
            yield Static(self.heading, id="title", markup=False)
            yield Static(id="banner", markup=False)
            yield Static(id="beside", markup=False)
            question = Page(id="question")
            question.can_focus = True
            yield question
            with Form(id="form"):
                yield from self.fields()
                yield from self.names.fields(self.act) if self.NAMES else ()
            yield Will(id="will")
            yield Static(id="said", markup=False)
            yield FooterHints(hints(self.desk.keys, self.size.width, self.HINTS), id="hints")

    def begin(self) -> None:
        """Give the first field the focus, as the sheet is opened.

        Where not all of it has room, what is to be chosen from stays in sight, and the first key shows the field. Words
        that are there already are in sight from the beginning: they would be recorded.
        """
        first = self.query_one(f"#{self.FIRST}")
        written = any(each.value.strip() for each in self.query(Field))
        shown = written or not self.query("#form Choices")
        self.set_focus(first, scroll_visible=shown)
        if shown:
            # Once more when every line that the sheet begins with has its room.
            self.call_after_refresh(first.scroll_visible, animate=False)

    def on_mount(self) -> None:
        """Draw the question; nothing is said yet."""
        self.say("")
        self.say_beside("")
        self.show_decision()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """It is on top, for the first time or again: the clock of the recording rule starts when it is painted."""
        # All in it was styled when it was put there, and it itself before that, in `compose`.
        event.refresh_styles = False
        self.shown_anew()

    def on_resize(self, event: events.Resize) -> None:
        """Title and hints as far as there is room for them."""
        if event.size == self._composed_for:
            # The size that it was just laid out for; Textual (8.2.8) lays it out again, and all that is below it.
            event.prevent_default()
        self._composed_for = None
        self.refit()

    def refit(self) -> None:
        """The title and the hints may have changed: draw what fits of them."""
        self.painted_then(self._fit)

    def say(self, sentence: str) -> None:
        """One line above the hints; empty to take it away."""
        if self._not_yet is not None:
            self._not_yet.stop()
            self._not_yet = None
        said = self.query_one("#said", Static)
        said.display = bool(sentence)
        said.update(foreign_line(in_brief(sentence)))

    def say_not_yet(self, sentence: str) -> None:
        """Why the record key did nothing just now. It goes by itself, since soon it holds no more."""
        self.say(sentence)
        self._not_yet = self.set_timer(NOT_YET, self.say_ready)

    def say_ready(self) -> None:
        """What held the record key back is over; any other sentence stays."""
        if self._not_yet is not None and not is_left(self):
            self.say("")

    def say_beside(self, sentence: str) -> None:
        """One line below the title, on what lies or happens beside this sheet; empty to take it away."""
        beside = self.query_one("#beside", Static)
        beside.display = bool(sentence)
        beside.update(foreign_line(in_brief(sentence)))

    def show_decision(self) -> None:
        """Draw `self.decision`, without a banner."""
        self.query_one("#banner").display = False
        self.query_one(Form).close_up()
        self.draw_question()

    def draw_question(self) -> None:
        """Draw what is read above the fields anew, from its top."""
        question = self.query_one("#question", Page)
        question.show(self.context)
        question.refresh(layout=True)

    def shown_anew(self) -> None:
        """Other terms, or the same after something covered them: no key records before they were read."""
        self.painted = None
        self.painted_then(self._on_screen)

    @property
    def stands(self) -> bool:
        """All of it is there: not yet while it is being opened, and no more once it is being taken away."""
        return self.is_mounted and not is_left(self)

    def then(self, act: Callable[[], None]) -> None:
        """Do it when this message has been seen to; not when the sheet is taken away before that."""
        self.call_next(lambda: None if is_left(self) else act())

    def painted_then(self, act: Callable[[], None]) -> bool:
        """Likewise when all of it has been painted; whether it will be."""
        return self.call_after_refresh(lambda: None if is_left(self) else act())

    def look(self) -> None:
        """Tell of what changed since it was opened. Whoever opens a sheet asks for this when it stands.

        Raises:
            LedgerError: it cannot be read; what is shown stays.
        """
        if self.stands:
            self.changed(self.desk.inbox.decision(self.decision.ref))

    def changed(self, latest: Decision | None) -> None:
        """The decision as it stands now, while the sheet shows it as it was."""
        banner = self.query_one("#banner", Static)
        news = "it is not held any more" if latest is None else self._news(latest)
        banner.display = bool(news)
        if news:
            banner.update(foreign_line(in_brief(f"! {news} — {self.way_on(latest)}")))

    def way_on(self, latest: Decision | None) -> str:
        """What to do about a change, for the banner."""
        return f"{self.desk.keys['look-again'].shown} shows it as it stands; your words stay"

    def _on_screen(self) -> None:
        self.painted = get_time()

    def _news(self, latest: Decision) -> str:
        if latest.seen == self.decision.seen:
            return ""
        inbox = self.desk.inbox
        now, me = inbox.now().astimezone(), inbox.me_in(latest.ref.store)
        return what_changed(self.decision, latest, now, me, inbox.came_from_here)

    def _fit(self) -> None:
        title = self.query_one("#title", Static)
        key = self.desk.keys["record"].shown.split()[0]
        fits = len(self.heading) + len(UNTIL) + len(key) <= title.size.width
        until = ((UNTIL, "$foreground 62%"), (key, "bold $accent")) if fits else ()
        title.update(Content.assemble((self.heading, "bold"), *until), layout=False)
        footer = self.query_one(FooterHints)
        footer.show(hints(self.desk.keys, footer.size.width, self.HINTS))


def _reached(cells: int, breakpoints: Sequence[tuple[int, str]]) -> Iterable[str]:
    """The class of a sheet that is so many cells wide or high."""
    return [name for least, name in breakpoints if cells >= least][-1:]


def hints(keys: Keys, width: int, wanted: Sequence[Hint] = HINTS) -> list[Key]:
    """What fits into so many cells. The first two come first, then the last one, then the rest in their order."""
    record, keep, *others, helping = (_hinted(keys[each.id], each.label) for each in wanted)
    if _cells(record, keep, helping) > width:
        keep = keep._replace(label=SHORTLY)
    shown = [record, keep]
    tail = [helping] if _cells(record, keep, helping) <= width else []
    for key in others if tail else ():
        if _cells(*shown, key, *tail) <= width:
            shown.append(key)
    return [*shown, *tail]


def _hinted(key: Key, label: str) -> Key:
    return key._replace(label=label) if label else key


def _cells(*shown: Key) -> int:
    """Cells of these hints beside one another."""
    return sum(cell_len(key.shown.split()[0]) + 1 + cell_len(key.label) + GAP for key in shown) - GAP
