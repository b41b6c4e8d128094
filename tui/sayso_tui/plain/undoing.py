"""Taking back what I did last, in lines: the same fields, and the same code that records."""

from dataclasses import replace

from sayso_client.decision import Act, Decision
from sayso_client.errors import RefusedByRule
from sayso_client.text import isolate, one_line
from sayso_client.undo import Undo
from sayso_client.vocabulary import Ref
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.written import Meant, Written
from sayso_tui.screens.undo_words import answer, did
from sayso_tui.widgets.pane.when import ago


class Undone(Written):
    """What takes one act back, as far as it is filled in."""

    def __init__(self, desk: Desk, undo: Undo, decision: Decision) -> None:
        """Begin with the note that is kept, if there is one."""
        super().__init__(desk, decision, Act.RETRACT)
        self._inbox = desk.inbox
        self._undo = undo

    def meant(self) -> Meant:
        """The record that takes it back.

        Raises:
            RefusedByRule: it cannot be taken back as it stands now.
        """
        draft = self._undo.draft
        if draft is None:
            raise RefusedByRule(self._undo.refused)
        return Meant(replace(draft, note=self.draft.note if self.draft.note.strip() else draft.note), self.me)

    def now_stands(self, decision: Decision) -> str:
        """Weigh it upon how it stands now."""
        self._undo = self._inbox.undo(self._undo.act, decision)
        return super().now_stands(decision)


class Undoing:
    """The word `undo`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._passed: frozenset[tuple[Ref, str]] = frozenset()

    def begin(self) -> Undone | None:
        """Tell what would be taken back and what stands then; None, and a sentence, when it cannot be."""
        inbox, say = self._desk.inbox, self._desk.dialogue.say
        if inbox.read_only:
            say(f"{inbox.read_only} Nothing can be recorded here.")
            return None
        act = inbox.last_act(self._passed)
        if act is None:
            say("No act before that can be taken back." if self._passed else "There is nothing to take back.")
            self._passed = frozenset()
            return None
        decision = inbox.decision(act.ref)
        undo = inbox.undo(act, decision)
        if decision is None or undo.draft is None:
            self._passed |= {(act.ref, act.id)}
            say(f"{undo.refused} Typed again, undo goes to what you did before that.")
            return None
        self._passed = frozenset()
        self._tell(undo, decision)
        return Undone(self._desk, undo, decision)

    def _tell(self, undo: Undo, decision: Decision) -> None:
        act, inbox, say = undo.act, self._desk.inbox, self._desk.dialogue.say
        number = self._desk.numbers.of(act.ref)
        when = f", {ago(act.at, inbox.now())}" if act.at else ""
        say(f"Undo: take back what you did last. Number {number}: {isolate(one_line(decision.title, 200))}")
        say(f"You {self._said(undo, decision)}{when}, in {one_line(act.ref.store, 40)}.")
        if undo.restores is not None:
            before = replace(undo, act=undo.restores)
            say(f"Then it stands as before: you {self._said(before, decision)}.")
        elif not undo.retracts:
            say("Then the question waits again.")
        if undo.loses:
            say(one_line(undo.loses, 300))

    @staticmethod
    def _said(undo: Undo, decision: Decision) -> str:
        words = [isolate(one_line(each, 300)) for each in answer(undo.act.draft, decision)]
        return ": ".join((did(undo.act.draft), *words))
