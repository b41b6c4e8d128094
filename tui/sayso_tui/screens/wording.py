"""The record in words, on the screen before it is written: what is recorded is what stood there."""

from typing import NamedTuple

from sayso_client.compose import in_words
from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.me import Me
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.walking import Walking
from sayso_tui.widgets.will import Will


class InWords(NamedTuple):
    """What would be recorded, for reading."""

    decision: Decision
    draft: Draft | None
    me: Me
    missing: str = ""
    """What must be done first, when there is no record yet."""
    beside: str = ""
    """What becomes of others' records by it."""

    def cut(self, most: int) -> str:
        """The words, each text that somebody wrote cut to so many characters."""
        words = in_words(self.decision, self.draft, self.me, most=most) if self.draft else self.missing
        return f"{words} · {self.beside}" if self.beside else words


class Wording(Walking, inherit_bindings=False):
    """A paper that says what it would write."""

    def __init__(self, decision: Decision, act: Act, desk: Desk) -> None:
        """As every paper."""
        super().__init__(decision, act, desk)
        self.words: InWords | None = None
        """The record in words as it was last put on the screen."""
        self._behind = False

    def would_be(self) -> InWords:
        """What the record would say if it were written now."""
        raise NotImplementedError

    def refresh_words(self) -> None:
        """The record in words, as it would be written now."""
        self._behind = False
        if self.words != (words := self.would_be()):
            self.words = words
            self.query_one(Will).write(words.cut)

    def unread(self) -> str | None:
        """Why nobody can have read what would be recorded, as a sentence; None when it stands on the screen."""
        words = self.words
        self.refresh_words()
        if words != self.words or self.desk.rhythm.unseen(self.query_one(Will).painted):
            return "Not recorded: the record in words had not caught up. Read it, then press again."
        if not self.query_one(Will).readable:
            return "Not recorded: the record in words has no room on the screen. Enlarge the terminal, press again."
        return None
