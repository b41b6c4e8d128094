"""The fields of an act, asked one after the other, as its sheet on the screen has them."""

from collections.abc import Callable
from dataclasses import replace

from sayso_client.compose import OWN_WORD
from sayso_client.decision import Act
from sayso_client.meant import says_the_same
from sayso_client.text import isolate, one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.kinds import ALL, FOR_DISMISSING, NEEDS, OTHERWISE, offered
from sayso_tui.login import offered_name
from sayso_tui.plain import fields
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.dialogue import Left
from sayso_tui.plain.fields import Choice
from sayso_tui.plain.written import Written
from sayso_tui.widgets.proposal_view import answer_of, maker, provenance

TITLES = {
    Act.ANSWER: "Answer.",
    Act.CONFIRM: "Confirm a proposal.",
    Act.DISMISS: "Dismiss: no answer is needed.",
    Act.RETRACT: "Retract: take the answer back.",
    Act.NOTE: "Note: settles nothing.",
}
_FIELDS = {
    Act.ANSWER: ("claim", "option", "text", "kind", "names", "note"),
    Act.CONFIRM: ("proposal", "claim", "option", "text", "kind", "names", "note"),
    Act.DISMISS: ("note", "kind", "names"),
    Act.RETRACT: ("note", "names"),
    Act.NOTE: ("text",),
}
_LABELS = {"under": "Under which mandate", "basis": "Taken from (the mail, the talk, the document)"}


class Form:
    """Asks what is missing or may be changed. What is answered is in `written`, and on the disk."""

    def __init__(self, desk: Desk, written: Written) -> None:
        self._desk = desk
        self._dialogue = desk.dialogue
        self.written = written
        self._fields: dict[str, Callable[[], None]] = {
            "proposal": self._proposal,
            "claim": self._claim,
            "option": self._option,
            "text": self._text,
            "kind": self._kind,
            "under": self._under,
            "basis": self._basis,
            "names": self._names,
            "name": self._name,
            "assistant": self._assistant,
            "note": self._note,
        }

    def ask_all(self) -> None:
        """Every field of this act, in order.

        Raises:
            Left: the person left; what was written is kept.
        """
        for name in _FIELDS[self.written.act]:
            self.ask(name)

    def ask(self, name: str) -> None:
        """One field.

        Raises:
            Left: the person left; what was written is kept.
        """
        self._fields[name]()

    def ask_missing(self, name: str) -> None:
        """A field that cannot be empty; an answer may be an option or words, so both are asked for.

        Raises:
            Left: the person left, or wrote nothing.
        """
        before = self.written.draft, dict(self.written.names)
        if name == "text" and self.written.act is not Act.NOTE:
            self.ask("option")
        if before[0].option == self.written.draft.option:
            self.ask(name)
        if before == (self.written.draft, self.written.names):
            raise Left

    def _proposal(self) -> None:
        written = self.written
        found = [each for each in written.decision.proposals if each.confirmable]
        if len(found) < 2:
            return
        choices = []
        for number, each in enumerate(found, 1):
            label = isolate(one_line(answer_of(each, written.decision) or "", 200))
            self._dialogue.say(f"  {number} {label}: {one_line(maker(each), 60)}, {provenance(each)}")
            choices.append(Choice(number, each.id, label))
        at = found.index(written.proposal) if written.proposal in found else None
        index = fields.choose(self._dialogue, "Proposal", choices, at, "none yet")
        if index is None or index == at:
            return
        written.proposal = pinned = found[index]
        text = pinned.text or "" if pinned.option is None else ""
        draft = replace(written.draft, option=pinned.option, text=text, kind=AuthorityKind.CONFIRMED)
        written.put(replace(draft, proposal=pinned.id))

    def _claim(self) -> None:
        written, claims = self.written, self.written.decision.claims
        if not claims:
            return
        self._dialogue.say("Somebody says that you decided already. You may adopt that:", "  0 no claim")
        choices = [Choice(0, "", "no claim")]
        for number, claim in enumerate(claims, 1):
            chosen = written.decision.option(claim.option)
            said = isolate(one_line(chosen.label if chosen else claim.text, 200))
            label = f"{one_line(claim.by or 'somebody', 40)}: {said}"
            self._dialogue.say(f"  {number} {label}; from {one_line(claim.basis, 200)}")
            choices.append(Choice(number, claim.id, label))
        ids = [None, *(claim.id for claim in claims)]
        at = ids.index(written.draft.claim) if written.draft.claim in ids else 0
        index = fields.choose(self._dialogue, "Claim", choices, at, "no claim")
        if index is None or index == at:
            return
        draft = replace(written.draft, claim=ids[index])
        if index:
            claim = claims[index - 1]
            known = written.decision.option(claim.option) is not None
            draft = replace(draft, option=claim.option if known else None, basis=draft.basis.strip() or claim.basis)
            draft = draft if known else replace(draft, text=claim.text)
        written.put(draft)

    def _option(self) -> None:
        written, options = self.written, self.written.decision.options
        if not options:
            return
        choices = [Choice(0, "", "none of these")]
        choices += [Choice(n, each.id, isolate(one_line(each.label, 200))) for n, each in enumerate(options, 1)]
        ids = [each.id for each in options]
        at = ids.index(written.draft.option) + 1 if written.draft.option in ids else None
        index = fields.choose(self._dialogue, "Option", choices, at, "none")
        option = ids[index - 1] if index else None
        if option != written.draft.option:
            written.put(replace(written.draft, option=option))
        self._own_word()

    def _text(self) -> None:
        written = self.written
        if written.act is not Act.NOTE and not written.decision.can.words and not written.draft.text.strip():
            return
        what = "Note" if written.act is Act.NOTE else "Text"
        fields.text(
            self._dialogue, what, written.draft.text, lambda text: written.put(replace(written.draft, text=text))
        )
        self._own_word()

    def _own_word(self) -> None:
        """Another answer than the proposal's is one's own."""
        written = self.written
        pinned, confirmed = written.proposal, written.draft.kind is AuthorityKind.CONFIRMED
        if written.act is Act.CONFIRM and pinned and confirmed and not says_the_same(written.draft, pinned):
            written.put(replace(written.draft, kind=AuthorityKind.PRINCIPAL))
            self._dialogue.say(OTHERWISE)

    def _kind(self) -> None:
        written = self.written
        dismissing = written.act is Act.DISMISS
        kinds = FOR_DISMISSING if dismissing else ALL
        choices = []
        for number, each in enumerate(kinds, 1):
            _, meaning, refused = offered(each, written.decision, written.proposal, dismissing=dismissing)
            self._dialogue.say(f"  {number} {each}: {refused or meaning}")
            choices.append(Choice(number, str(each), str(each), refused))
        at = kinds.index(written.draft.kind) if written.draft.kind in kinds else 0
        index = fields.choose(self._dialogue, "Authority", choices, at, "none")
        kind = kinds[at if index is None else index]
        if kind is not written.draft.kind:
            written.put(replace(written.draft, kind=kind))
        if kind in NEEDS:
            self.ask(NEEDS[kind])

    def _under(self) -> None:
        draft = self.written.draft
        self.written.put(replace(draft, under=fields.line(self._dialogue, _LABELS["under"], draft.under)))

    def _basis(self) -> None:
        draft = self.written.draft
        self.written.put(replace(draft, basis=fields.line(self._dialogue, _LABELS["basis"], draft.basis)))

    def _names(self) -> None:
        me = self._desk.inbox.me_in(self.written.decision.ref.store)
        if not me.name:
            self._name()
        if not me.assistant and self.written.act is not Act.RETRACT and self.written.draft.kind not in OWN_WORD:
            self._assistant()

    def _name(self) -> None:
        now = self.written.names.get("name") or offered_name()
        self.written.names["name"] = " ".join(fields.line(self._dialogue, "Your name", now).split())

    def _assistant(self) -> None:
        now = self.written.names.get("assistant", "")
        typed = fields.line(self._dialogue, "The name of the assistant who answered", now)
        self.written.names["assistant"] = " ".join(typed.split())

    def _note(self) -> None:
        written = self.written
        what = "Note" if written.act in (Act.ANSWER, Act.CONFIRM) else "Note, why"
        fields.text(
            self._dialogue, what, written.draft.note, lambda note: written.put(replace(written.draft, note=note))
        )
