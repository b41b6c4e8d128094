"""The record in words, and the code that writes it."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from sayso_client.compose import compose, in_words
from sayso_client.decision import Decision
from sayso_client.errors import Incomplete, SaysoError
from sayso_client.text import one_line
from sayso_client.verdict import Receipt, ReceiptKind
from sayso_client.vocabulary import Ref
from sayso_tui.plain.code import FASTEST, Codes
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.moved import kept, way_on
from sayso_tui.plain.written import Written
from sayso_tui.screens.choosing import Way


class Offer(NamedTuple):
    """What the code of the moment would record."""

    written: Written
    code: str


class Offers:
    """Offers one record at a time. Only its own code writes it, and any other word makes that code void."""

    def __init__(self, desk: Desk, queued: Callable[[Receipt], None], back: Callable[[Written], None]) -> None:
        """Nothing is offered yet.

        Args:
            desk: What to work with.
            queued: Called with what was put into the outbox of a store elsewhere.
            back: Asks for the fields again.
        """
        self._desk = desk
        self._queued, self._back = queued, back
        self._codes = Codes()
        self._offer: Offer | None = None

    def make(self, written: Written) -> None:
        """Say what would be recorded, and the code.

        Raises:
            Incomplete: a field is missing.
            RefusedByRule: the store does not accept it.
        """
        self._offer = None
        inbox, say = self._desk.inbox, self._desk.dialogue.say
        draft, me = written.to_record()
        compose(written.decision, draft, me=me, mint=inbox.mint, now=inbox.now(), via=inbox.via)
        words = in_words(written.decision, draft, me)
        say("", f"Will write to {one_line(draft.ref.store, 40)}: {one_line(words, 2000)}")
        beside = (("text", draft.text), ("note", draft.note))
        say(*(f"  {name}: {one_line(text, 2000)}" for name, text in beside if text.strip()))
        if written.decision.settlement is not None and draft.act.value in ("answer", "confirm", "dismiss"):
            say("  It replaces what was decided before.")
        code = self._codes.of(draft, words)
        say(f"To record this, type: record {code}", "Anything else leaves it; your draft is kept.")
        self._offer = Offer(written, code)
        self._desk.dialogue.forget_typed_ahead()

    def drop(self) -> None:
        """The code of the moment is void."""
        self._offer = None

    def record(self, typed: str) -> Ref | None:
        """Record what the code is for; with another code nothing, and then there is a new one.

        Returns:
            The decision that it was recorded for; None when nothing was.
        """
        offer, say = self._offer, self._desk.dialogue.say
        if offer is None:
            say("Nothing is ready to be recorded. First: answer, confirm, dismiss, retract or note, and a number.")
        elif typed != offer.code:
            self._again(offer.written, f"That is not the code of this record. {kept(offer.written)}")
        elif self._desk.dialogue.took < FASTEST:
            self._again(offer.written, f"That came faster than anybody reads. {kept(offer.written)}")
        else:
            self._as_seen(offer.written)
            if self._offer is None and offer.written.recording.under_way:
                return offer.written.decision.ref
        return None

    def _again(self, written: Written, why: str) -> None:
        self._desk.dialogue.say(*([why] if why else []))
        try:
            self.make(written)
        except SaysoError as error:
            self.drop()
            self._desk.dialogue.say(str(error))

    def _as_seen(self, written: Written) -> None:
        """Record it if it is still what was shown."""
        latest = self._desk.inbox.decision(written.decision.ref)
        if latest is None:
            self.drop()
            self._desk.dialogue.say(f"The decision is not held any more. {kept(written)}")
        elif latest.seen != written.decision.seen:
            self._moved(written, latest)
        else:
            self._write(written)

    def _write(self, written: Written) -> None:
        try:
            self._introduce(written)
            verdict = written.recording.prepare(written.decision, written.to_record().draft)
            receipt = self._desk.do(written.recording.write(verdict))
        except KeyboardInterrupt:
            self._again(
                written,
                "Interrupted while it was being written. The same record is never written twice: record it again, "
                "or look whether it stands.",
            )
        except SaysoError as error:
            written.keep()
            self._again(written, str(error))
        else:
            self._told(written, receipt)

    def _told(self, written: Written, receipt: Receipt) -> None:
        if receipt.kind is ReceiptKind.CONFLICT and receipt.now is not None:
            self._desk.dialogue.say(receipt.sentence)
            written.keep()
            self._moved(written, receipt.now)
        elif receipt.kind is ReceiptKind.UNKNOWN:
            self._again(written, receipt.sentence)
        else:
            self.drop()
            self._desk.dialogue.say(receipt.sentence)
            if receipt.kept and written.note is not None:
                with suppress(SaysoError):  # every word stands in the note; here it is only once too often
                    written.let_go()
            if receipt.on_its_way:
                self._queued(receipt)

    def _moved(self, written: Written, latest: Decision) -> None:
        """It is not any more what was shown: the person says what is to be done."""
        self.drop()
        try:
            self._introduce(written)
            way = way_on(self._desk, written, latest)
            if way is Way.DROP:
                written.let_go()
        except SaysoError as error:
            self._desk.dialogue.say(str(error))
            return
        if way is Way.KEEP:
            self._desk.dialogue.say(f"It is left as it stands. {kept(written)}")
        elif way is Way.DROP:
            self._desk.dialogue.say("Nothing was recorded; your words are deleted.")
        elif way is Way.NOTE:
            self._again(written, "")
        else:
            cleared = written.now_stands(latest)
            written.keep()
            if way is Way.BACK:
                self._desk.dialogue.say(cleared or "Go on upon how it stands now.")
                self._back(written)
            else:
                self._again(written, cleared)

    def _introduce(self, written: Written) -> None:
        """Write newly typed names into the configuration, before anything is recorded with them."""
        inbox = self._desk.inbox
        for what, value in written.names.items():
            if not value or getattr(inbox.me_in(written.decision.ref.store), what):
                continue
            if what == "name" and value == "root":
                raise Incomplete("root is nobody's name. Give the name that your decisions stand under.", "name")
            self._desk.introduce(what, value)
            self._desk.do(inbox.become(inbox.me._replace(**{what: value})))
