"""What is written in a sheet: shown as the record that it would become, and kept on the disk while it is written."""

import asyncio
from dataclasses import replace

from textual import on
from textual.message import Message

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft, blank
from sayso_client.errors import Incomplete, LedgerError
from sayso_tui.screens.beside import returned
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.recording import Recording
from sayso_tui.screens.was_now import differ, revision
from sayso_tui.screens.wording import InWords, Wording
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field

KEEP_AFTER = 0.05
"""Seconds from the first change that is not on the disk to writing it; typing on does not put it off."""
AGAIN = 1.0
"""Seconds from a draft that the disk refused to the next try."""
UNSAVED = "Your words are not on the disk yet; trying again."
SAVED = "Your words are on the disk now."


class Drafting(Wording, inherit_bindings=False):
    """A sheet whose content is a draft."""

    def __init__(self, decision: Decision, act: Act, desk: Desk, start: Draft | None = None) -> None:
        """Prepare the sheet.

        Args:
            decision: As it is on the screen; this is what will be decided.
            act: What the sheet is for; also under which the draft is kept.
            desk: What to work with.
            start: What to begin with when no draft is kept.
        """
        super().__init__(decision, act, desk)
        self.recording = Recording(desk.inbox)
        self.kept = desk.inbox.draft(decision.ref, act)
        """The draft that was on the disk when the sheet was opened."""
        self._fresh = start or blank(decision, act)
        self.cleared = ""
        """What a draft that is back does not choose any more, as a sentence."""
        self.start = self.restored(self.kept) if self.kept else self._fresh
        """What the fields begin with."""
        self._passing = False
        self._said = ""
        self.refusal = ""
        """Why the disk did not take the draft at the last try, as a sentence; empty when it did."""
        self._timer: asyncio.TimerHandle | None = None
        self.one_at_a_time = asyncio.Lock()
        """Held while a draft is on its way to the disk."""

    def restored(self, kept: Draft) -> Draft:
        """The kept draft, brought onto the decision that is shown now; what changed since is shown."""
        older = revision(self.decision, kept.terms_rev) if kept.terms_rev != self.decision.terms_rev else None
        self.before = older if older and differ(older, self.decision) else None
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

    def on_mount(self) -> None:
        """Show the record in words, and whether a draft is back."""
        self.then(self.tell_draft)
        self.then(self.refresh_words)

    def would_be(self) -> InWords:
        """What the record would say if it were written now, with the names that are typed."""
        self.names.show(self.draft().kind if self.act not in (Act.NOTE, Act.RETRACT) else None, self)
        try:
            return InWords(self.decision, self.to_record(), self.names.me())
        except Incomplete as missing:
            return InWords(self.decision, None, self.names.me(), str(missing))

    @on(Field.Changed)
    @on(Choices.Chosen)
    def touched(self, event: Message) -> None:
        """Something was typed or chosen: show the record in words, and keep the draft soon."""
        event.stop()
        self.begun_anew()
        if self._passing:
            self.say("")
        if not self._behind:
            self._behind = self.painted_then(self._catch_up)
        self._soon(KEEP_AFTER)

    def _catch_up(self) -> None:
        """Once for all the keys of a frame."""
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)
        self.refresh_words()

    @on(Field.Cleaned)
    def cleaned(self, event: Field.Cleaned) -> None:
        """Tell what a paste held."""
        self.say(f"The paste held {', '.join(event.phrases)}; shown as visible signs.")

    def say(self, sentence: str, *, passing: bool = False) -> None:
        """One line above the hints; empty to take it away.

        Args:
            sentence: What to say.
            passing: It goes as soon as something is typed or chosen.
        """
        super().say(sentence)
        self._said, self._passing = sentence, passing

    def begun_anew(self) -> None:
        """Something was typed or chosen: what leaving was told before does not hold any more."""

    async def keep(self) -> bool:
        """Put the draft on the disk, or drop an empty one; whether that went well. Nothing once it is recorded."""
        inbox = self.desk.inbox
        async with self.one_at_a_time:
            if self.recording.under_way:
                return True
            draft = self.draft()
            try:
                if draft.words or replace(draft, at=None) != replace(self._fresh, at=None):
                    await inbox.keep(replace(draft, at=inbox.now()))
                else:
                    await inbox.forget(draft.ref, draft.act)
            except LedgerError as error:
                self.refused(error)
                return False
            self._taken()
        return True

    def refused(self, error: LedgerError) -> None:
        """Try again until the disk takes it; told once, and never over what is said of recording."""
        if not self.recording.under_way:
            if not self.refusal:
                self.say(f"{UNSAVED} {cause(error)}")
            self.refusal = cause(error)
            self._soon(AGAIN)

    def _taken(self) -> None:
        self.refusal = ""
        if UNSAVED in self._said:
            self.say(self._said.partition(UNSAVED)[0] + SAVED, passing=True)

    async def kept_so_far(self) -> None:
        """Wait until no draft is on its way to the disk."""
        async with self.one_at_a_time:
            return

    async def typed(self) -> None:
        """Wait until the fields have taken what was typed before this key."""
        for field in self.query(Field):
            taken = asyncio.Event()
            field.call_later(taken.set)
            await taken.wait()

    def _soon(self, seconds: float) -> None:
        # Not Textual's own timer, which waits behind all that is still to be handled for this sheet.
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._keep_soon)

    def _keep_soon(self) -> None:
        self._timer = None
        if not self.is_running:
            return
        if self.one_at_a_time.locked():
            self._soon(KEEP_AFTER)
        else:
            self.run_worker(self.keep(), group="draft")

    def tell_draft(self) -> None:
        """Say that a draft is back, and what became of the decision since."""
        kept = self.kept
        if kept is not None and (kept.words or kept.option):
            self.say(f"{returned(kept, self.decision, self.desk.inbox.now())} {self.cleared}".strip(), passing=True)


def cause(error: LedgerError) -> str:
    """The first sentence of an error of the ledger: what happened. The rest speaks of records, not of drafts."""
    return f"{str(error).partition('. ')[0].rstrip('.')}."
