"""What a sheet looks like: the decision as it was when the sheet was opened, fields, and the keys that act."""

from collections.abc import Iterable

from textual._time import get_time
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from sayso_client.decision import Act, Decision
from sayso_client.verdict import Receipt
from sayso_tui.foreign import foreign_line, in_brief
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.names import Names
from sayso_tui.widgets.footer_hints import FooterHints
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.question import body, in_short

HINTS = ("record", "keep", "next-kind", "next-field", "sheet-help")
HIGH = 30
"""Rows from which a sheet has room for a frame and blank lines."""
CHROME = 13
"""Rows of a sheet around the form, where it grows with its content."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to what has the focus; the keys belong to what stands in it."""


class Paper(ModalScreen[Receipt | None], inherit_bindings=False):
    """Shows one decision, frozen, and a form below it. Changes from outside show as a banner, never in the text."""

    CSS_PATH = "sheet.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]  # noqa: RUF012 - Textual's own form
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad")]  # noqa: RUF012 - Textual's own form
    TITLE = "Sheet"
    FIRST = "note"
    """The id of the field that has the focus first."""

    def __init__(self, decision: Decision, act: Act, desk: Desk) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen; this is what will be decided.
            act: What the sheet is for; also under which the draft is kept.
            desk: What to work with.
        """
        super().__init__()
        self.decision = decision
        self.act = act
        self.desk = desk
        self.names = Names(desk)
        self.painted: float | None = None
        """When it was last brought onto the screen, on the events' own clock; None until it is."""

    def fields(self) -> Iterable[Widget]:
        """The widgets between the question and the record in words."""
        return ()

    def context(self) -> Iterable[Block]:
        """What is read above the fields."""
        yield in_short(self.decision)
        yield from body(self.decision)
        yield from assumption(self.decision, self.desk.inbox.now().astimezone())

    def compose(self) -> ComposeResult:
        """Title, banner, question, fields, the record in words, hints."""
        with Vertical(id="sheet"):
            yield Static(self._head(), id="title")
            yield Static(id="banner", markup=False)
            with Form(id="form"):
                question = Page(id="question")
                question.can_focus = True
                yield question
                yield from self.fields()
                yield from self.names.fields(self.act)
                yield Labelled("Will write", Static(id="will", markup=False))
            yield Static(id="said", markup=False)
            yield FooterHints([self.desk.keys[each] for each in HINTS], id="hints")

    def on_mount(self) -> None:
        """Draw the question; nothing is said yet."""
        self.say("")
        self.show_decision()

    def on_screen_resume(self) -> None:
        """It is on top, for the first time or again: the clock of the recording rule starts when it is painted."""
        self.shown_anew()

    def on_resize(self) -> None:
        """Whatever the form holds, the title and the keys stay on the screen."""
        height = self.size.height
        self.query_one("#question").styles.max_height = max(height // 4, 3)
        self.query_one("#form").styles.max_height = max(height - CHROME, 1) if height >= HIGH else None

    def say(self, sentence: str) -> None:
        """One line above the hints; empty to take it away."""
        said = self.query_one("#said", Static)
        said.display = bool(sentence)
        said.update(foreign_line(in_brief(sentence)))

    def show_decision(self) -> None:
        """Draw `self.decision`, without a banner."""
        self.query_one("#banner").display = False
        self.query_one("#question", Page).show(lambda _: self.context())

    def shown_anew(self) -> None:
        """Other terms, or the same after something covered them: no key records before they were read."""
        self.painted = None
        self.call_after_refresh(self._on_screen)

    def changed(self, latest: Decision | None) -> None:
        """The decision as it stands now, while the sheet shows it as it was."""
        banner = self.query_one("#banner", Static)
        news = "it is not held any more" if latest is None else self._news(latest)
        banner.display = bool(news)
        if news:
            again = self.desk.keys["look-again"].shown
            banner.update(foreign_line(in_brief(f"! {news} — {again} shows it as it stands; your words stay")))

    def _on_screen(self) -> None:
        self.painted = get_time()

    def _news(self, latest: Decision) -> str:
        if latest.seen == self.decision.seen:
            return ""
        return what_changed(self.decision, latest, self.desk.inbox.now().astimezone())

    def _head(self) -> Content:
        key = self.desk.keys["record"].shown.split()[0]
        until = ("nothing is written until ", "$foreground 62%")
        return Content.assemble((f"{self.TITLE}     ", "bold"), until, (key, "bold $accent"))
