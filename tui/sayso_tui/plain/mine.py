"""The word `mine`: what is marked "not from here" was me. A code that is told has to be typed behind the number."""

from sayso_client.decision import Act, Decision, Flag
from sayso_client.draft import blank
from sayso_client.text import one_line
from sayso_tui.plain.code import Codes
from sayso_tui.plain.desk import Desk


class Mine:
    """Knows which decision the code was told for, and how it stood then."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._codes = Codes()
        self._told: tuple[Decision, str] | None = None

    def obey(self, decision: Decision, number: int, code: str) -> None:
        """Note that it was me, where the code is the one that was told for it as it stands; else tell one.

        Args:
            decision: As it stands.
            number: Its number here.
            code: What stood behind the number; may be empty.
        """
        say, inbox = self._desk.dialogue.say, self._desk.inbox
        if inbox.read_only or Flag.NOT_FROM_HERE not in decision.flags:
            say(inbox.read_only or "It is not marked “not from here”.")
            return
        told, self._told = self._told, None
        if told is not None and (told[0].ref, told[0].seen, told[1]) == (decision.ref, decision.seen, code):
            done = self._desk.do(inbox.was_me({decision.ref: decision.seen}))
            say("Noted here: that was you." if done else "It changed meanwhile, and is left as it was.")
            return
        self._told = decision, self._codes.of(blank(decision, Act.NOTE), "mine")
        settled = decision.settlement
        what = f" It says: {one_line(settled.text, 200)}" if settled is not None and settled.text else ""
        say(
            f"“{one_line(decision.title, 200)}” was settled in your name, and not from here.{what}",
            f"Was that you, elsewhere? It is noted here, and nothing is sent: mine {number} {self._told[1]}",
        )
