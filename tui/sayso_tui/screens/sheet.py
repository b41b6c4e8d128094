"""A sheet and its keys. Nothing is written until the record key."""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual._time import get_time
from textual.binding import BindingType
from textual.widget import Widget

from sayso_client.decision import Decision, State
from sayso_client.errors import Incomplete, SaysoError
from sayso_client.verdict import Receipt, ReceiptKind, Verdict
from sayso_client.whole import in_a_row
from sayso_tui.keys import Where, bindings
from sayso_tui.screens.drafting import UNSAVED
from sayso_tui.screens.editing import Editing
from sayso_tui.screens.was_now import differ
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field

if TYPE_CHECKING:
    from sayso_tui.screens.conflict import Conflict

UNDER_WAY = "Recording … The fields are closed until it is done."


class Sheet(Editing, inherit_bindings=False):
    """Ends with the receipt of what was recorded, or with None when it was left with its draft."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Where.SHEET),
        *bindings(Where.LISTS, priority=False),
    ]
    _receipt: Receipt | None = None
    _done = False
    conflict: "Conflict | None" = None
    """What is above this sheet while the decision has moved and nothing is chosen yet."""
    settles = True
    """What was recorded is what this sheet is for, and not a note in its place."""
    _warned_of = ""
    """The key whose next press leaves although the words are not on the disk; empty while none does."""
    _warned: float | None = None
    """When that warning was on the screen."""
    _focused: Widget | None = None

    def show_again(self, was: Decision) -> str:
        """Bring the fields in line with `self.decision`, which stood as `was` before.

        Returns:
            What had to be cleared, as a sentence; empty when nothing had to.
        """
        return ""

    # recording

    async def action_record(self) -> None:
        """The one key that writes: inert behind other input, and after the first press."""
        too_soon = self.desk.rhythm.too_soon(self.painted)
        if self.recording.under_way:
            return
        if too_soon:
            self.say_not_yet(too_soon)
            return
        await self.typed()
        if unread := self.unread():
            self.say_not_yet(unread)
            return
        try:
            await self.names.introduce(self)
            verdict = self.recording.prepare(self.decision, self.to_record())
        except Incomplete as missing:
            self.say(self.names.asking(missing, self), passing=True)
            self._focus_on(missing.field)
        except SaysoError as error:
            self.say(str(error), passing=True)
        else:
            self.recording.under_way = True
            self._close_fields()
            self.run_worker(self._record(verdict), group="record")

    async def _record(self, verdict: Verdict) -> None:
        self.say(UNDER_WAY)
        await self.kept_so_far()
        try:
            receipt = await self.recording.write(verdict, self.say)
        except SaysoError as error:
            self._open_fields()
            kept = await self.keep()
            self.say(str(error) if kept else in_a_row(str(error), UNSAVED))
            return
        if self.recording.under_way:
            self._end(receipt)
            return
        self._open_fields()
        latest = receipt.now
        if receipt.kind is ReceiptKind.CONFLICT and latest is not None and latest.seen != self.decision.seen:
            await self.choose(latest)
            return
        self.changed(latest)
        self.say(receipt.sentence)

    async def choose(self, latest: Decision) -> None:
        """It moved: show how, and what can be done. What was written is on the disk before."""
        # Imported with the first conflict: most days have none.
        from sayso_tui.screens.conflict import Conflict

        await self.keep()
        self.say("")
        self.changed(latest)
        self.conflict = Conflict(self.decision, latest, self.to_record(), self.desk)
        # One frame on the screen, not two that nearly cover each other.
        self.query_one("#sheet").visible = False
        await self.app.push_screen(self.conflict, self._chosen)
        self.conflict.set_focus(self.conflict.query_one(f"#{self.conflict.FIRST}"))

    def _chosen(self, receipt: Receipt | None) -> None:
        """Go on as it was chosen; left without a choice, this sheet is left, too, with its draft."""
        from sayso_tui.screens.choosing import Way

        conflict, self.conflict = self.conflict, None
        way = conflict.way if conflict is not None else None
        self.query_one("#sheet").visible = True
        if receipt is not None and way is Way.NOTE:
            self.settles = False
            self.run_worker(self._said_as_note(receipt), group="draft")
        elif receipt is not None:
            self._end(receipt)
        elif way is Way.BACK and conflict is not None:
            self.run_worker(self.look_at(conflict.decision), group="draft")
        elif way is Way.DROP:
            self.run_worker(self._drop(), group="draft")
        else:
            self.run_worker(self.action_keep(), group="draft")

    async def _said_as_note(self, receipt: Receipt) -> None:
        """Every word stands in the note; where the disk keeps the draft all the same, it is only once too often."""
        with suppress(SaysoError):
            await self.desk.inbox.forget(self.decision.ref, self.act)
        self._end(receipt)

    async def _drop(self) -> None:
        """Delete the draft, on purpose."""
        try:
            await self.desk.inbox.forget(self.decision.ref, self.act)
        except SaysoError as error:
            self.say(str(error))
            return
        self._end(None)

    def _close_fields(self) -> None:
        """What would be typed now would not be in the record, and lost with the sheet."""
        self._focused = self.focused
        self.set_focus(None)
        self.query_one("#form").disabled = True

    def _open_fields(self) -> None:
        self.query_one("#form").disabled = False
        if self.focused is None and self._focused is not None:
            self.set_focus(self._focused)

    def _end(self, receipt: Receipt | None) -> None:
        """Close, now or when what covers the sheet is gone."""
        if self.is_active:
            self.dismiss(receipt)
        else:
            self._receipt, self._done = receipt, True

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Uncovered again: close if all was done meanwhile."""
        if self._done:
            self.dismiss(self._receipt)

    def say(self, sentence: str, *, passing: bool = False) -> None:
        """Also in the sheet above: there it is read."""
        super().say(sentence, passing=passing)
        if sentence and self.conflict is not None and self.conflict.stands:
            self.conflict.say(sentence)

    def changed(self, latest: Decision | None) -> None:
        """Tell it in the banner, also of the sheet above; what cannot be recorded any more is frozen."""
        super().changed(latest)
        self._freeze(latest is not None and self._withdrawn_from(latest))
        if self.conflict is not None and self.conflict.stands:
            self.conflict.changed(latest)

    def way_on(self, latest: Decision | None) -> str:
        """What is withdrawn can only be read, copied, or kept in another form."""
        if latest is None or not self._withdrawn_from(latest):
            return super().way_on(latest)
        return f"the form is frozen; {self.desk.keys['record'].shown.split()[0]} shows what can be done with your words"

    def _withdrawn_from(self, latest: Decision) -> bool:
        return latest.state is State.WITHDRAWN and self.act not in latest.can.acts

    def _freeze(self, frozen: bool) -> None:
        for field in self.query(Field):
            field.read_only = frozen
        for choices in self.query(Choices):
            choices.frozen = frozen

    def _focus_on(self, field: str) -> None:
        for target in self.query(f"#{field}"):
            if target.focusable:
                self.set_focus(target)

    # leaving and looking

    async def action_keep(self) -> None:
        """Leave; what was written stays as a draft. A second press leaves even when the disk refuses it."""
        if not self.recording.under_way and await self._kept("keep", "leave"):
            self.dismiss(None)

    async def action_leave(self) -> None:
        """Leave sayso; the draft is kept, and what is being recorded is recorded."""
        if await self._kept("leave", "leave sayso"):
            self.app.exit()

    async def _kept(self, key: str, doing: str) -> bool:
        """Whether the words are on the disk, or were given up by a second press after the warning was on the screen."""
        again = self._warned_of == key and self.desk.rhythm.after(self._warned)
        await self.typed()
        if await self.keep() or again:
            return True
        pressed = self.desk.keys[key].shown.split()[0]
        self.say(f"{UNSAVED} Press {pressed} again to {doing} and lose them. {self.refusal}")
        self._warned_of, self._warned = key, None
        self.painted_then(self._warning_painted)
        return False

    def _warning_painted(self) -> None:
        self._warned = get_time()

    def begun_anew(self) -> None:
        """Other words: leaving without them takes two presses again."""
        self._warned_of = ""

    async def action_look_again(self) -> None:
        """Show the decision as it stands now. What was written stays; the recording rule starts anew."""
        latest = self.desk.inbox.decision(self.decision.ref)
        if latest is not None and not self.recording.under_way:
            await self.look_at(latest)

    async def look_at(self, latest: Decision) -> None:
        """The same, for the decision as it stands now."""
        await self.typed()
        self.start = self.draft()
        was, self.decision = self.decision, latest
        if differ(was, latest):
            self.before = was
        cleared = self.show_again(was)
        self.show_decision()
        self.refresh_words()
        self.say(cleared or "This is how it stands now. Nothing was written; your words are kept.")
        self.shown_anew()
