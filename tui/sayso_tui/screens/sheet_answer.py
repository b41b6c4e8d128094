"""Answering: an option or one's own words, and on what ground."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from textual import on
from textual.widget import Widget

from sayso_client.decision import Act, Decision, Proposal
from sayso_client.draft import Draft
from sayso_client.meant import as_answered
from sayso_client.text import isolate, one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.kinds import AS_PROPOSED, OTHERWISE
from sayso_tui.screens import authority
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet import Sheet
from sayso_tui.screens.standing import standing
from sayso_tui.screens.was_now import Asked
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.pane.around import so_far
from sayso_tui.widgets.pane.blocks import Block


class AnswerSheet(Sheet):
    """Options and words, adoptable claims, the four authority kinds, a note."""

    TITLE = "Answer"
    FIRST = "text"

    def __init__(self, decision: Decision, desk: Desk, start: Draft, act: Act = Act.ANSWER) -> None:
        """Prepare the sheet; an option that `start` names wins over the one in a kept draft."""
        super().__init__(decision, act, desk, start)
        if start.option is not None:
            self.start = replace(self.start, option=start.option)
        self._claim = self.start.claim
        if not self._takes_words():
            self.FIRST = "note"

    def fields(self) -> Iterable[Widget]:
        """Answer, text, claim, authority, note."""
        yield Labelled("Answer", Choices(self._options(), self._index(self.start.option), id="option"))
        yield (words := Labelled("Text", Field(self.start.text, id="text")))
        words.display = self._takes_words()
        if self.decision.claims:
            yield Labelled("Adopts", Choices(self._claims(), self._claim_index(), id="claim"))
        yield from authority.fields(self.decision, self.start)
        yield Labelled("Note", Field(self.start.note, id="note"))

    def on_mount(self) -> None:
        """Show the fields that the kind needs, and options where there are some."""
        authority.show_needed(self)
        self._show_options()

    @on(Choices.Chosen, "#option")
    def as_proposed(self) -> None:
        """Where what is proposed can only be confirmed, choosing it is that; another option is one's own answer."""
        if not self.decision.can.confirms or self.act is not Act.ANSWER:
            return
        kinds, option = authority.kinds(self), self.option
        proposed = any(each.confirmable and each.option == option for each in self.decision.proposals)
        if kinds.kind is AuthorityKind.PRINCIPAL and option is not None and proposed:
            kinds.kind = AuthorityKind.CONFIRMED
            self.say(AS_PROPOSED)
        elif kinds.kind is AuthorityKind.CONFIRMED and not proposed:
            kinds.kind = AuthorityKind.PRINCIPAL
            self.say(OTHERWISE)

    def tell_draft(self) -> None:
        """Before all else that it is answered, where the store takes no second answer; what is typed here stays."""
        super().tell_draft()
        self.as_proposed()
        if self.decision.can.first is Act.RETRACT:
            key = self.desk.keys["retract"].first
            self.say(
                f"It is answered already. Leave, take that back with {key}, and answer then: what you write here stays."
            )

    def put(self, draft: Draft) -> None:
        """Words, option, ground and claim of another draft."""
        super().put(draft)
        self._claim = draft.claim
        self.query_one("#option", Choices).choose(self._index(draft.option))
        for claims in self.query("#claim").results(Choices):
            claims.choose(self._claim_index())
        authority.kinds(self).kind = draft.kind
        authority.show_needed(self)

    def restored(self, kept: Draft) -> Draft:
        """A kept option that is not offered any more, or reads otherwise now, is let go; the words stay."""
        kept = super().restored(kept)
        return self._standing(kept, self.before or self.decision)

    def draft(self) -> Draft:
        """Option, words, ground and note as they stand in the sheet."""
        return replace(
            super().draft(),
            option=self.option,
            text=self.query_one("#text", Field).value,
            kind=authority.kinds(self).kind,
            under=self.query_one("#under", Field).value,
            basis=self.query_one("#basis", Field).value,
            claim=self._claim,
        )

    @property
    def option(self) -> str | None:
        """The id of the chosen option; None for none of these, or nothing yet."""
        chosen = self.query_one("#option", Choices).chosen
        return self.decision.options[chosen].id if chosen is not None and chosen < len(self.decision.options) else None

    def to_record(self) -> Draft:
        """Kind confirmed with the option that a proposal names pins that proposal."""
        return as_answered(self.decision, self.draft())

    def show_again(self, was: Decision) -> str:
        """The options of the terms that hold now. A chosen one that is gone or reads otherwise is chosen no more."""
        self.cleared = ""
        self.start = self._standing(self.start, was)
        self.query_one("#option", Choices).put(self._options(), self._index(self.start.option))
        self._show_options()
        authority.kinds(self).offer(self.decision)
        return self.cleared

    def _standing(self, draft: Draft, was: Asked) -> Draft:
        """The draft without an option that is not what it was; `cleared` tells."""
        draft, cleared = standing(draft, was, self.decision)
        self.cleared = cleared or self.cleared
        return draft

    def _show_options(self) -> None:
        choices = self.query_one("#option", Choices)
        if choices.parent is not None:
            choices.parent.display = bool(self.decision.options)

    def action_next_kind(self) -> None:
        """The next authority kind that the store accepts."""
        if not self.recording.under_way:
            authority.kinds(self).next()

    @on(Choices.Chosen, "#kind")
    def show_needed(self) -> None:
        """The fields that this kind needs."""
        authority.show_needed(self)

    @on(Choices.Chosen, "#claim")
    def adopt(self, event: Choices.Chosen) -> None:
        """Take over what the claim says; it is recorded as this answer's evidence."""
        claim = self.decision.claims[event.index - 1] if event.index else None
        self._claim = claim.id if claim else None
        if claim is None:
            return
        self.query_one("#option", Choices).choose(self._index(claim.option))
        if not self.decision.option(claim.option):
            self.query_one("#text", Field).put(claim.text)
        if not self.query_one("#basis", Field).value.strip():
            self.query_one("#basis", Field).put(claim.basis)

    def _options(self) -> list[Choice]:
        shown = [
            Choice(
                f"{n if n < 10 else '·'} {isolate(one_line(each.label, 1200))}", one_line(each.description or "", 600)
            )
            for n, each in enumerate(self.decision.options, 1)
        ]
        return [*shown, Choice("none of these")] if self.decision.can.words else shown

    def _takes_words(self) -> bool:
        """Whether there is room for words: also where the store takes none, but some were written before."""
        return self.decision.can.words or bool(self.start.text.strip())

    def told(self) -> Sequence[Proposal]:
        """What is proposed and could be confirmed instead."""
        return [each for each in self.decision.proposals if each.confirmable]

    def context(self, width: int) -> Iterable[Block]:
        """As in every sheet, and what others said where several have to say the same."""
        yield from super().context(width)
        yield from so_far(self.decision)

    def _index(self, option: str | None) -> int | None:
        ids = [each.id for each in self.decision.options]
        return ids.index(option) if option in ids else None

    def _claims(self) -> list[Choice]:
        shown = [Choice("no claim")]
        for claim in self.decision.claims:
            chosen = self.decision.option(claim.option)
            said = one_line(chosen.label if chosen else claim.text, 200)
            shown.append(Choice(f"{one_line(claim.by or 'somebody', 40)}: {said}", one_line(claim.basis, 200)))
        return shown

    def _claim_index(self) -> int:
        ids = [claim.id for claim in self.decision.claims]
        return ids.index(self._claim) + 1 if self._claim in ids else 0
