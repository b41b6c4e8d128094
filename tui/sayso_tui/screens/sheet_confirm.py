"""Confirming one proposal. Choosing otherwise in this sheet turns it into an answer of one's own, and says so."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from textual import on
from textual.widget import Widget

from sayso_client.decision import Act, Decision, Proposal
from sayso_client.draft import Draft, blank, from_proposal
from sayso_client.meant import as_confirmed, says_the_same
from sayso_client.text import isolate, one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.kinds import OTHERWISE
from sayso_tui.screens import authority
from sayso_tui.screens.desk import Desk
from sayso_tui.screens.sheet_answer import AnswerSheet
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.proposal_view import answer_of, maker, provenance

LOST = "That proposal does not stand for these terms, so nothing is chosen. Choose anew, or leave."


class ConfirmSheet(AnswerSheet):
    """Pins one proposal; where several disagree, it asks which."""

    TITLE = "Confirm a proposal"
    FIRST = "note"

    def __init__(self, decision: Decision, desk: Desk) -> None:
        """Prepare the sheet for the proposals that can be confirmed; there must be one."""
        self._offered = confirmable(decision)
        agree = len({(each.option, each.text if each.option is None else None) for each in self._offered}) == 1
        self.proposal: Proposal | None = self._offered[0] if agree else None
        """The one that is pinned; None until the person says which."""
        start = from_proposal(decision, self.proposal) if self.proposal else _undecided(decision)
        super().__init__(decision, desk, start, Act.CONFIRM)
        if self.kept and (kept := self._offer(self.kept.proposal)):
            self.proposal = kept
            self.start = replace(self.start, option=self.kept.option)

    def fields(self) -> Iterable[Widget]:
        """Which proposal, where there are several, and then as for an answer."""
        yield Labelled("Proposal", Choices(self._proposals(), self._proposal_index(), id="proposal"))
        yield from super().fields()

    def on_mount(self) -> None:
        """Say whose proposal the kind "confirmed" would confirm."""
        self._show_proposals()

    def told(self) -> Sequence[Proposal]:
        """The pinned proposal; all of them while none is."""
        return [self.proposal] if self.proposal else self._offered

    def draft(self) -> Draft:
        """As for an answer, with the proposal that is pinned."""
        return replace(super().draft(), proposal=self.proposal.id if self.proposal else None)

    def put(self, draft: Draft) -> None:
        """As for an answer, with the proposal that the draft pins."""
        self.proposal = self._offer(draft.proposal) or self.proposal
        super().put(draft)
        self._show_proposals()

    def to_record(self) -> Draft:
        """Confirm the pinned proposal, or answer otherwise.

        Raises:
            Incomplete: several disagree and none is chosen yet.
        """
        return as_confirmed(self.decision, self.draft(), self.proposal)

    def show_again(self, was: Decision) -> str:
        """The proposals that can be confirmed now; the pinned one stays when it is among them."""
        pinned, self._offered = self.proposal, confirmable(self.decision)
        self.proposal = self._offer(pinned.id if pinned else None)
        lost = pinned is not None and self.proposal is None and authority.kinds(self).kind is AuthorityKind.CONFIRMED
        if pinned is not None and lost:
            self._unpin(pinned)
        cleared = super().show_again(was)
        self._show_proposals()
        return LOST if lost else cleared

    def _unpin(self, lost: Proposal) -> None:
        """What the proposal chose is chosen no more; what the person wrote stays."""
        self.start = replace(self.start, option=None)
        text = self.query_one("#text", Field)
        if lost.option is None and text.value == (lost.text or ""):
            text.put("")
        if not self._offered:
            authority.kinds(self).kind = AuthorityKind.PRINCIPAL

    @on(Choices.Chosen, "#proposal")
    def pin(self, event: Choices.Chosen) -> None:
        """Pin this one, and take its answer into the fields."""
        self.proposal = self._offered[event.index]
        self.query_one("#option", Choices).choose(self._index(self.proposal.option))
        self.query_one("#text", Field).put(self.proposal.text or "" if self.proposal.option is None else "")
        authority.kinds(self).kind = AuthorityKind.CONFIRMED
        self._show_proposals()
        self.draw_question()

    @on(Choices.Chosen, "#option")
    def otherwise(self) -> None:
        """Another option than proposed is one's own answer; back on the proposed one it is a confirmation."""
        kinds = authority.kinds(self)
        if kinds.kind is AuthorityKind.CONFIRMED and not self._as_proposed():
            kinds.kind = AuthorityKind.PRINCIPAL
            self.say(OTHERWISE)
        elif kinds.kind is AuthorityKind.PRINCIPAL and self.proposal is not None and self._as_proposed():
            kinds.kind = AuthorityKind.CONFIRMED
            self.say("")

    @on(Field.Changed, "#text")
    def reworded(self) -> None:
        """Other words than a proposal of words are one's own answer, too."""
        if self.proposal is not None and self.proposal.option is None:
            self.otherwise()

    def _as_proposed(self) -> bool:
        return self.proposal is not None and says_the_same(self.draft(), self.proposal)

    def _offer(self, proposal: str | None) -> Proposal | None:
        return next((each for each in self._offered if each.id == proposal), None)

    def _proposals(self) -> list[Choice]:
        return [
            Choice(
                isolate(one_line(answer_of(each, self.decision) or "", 200)),
                f"{one_line(maker(each), 60)} · {provenance(each)}",
            )
            for each in self._offered
        ]

    def _proposal_index(self) -> int | None:
        return self._offered.index(self.proposal) if self.proposal in self._offered else None

    def _show_proposals(self) -> None:
        """Which one, where there are several; and whose the kind "confirmed" would confirm."""
        choices = self.query_one("#proposal", Choices)
        choices.put(self._proposals(), self._proposal_index())
        if choices.parent is not None:
            choices.parent.display = len(self._offered) > 1
        authority.kinds(self).offer(self.decision, self.proposal)


def confirmable(decision: Decision) -> Sequence[Proposal]:
    """The proposals with an answer for the present terms, newest first."""
    return [each for each in decision.proposals if each.confirmable]


def _undecided(decision: Decision) -> Draft:
    return replace(blank(decision, Act.CONFIRM), kind=AuthorityKind.CONFIRMED)
