"""What I said to stores elsewhere: shown beside its decision, followed until it is written, seen to with a key."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition
from sayso_client.text import one_line
from sayso_client.vocabulary import IN_THE_OUTBOX, Ref
from sayso_tui.keys import Key
from sayso_tui.screens.again import Again

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.outbox import Outgoing
    from sayso_client.verdict import Receipt
    from sayso_tui.screens.overtaken import Overtaken
    from sayso_tui.screens.sheet_outbox import OutboxSheet
    from sayso_tui.widgets.pane.blocks import Block

_TROUBLED = frozenset({Condition.STALE, Condition.FAILING})


class Sending(Again):
    """Knows what is on its way."""

    outbox_sheet: "OutboxSheet | Overtaken | None" = None
    """The sheet above this screen about something in the outbox."""
    _line_of: tuple[Ref, str] | None = None
    """The decision and record that the line above the hints tells of; None when it tells something else."""
    _asking = False
    """The line above the hints says that a store is being asked."""

    def say(self, sentence: str, *, about_one: bool = False, seconds: float | None = None) -> None:
        """One sentence above the hints; empty to take it away."""
        self._line_of, self._asking = None, False
        super().say(sentence, about_one=about_one, seconds=seconds)

    def beside(self, decision: "Decision") -> "Sequence[Block]":
        """What I said of the decision and its store has not recorded."""
        if not decision.flags & IN_THE_OUTBOX:
            return ()
        # Imported here, as below: most days everything is recorded at once.
        from sayso_tui.outbox_words import health_of
        from sayso_tui.widgets.pane.outbox import outbox

        key = self.desk.keys["outbox"].first
        health = health_of(self.desk.inbox.stores(), decision.ref.store)
        return tuple(outbox(self.desk.inbox.outbox.of(decision.ref), self.now(), key, health))

    def _hints(self, decision: "Decision | None") -> Sequence[Key]:
        hints = super()._hints(decision)
        if decision is None or not decision.flags & IN_THE_OUTBOX:
            return hints
        return [self.desk.keys["outbox"], *hints]

    # what was just said

    def sent(self, receipt: "Receipt", more: str, back: str) -> None:
        """Say that it is queued, and follow it: the line tells when it is written there, or what came instead.

        Args:
            receipt: Of what was put into the outbox.
            more: How many wait besides; stands behind it.
            back: How it is taken back, once it is written.
        """
        self._on_their_way[receipt.ref, receipt.id] = more, back
        one = self._outgoing(receipt.ref, receipt.id)
        self.say(" · ".join(each for each in (_told(one) if one else receipt.sentence, more) if each))
        self._line_of = receipt.ref, receipt.id
        self._follow_sent()

    @property
    def _on_their_way(self) -> dict[tuple[Ref, str], tuple[str, str]]:
        """What was said here and is not written yet → what stands behind it in the line, and once it is written."""
        return self.__dict__.setdefault("_sent", {})  # type: ignore[no-any-return]

    def _outgoing(self, ref: Ref, record_id: str) -> "Outgoing | None":
        return next(iter(self.desk.inbox.outbox.by_id(ref, record_id)[-1:]), None)

    def refresh_live(self) -> None:
        """Bring everything up to date where it stands."""
        super().refresh_live()
        try:
            self._follow_sent()
            if self.outbox_sheet is not None:
                self.outbox_sheet.look()
        except LedgerError as error:
            self.say(str(error))

    def _follow_sent(self) -> None:
        """Tell how far it has come. What is written changes only its own line; what waits for me is always told."""
        from sayso_client.ledger.outbox import DONE, WAITS

        for (ref, record_id), (more, back) in tuple(self._on_their_way.items()):
            one = self._outgoing(ref, record_id)
            if one is None or one.stage in DONE or one.stage in WAITS:
                del self._on_their_way[ref, record_id]
            if one is None and (kept := self._kept_here(ref, record_id)):
                self.say(kept)
            if one is not None and one.stage in WAITS:
                key = self.desk.keys["outbox"].first
                self.say(f"{one_line(ref.key, 60)}: {_told(one)} · {key} shows what can be done")
                self._line_of = ref, record_id
            elif one is not None and self._line_of == (ref, record_id):
                told = (_told(one), more, back if one.stage in DONE else "")
                self.say(" · ".join(each for each in told if each))
                self._line_of = ref, record_id

    def _kept_here(self, ref: Ref, record_id: str) -> str:
        """That it waits for others again, because not all who said the same count; empty when it was taken out."""
        decision = self.desk.inbox.decision(ref)
        if decision is None or all(each.id != record_id for each in decision.votes):
            return ""
        from sayso_tui.outbox_words import waits_again

        return waits_again(decision)

    def action_arrivals(self) -> None:
        """Show what is new and let go what has left; stores that are out of reach are asked once more."""
        super().action_arrivals()
        inbox = self.desk.inbox
        troubled = {each.name for each in inbox.stores() if each.health.condition in _TROUBLED}
        inbox.try_again()
        if names := tuple(each for each in inbox.shared if each in troubled):
            self.ask_stores(names)

    def ask_stores(self, names: Sequence[str]) -> None:
        """Ask stores at once, and say what came of it unless the line tells something else by then."""
        self.say(f"Asking {', '.join(one_line(each, 40) for each in names)} …")
        self._asking = True
        self.run_worker(self._ask(names), group="ask-stores", exclusive=True, exit_on_error=False)

    async def _ask(self, names: Sequence[str]) -> None:
        from sayso_tui.outbox_words import asked_words

        found = [asked_words(each, await self.desk.inbox.ask_again(each)) for each in names]
        if self._asking:
            self.say(" ".join(found))

    # seeing to it

    async def action_outbox(self) -> None:
        """Open the sheet about what the line just told of, or what I said of the decision under the cursor.

        When it is neither, the only other thing in the outbox; and where there are several, the view that lists them.
        """
        line = self._line_of
        decision = await self.aimed_at() if self.decisions.cursor_ref is not None else None
        inbox = self.desk.inbox
        if inbox.read_only:
            self.say(inbox.read_only)
            return
        try:
            one = self._meant(line, decision)
            if one is None:
                self._show_outbox()
                return
            about = inbox.decision(one.ref)
            if about is None:
                self.say(f"{one_line(one.ref.store, 40)} is not read yet; sayso list --outbox shows what you said.")
                return
            from sayso_tui.screens.sheet_outbox import sheet_about

            sheet = sheet_about(one, about, self.desk)
        except SaysoError as error:
            self.say(str(error))
            return
        self.say("")
        self.outbox_sheet = sheet
        await self.app.push_screen(sheet, self._seen_to)
        sheet.set_focus(sheet.query_one(f"#{sheet.FIRST}"))
        sheet.look()

    def _meant(self, line: tuple[Ref, str] | None, decision: "Decision | None") -> "Outgoing | None":
        """The one thing that is meant, if it is one."""
        from sayso_client.ledger.outbox import WAITS
        from sayso_tui.outbox_words import first_of

        told = self._outgoing(*line) if line is not None else None
        if told is not None and told.stage in WAITS:
            return told
        outbox = self.desk.inbox.outbox
        if decision is not None and (here := first_of(outbox.of(decision.ref))):
            return here
        mine = self._mine()
        return first_of(mine) if len({each.ref for each in mine}) == 1 else None

    def _mine(self) -> "tuple[Outgoing, ...]":
        return tuple(each for each in self.desk.inbox.outbox.all() if each.verdict)

    def _show_outbox(self) -> None:
        """The view of it, on what waits for me first."""
        from sayso_tui.outbox_words import first_of

        first = first_of(self._mine())
        if first is None:
            kept = self.desk.inbox.outbox.kept_here()
            self.say(" ".join(kept) or "All that you said is recorded.")
            return
        self.ask(Query(View.OUTBOX))
        self.decisions.go_to(first.ref)
        self.read_under_cursor()
        self.to_list()

    def _seen_to(self, receipt: "Receipt | None") -> None:
        sheet, self.outbox_sheet = self.outbox_sheet, None
        self.decisions.refresh_rows()
        self.refresh_live()
        if receipt is not None:
            self.sent(receipt, "", "")
        elif sheet is not None and sheet.asks:
            self.ask_stores((sheet.asks,))
        elif sheet is not None:
            self.say(sheet.outcome)
            if sheet.goes_again:
                self._line_of = sheet.one.ref, sheet.one.parcel.id
                self._on_their_way[self._line_of] = "", ""


def _said(one: "Outgoing") -> str:
    from sayso_tui.outbox_words import said_words

    return said_words(one)


def _told(one: "Outgoing") -> str:
    from sayso_tui.outbox_words import stage_words

    return f"{_said(one)} · {stage_words(one)}"
