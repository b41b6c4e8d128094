"""What I said to stores elsewhere, in lines: what becomes of it, what waits, and sending or dropping it on purpose."""

from collections.abc import Iterator

from sayso_client.ledger.outbox import DONE, WAITS, Outgoing
from sayso_client.text import one_line
from sayso_client.verdict import Receipt
from sayso_client.whole import in_a_row
from sayso_tui.outbox_words import health_of, said_words, since_words, stage_words, waits_again, way_on, why_words
from sayso_tui.plain.desk import Desk

_CODE = 4
"""Characters of the record's id that have to be typed."""


class Outbox:
    """The words `outbox`, `send` and `drop`, and the news of what was said here."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sent: list[Receipt] = []

    def follow(self, receipt: Receipt) -> None:
        """This was put into the outbox just now: its fate is told when it is known."""
        self._sent.append(receipt)

    def news(self) -> Iterator[str]:
        """What became of it since the last call."""
        outbox = self._desk.inbox.outbox
        for each in tuple(self._sent):
            one = next(iter(outbox.by_id(each.ref, each.id)[-1:]), None)
            if one is None or one.stage in DONE or one.stage in WAITS:
                self._sent.remove(each)
            decision = self._desk.inbox.decision(each.ref) if one is None else None
            if decision is not None and any(vote.id == each.id for vote in decision.votes):
                yield waits_again(decision)
            if one is not None and one.stage in DONE:
                yield f"{said_words(one)} · {stage_words(one)}."
            elif one is not None and one.stage in WAITS:
                yield f"{self._about(one)} Type outbox."

    def list(self, _: str) -> None:
        """Everything that is not recorded, with its number in the outbox."""
        several = self._desk.inbox.outbox.all()
        if not several:
            kept = self._desk.inbox.outbox.kept_here()
            nothing = "Nothing is in the outbox" + ("." if kept else ": all that you said is recorded.")
            self._desk.dialogue.say(in_a_row(nothing, *kept))
        for one in several:
            now = self._desk.inbox.now().astimezone()
            health = health_of(self._desk.inbox.stores(), one.ref.store)
            told = (
                f"{one.num}. {self._about(one)} Since {since_words(one, now)}.",
                one_line(why_words(one, health), 300),
            )
            self._desk.dialogue.say(in_a_row(*told, way_on(one, health)))
        if several:
            self._desk.dialogue.say(
                "To send one again: send N. To take one out for good: drop N. To answer anew: show it."
            )

    def _about(self, one: Outgoing) -> str:
        return f"{one_line(one.ref.key, 80)}: {said_words(one)}, {stage_words(one)}."

    def send(self, rest: str) -> None:
        """Send one again; the code that is told has to be typed behind its number."""
        one = self._meant(rest, "send")
        if one is not None:
            self._desk.do(self._desk.inbox.outbox.send_again(one.num))
            self._desk.dialogue.say(f"{said_words(one)} is queued again, under the same id.")

    def drop(self, rest: str) -> None:
        """Take one out for good; the same."""
        one = self._meant(rest, "drop")
        if one is not None:
            self._desk.do(self._desk.inbox.outbox.drop(one.num))
            self._desk.dialogue.say(f"{said_words(one)} is dropped. It is not sent any more.")

    def _meant(self, rest: str, word: str) -> Outgoing | None:
        """The one of that number, once its code stands behind it; else None, and what to type."""
        say = self._desk.dialogue.say
        number, _, typed = rest.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            say(f"Say which: {word} and a number of the outbox.")
            return None
        one = self._desk.inbox.outbox.one(int(number))
        if one is None or one.stage in DONE:
            say(f"There is nothing with the number {number} in the outbox.")
            return None
        if self._desk.inbox.read_only:
            say(self._desk.inbox.read_only)
            return None
        code = one_line(one.parcel.id, 200)[-_CODE:] or "it"
        if typed.strip() != code:
            say(f"{self._about(one)} To {word} it, type: {word} {number} {code}")
            return None
        return one
