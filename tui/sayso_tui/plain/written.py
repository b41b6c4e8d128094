"""What is written about one decision: a draft like a sheet's, on the disk after each line."""

from dataclasses import replace
from typing import NamedTuple

from sayso_client.decision import Act, Decision, Proposal
from sayso_client.draft import Draft, blank, from_proposal
from sayso_client.errors import LedgerError
from sayso_client.me import Me
from sayso_client.meant import as_answered, as_confirmed
from sayso_client.verdict import AuthorityKind
from sayso_tui.plain.desk import Desk
from sayso_tui.screens.beside import beside, returned
from sayso_tui.screens.recording import Recording
from sayso_tui.screens.standing import standing
from sayso_tui.screens.was_now import Asked, differ, revision


class Meant(NamedTuple):
    """What would be recorded, and by whom."""

    draft: Draft
    me: Me


class Written:
    """One act on one decision, as far as it is filled in."""

    def __init__(self, desk: Desk, decision: Decision, act: Act) -> None:
        """Begin with the draft that is kept, or with an empty one."""
        self._desk = desk
        self.decision = decision
        self.act = act
        self.proposal = _agreed(decision) if act is Act.CONFIRM else None
        """The one that would be confirmed; None until the person says which."""
        self.recording = Recording(desk.inbox)
        self.before: Asked | None = None
        """Other terms that it was begun with; None while they are as they were."""
        self.names: dict[str, str] = {}
        """Names that were typed here and are not in the configuration: name, assistant."""
        self.note: Draft | None = None
        """What is recorded in its place, as a note; None while it is recorded itself."""
        self._fresh = _fresh(decision, act, self.proposal)
        self._refused = ""
        kept = desk.do(desk.inbox.take_up(decision.ref, act))
        self.draft = self._fresh
        self.told = self._taken_up(kept) if kept is not None else ""
        """What is to be said of a draft that is back; empty when none is."""

    def _taken_up(self, kept: Draft) -> str:
        older = revision(self.decision, kept.terms_rev) if kept.terms_rev != self.decision.terms_rev else None
        self.before = older if older and differ(older, self.decision) else None
        self.proposal = next((each for each in _offered(self.decision) if each.id == kept.proposal), self.proposal)
        self.draft, cleared = standing(self._onto(kept), self.before or self.decision, self.decision)
        if not (kept.words or kept.option):
            return ""
        return f"{returned(kept, self.decision, self._desk.inbox.now())} {cleared}".strip()

    @property
    def others(self) -> str:
        """Who else writes about this decision, and whether there are more drafts, as sentences; empty when neither."""
        inbox, ref = self._desk.inbox, self.decision.ref
        return beside(inbox.elsewhere(ref), inbox.other_drafts(ref, self.act), "the sheet on the screen shows them")

    def now_stands(self, decision: Decision) -> str:
        """Go on with the decision as it stands now; a sentence when a choice had to be let go."""
        was, self.decision, self.note = self.decision, decision, None
        self.before = was if differ(was, decision) else self.before
        offered = _offered(decision)
        self.proposal = next((each for each in offered if self.proposal and each.id == self.proposal.id), None)
        self.draft, cleared = standing(self._onto(self.draft), was, decision)
        return cleared

    def say_as_note(self, note: Draft | None, decision: Decision) -> None:
        """Record this in its place, upon the decision as it stands now."""
        self.decision, self.note = decision, note
        self.recording = Recording(self._desk.inbox)

    def to_record(self) -> Meant:
        """What the record key, or the code, stands for.

        Raises:
            Incomplete: something must be chosen first.
        """
        return Meant(self.note, self.me) if self.note is not None else self.meant()

    def let_go(self) -> None:
        """Delete the draft.

        Raises:
            LedgerError: it is still there.
        """
        self._desk.do(self._desk.inbox.forget(self.draft.ref, self.draft.act))

    def _onto(self, draft: Draft) -> Draft:
        return replace(draft, terms_rev=self.decision.terms_rev, seen=self.decision.seen)

    def put(self, draft: Draft) -> None:
        """Another content; on the disk before the next line is asked for."""
        self.draft = draft
        self.keep()

    def keep(self) -> None:
        """Put it on the disk, or drop an empty draft; told once when the disk does not take it."""
        inbox, draft = self._desk.inbox, self.draft
        try:
            if draft.words or replace(draft, at=None) != replace(self._fresh, at=None):
                self._desk.do(inbox.keep(replace(draft, at=inbox.now())))
            elif inbox.draft(draft.ref, draft.act) is not None:
                self._desk.do(inbox.forget(draft.ref, draft.act))
        except LedgerError as error:
            if str(error) != self._refused:
                self._desk.dialogue.say(f"Your words are not on the disk yet; tried again with each line. {error}")
            self._refused = str(error)
        else:
            if self._refused:
                self._desk.dialogue.say("Your words are on the disk now.")
            self._refused = ""

    @property
    def me(self) -> Me:
        """Who records it, with the names that were typed here."""
        known = self._desk.inbox.me_in(self.decision.ref.store)
        return Me(known.name or self.names.get("name") or None, known.assistant or self.names.get("assistant") or None)

    def meant(self) -> Meant:
        """What it says.

        Raises:
            Incomplete: something must be chosen first.
        """
        draft = replace(self.draft, proposal=self.proposal.id if self.proposal else None)
        if self.act is Act.CONFIRM:
            draft = as_confirmed(self.decision, draft, self.proposal)
        elif self.act is Act.ANSWER:
            draft = as_answered(self.decision, draft)
        return Meant(draft, self.me)


def _offered(decision: Decision) -> list[Proposal]:
    return [each for each in decision.proposals if each.confirmable]


def _agreed(decision: Decision) -> Proposal | None:
    """The newest proposal, when all that can be confirmed say the same."""
    offered = _offered(decision)
    answers = {(each.option, each.text if each.option is None else None) for each in offered}
    return offered[0] if len(answers) == 1 else None


def _fresh(decision: Decision, act: Act, proposal: Proposal | None) -> Draft:
    if act is not Act.CONFIRM:
        return blank(decision, act)
    if proposal is not None:
        return from_proposal(decision, proposal)
    return replace(blank(decision, act), kind=AuthorityKind.CONFIRMED)
