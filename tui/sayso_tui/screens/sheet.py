"""A sheet: where a person writes what is to be recorded. Nothing is written until the record key."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual._time import get_time
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from sayso_client.compose import in_words
from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft, blank
from sayso_client.errors import Incomplete, LedgerError, SaysoError
from sayso_client.verdict import Receipt, ReceiptKind, Verdict
from sayso_tui.foreign import foreign_line, in_brief
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.names import Names
from sayso_tui.screens.recording import Recording
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.footer_hints import FooterHints
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.assumption import assumption
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.question import body, in_short
from sayso_tui.widgets.pane.when import ago

KEEP_AFTER = 0.2
"""Seconds from a change to the draft on the disk."""
HINTS = ("record", "keep", "next-kind", "next-field", "sheet-help")
HIGH = 30
"""Rows from which a sheet has room for a frame and blank lines."""
CHROME = 13
"""Rows of a sheet around the form, where it grows with its content."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to what has the focus; the keys belong to what stands in it."""


class Sheet(ModalScreen[Receipt | None], inherit_bindings=False):
    """Shows a decision as it stood when it was opened, frozen, with the fields of one act.

    Its result is the receipt of what was recorded, or None when it was left with its draft.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    CSS_PATH = "sheet.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]  # noqa: RUF012 - Textual's own form
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad")]  # noqa: RUF012 - Textual's own form
    TITLE = "Sheet"
    FIRST = "note"
    """The id of the field that has the focus first."""

    def __init__(self, decision: Decision, act: Act, desk: Desk, start: Draft | None = None) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen; this is what will be decided.
            act: What the sheet is for; also under which the draft is kept.
            desk: What to work with.
            start: What to begin with when no draft is kept.
        """
        super().__init__()
        self.decision = decision
        self.desk = desk
        self.act = act
        self._fresh = start or blank(decision, act)
        self._kept = desk.inbox.draft(decision.ref, act)
        self.start = self.restored(self._kept) if self._kept else self._fresh
        self._recording = Recording(desk.inbox)
        self._painted: float | None = None
        self._latest: Decision | None = None
        self._timer: Timer | None = None
        self._keep_failed = False
        self._names = Names(desk)

    # what a kind of sheet says of itself

    def fields(self) -> Iterable[Widget]:
        """The widgets between the question and the record in words."""
        yield Labelled("Note", Field(self.start.note, id="note"))

    def restored(self, kept: Draft) -> Draft:
        """The kept draft, brought onto the decision that is shown now."""
        return replace(kept, terms_rev=self.decision.terms_rev, seen=self.decision.seen)

    def draft(self) -> Draft:
        """What the sheet says now, for keeping."""
        note = self.query_one("#note", Field).value
        return replace(self.start, terms_rev=self.decision.terms_rev, seen=self.decision.seen, note=note)

    def to_record(self) -> Draft:
        """What the sheet says now, for recording.

        Raises:
            Incomplete: something must be chosen first.
        """
        return self.draft()

    def show_again(self) -> None:
        """Bring the fields in line with `self.decision` after it was looked at again."""

    def context(self) -> Iterable[Block]:
        """What is read above the fields."""
        yield in_short(self.decision)
        yield from body(self.decision)
        yield from assumption(self.decision, self.desk.inbox.now().astimezone())

    # painting

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
                yield from self._names.fields(self.act)
                yield Labelled("Will write", Static(id="will", markup=False))
            yield Static(id="said", markup=False)
            yield FooterHints([self.desk.keys[each] for each in HINTS], id="hints")

    def _head(self) -> Content:
        key = self.desk.keys["record"].shown.split()[0]
        until = ("nothing is written until ", "$foreground 62%")
        return Content.assemble((f"{self.TITLE}     ", "bold"), until, (key, "bold $accent"))

    def on_mount(self) -> None:
        """Fill what depends on the fields, and start the clock of the recording rule when it is on the screen."""
        self.query_one("#banner").display = False
        self.say("")
        self.query_one("#question", Page).show(lambda _: self.context())
        self._tell_draft()
        self._refresh_words()
        self.call_after_refresh(self._on_screen)

    def on_resize(self) -> None:
        """Whatever the form holds, the title and the keys stay on the screen."""
        self.query_one("#form").styles.max_height = (
            max(self.size.height - CHROME, 1) if self.size.height >= HIGH else None
        )

    def _on_screen(self) -> None:
        self._painted = get_time()

    def say(self, sentence: str) -> None:
        """One line above the hints; empty to take it away."""
        said = self.query_one("#said", Static)
        said.display = bool(sentence)
        said.update(foreign_line(in_brief(sentence)))

    def changed(self, latest: Decision | None) -> None:
        """The decision as it stands now, while the sheet shows it as it was."""
        self._latest = latest
        banner = self.query_one("#banner", Static)
        news = "it is not held any more" if latest is None else self._news(latest)
        banner.display = bool(news)
        if news:
            again = self.desk.keys["look-again"].shown
            banner.update(foreign_line(f"! {news} — {again} shows it as it stands; your words stay"))

    def _news(self, latest: Decision) -> str:
        if latest.seen == self.decision.seen:
            return ""
        return what_changed(self.decision, latest, self.desk.inbox.now().astimezone())

    def _tell_draft(self) -> None:
        kept = self._kept
        if kept is None or not (kept.words or kept.option):
            return
        age = f" of {ago(kept.at, self.desk.inbox.now())}" if kept.at else ""
        older = kept.terms_rev != self.decision.terms_rev
        rev = (
            f", written against revision {kept.terms_rev}; this is revision {self.decision.terms_rev}" if older else ""
        )
        self.say(f"Your draft{age} is back{rev}.")

    def _refresh_words(self) -> None:
        """The record in words, as it would be written now."""
        try:
            words = in_words(self.decision, self.to_record(), self._names.me())
        except Incomplete as missing:
            words = str(missing)
        self.query_one("#will", Static).update(foreign_line(words, 600))
        self._names.show(self.draft().kind if self.act not in (Act.NOTE, Act.RETRACT) else None, self)

    # writing

    @on(Field.Changed)
    @on(Choices.Chosen)
    def touched(self, event: Message) -> None:
        """Something was typed or chosen: show the record in words, and keep the draft soon."""
        event.stop()
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)
        self._refresh_words()
        if self._timer is None and not self._recording.under_way:
            self._timer = self.set_timer(KEEP_AFTER, self._keep_soon)

    @on(Field.Cleaned)
    def cleaned(self, event: Field.Cleaned) -> None:
        """Tell what a paste held."""
        self.say(f"The paste held {', '.join(event.phrases)}; shown as visible signs.")

    def _keep_soon(self) -> None:
        self._timer = None
        if not self._recording.under_way:
            self.run_worker(self._keep(), group="draft", exit_on_error=False)

    async def _keep(self) -> bool:
        """Put the draft on the disk, or drop an empty one; whether that went well."""
        draft = self.draft()
        try:
            if draft.words or replace(draft, at=None) != replace(self._fresh, at=None):
                await self.desk.inbox.keep(replace(draft, at=self.desk.inbox.now()))
            elif self.desk.inbox.draft(draft.ref, draft.act) is not None:
                await self.desk.inbox.forget(draft.ref, draft.act)
        except LedgerError as error:
            self.say(f"The draft is not on the disk: {error}")
            return False
        return True

    async def typed(self) -> None:
        """Wait until the fields have taken what was typed before this key."""
        for field in self.query(Field):
            taken = asyncio.Event()
            field.call_later(taken.set)
            await taken.wait()

    # keys

    async def action_record(self) -> None:
        """The one key that writes: inert behind other input, and after the first press."""
        too_soon = self.desk.rhythm.too_soon(self._painted)
        if self._recording.under_way:
            return
        if too_soon:
            self.say(too_soon)
            return
        await self.typed()
        try:
            self._names.introduce(self)
            verdict = self._recording.prepare(self.decision, self.to_record())
        except Incomplete as missing:
            self.say(str(missing))
            self._focus_on(missing.field)
        except SaysoError as error:
            self.say(str(error))
        else:
            self._recording.under_way = True
            self.run_worker(self._record(verdict), group="record", exit_on_error=False)

    async def _record(self, verdict: Verdict) -> None:
        self.say("Recording …")
        try:
            receipt = await self._recording.write(verdict)
        except LedgerError as error:
            await self._keep()
            self.say(str(error))
            return
        if self._recording.under_way:
            self.dismiss(receipt)
            return
        if receipt.kind is ReceiptKind.CONFLICT:
            self.changed(receipt.now)
        self.say(receipt.sentence)

    def _focus_on(self, field: str) -> None:
        for target in self.query(f"#{field}"):
            if target.focusable:
                self.set_focus(target)

    async def action_keep(self) -> None:
        """Leave; what was written stays as a draft. A second press leaves even when the disk refuses it."""
        if self._recording.under_way:
            return
        await self.typed()
        if await self._keep() or self._keep_failed:
            self.dismiss(None)
        else:
            self._keep_failed = True

    async def action_leave(self) -> None:
        """Leave sayso; the draft is kept."""
        await self.typed()
        if await self._keep() or self._keep_failed:
            self.app.exit()
        else:
            self._keep_failed = True

    async def action_look_again(self) -> None:
        """Show the decision as it stands now. What was written stays; the recording rule starts anew."""
        latest = self.desk.inbox.decision(self.decision.ref)
        if latest is None or self._recording.under_way:
            return
        await self.typed()
        self.start = self.draft()
        self.decision, self._latest, self._painted = latest, None, None
        self.show_again()
        self.query_one("#banner").display = False
        self.query_one("#question", Page).show(lambda _: self.context())
        self._refresh_words()
        self.say("This is how it stands now. Nothing was written; your words are kept.")
        self.call_after_refresh(self._on_screen)

    def action_next_field(self) -> None:
        """To the next field."""
        self.focus_next()

    def action_previous_field(self) -> None:
        """To the field before."""
        self.focus_previous()

    def action_next_kind(self) -> None:
        """The next authority kind, where the sheet has kinds."""

    def action_choice_down(self) -> None:
        """The next choice, or a line of the text."""
        self._move(1)

    def action_choice_up(self) -> None:
        """The choice before, or a line of the text."""
        self._move(-1)

    def action_text_page_down(self) -> None:
        """A page of the text that has the focus."""
        self._page(1)

    def action_text_page_up(self) -> None:
        """A page back."""
        self._page(-1)

    def _move(self, step: int) -> None:
        if isinstance(self.focused, Choices):
            self.focused.move(step)
        elif isinstance(self.focused, Page):
            self.focused.scroll_lines(step)

    def _page(self, step: int) -> None:
        if isinstance(self.focused, Page):
            self.focused.scroll_lines(step * max(self.focused.size.height - 1, 1))

    def action_copy(self) -> None:
        """Copy the selection; without one, say how to leave."""
        if isinstance(self.focused, Field) and self.focused.selected_text:
            self.focused.action_copy()
        elif text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.say("Sent to the terminal's clipboard.")
        else:
            self.say(f"{self.desk.keys['keep'].shown} leaves this sheet, {self.desk.keys['leave'].shown} leaves sayso.")

    async def action_sheet_help(self) -> None:
        """The list of keys."""
        from sayso_tui.screens.help import Help

        await self.app.push_screen(Help(self.desk.keys))
