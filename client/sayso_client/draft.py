"""What the principal has written but not yet recorded. Kept on disk, never sent."""

from dataclasses import dataclass, replace
from datetime import datetime

from sayso_client.decision import Act, Decision, Proposal, Ref
from sayso_client.verdict import AuthorityKind, Verdict


@dataclass(frozen=True, slots=True)
class Draft:
    """One sheet's content. Everything in it is what the person typed or chose; nothing is filled in later."""

    ref: Ref
    act: Act
    terms_rev: int | None
    """The revision that was on the screen when the sheet was opened."""
    seen: str
    """The decision's token at that time."""
    option: str | None = None
    text: str = ""
    kind: AuthorityKind = AuthorityKind.PRINCIPAL
    under: str = ""
    basis: str = ""
    note: str = ""
    to: str = ""
    """For a note: to whom the decision is handed over; empty for a plain note."""
    proposal: str | None = None
    claim: str | None = None
    undoes: str | None = None
    """The id of the own record that is taken back by it."""
    at: datetime | None = None
    """When it was last written to disk."""

    @property
    def words(self) -> bool:
        """Whether the person typed anything that would be missed."""
        return any(each.strip() for each in (self.text, self.under, self.basis, self.note, self.to))


def spent(draft: Draft, verdict: Verdict) -> bool:
    """Whether all that was typed in the draft's sheet, but for a ground that was not taken, stands in the verdict.

    So somebody else's answer, or one from another window, drops no words of mine.
    """
    said = {getattr(verdict, name, None) or "" for name in ("text", "note", "to", "reason")}
    typed = [draft.note]
    if draft.act not in (Act.DISMISS, Act.RETRACT):
        typed.append(draft.text)
    if draft.act is Act.NOTE:
        typed.append(draft.to)
    return all(each.strip() in said for each in typed if each.strip())


def blank(decision: Decision, act: Act, option: str | None = None) -> Draft:
    """An empty sheet for this decision as it stands on the screen."""
    return Draft(decision.ref, act, decision.terms_rev, decision.seen, option=option)


def from_proposal(decision: Decision, proposal: Proposal) -> Draft:
    """The sheet that confirms one proposal."""
    draft = blank(decision, Act.CONFIRM, proposal.option)
    return replace(
        draft,
        text=proposal.text or "" if proposal.option is None else "",
        kind=AuthorityKind.CONFIRMED,
        proposal=proposal.id,
    )
