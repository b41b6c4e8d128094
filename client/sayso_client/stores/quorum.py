"""What one person says where several have to say the same: kept here, and sent once enough of them agree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sayso_client import verdict_text
from sayso_client.around import Vote
from sayso_client.decision import Decision
from sayso_client.ledger import moves, outbox, votes, voting
from sayso_client.ledger.one_vote import GONE, OVERTAKEN, Cast, Stands
from sayso_client.ledger.outbox import Stage
from sayso_client.ledger.recount import NOT_COUNTED
from sayso_client.ledger.rules import Rules
from sayso_client.ledger.writing import Writing
from sayso_client.stores.contract import Held
from sayso_client.text import one_line
from sayso_client.verdict import Answer, Receipt, ReceiptKind, Retraction, Verdict

_NOT_ANY_MORE = frozenset({NOT_COUNTED, GONE, OVERTAKEN})
TAKEN_BACK = "What you said here is taken back; nothing of it was sent."


@dataclass(frozen=True, slots=True)
class Tally:
    """How far people agree on what one of them just said."""

    agreed: tuple[Cast, ...]
    """They say the same, oldest first."""
    others: tuple[Cast, ...]
    """They say something else."""

    def in_one(self, verdict: Answer | Retraction) -> Answer | Retraction:
        """The last verdict with the notes of all who agree: there is room for one note alone."""
        notes = [(each.who, each.note) for each in self.agreed if each.note]
        if not notes or notes == [(self.agreed[-1].who, verdict.note)]:
            return verdict
        return replace(verdict, note="\n".join(f"{who}: {note}" for who, note in notes))

    def upon(self, decision: Decision) -> Decision:
        """The decision with those who agree as its votes, as a parcel is made of it."""
        return replace(decision, votes=tuple(Vote(each.who, each.what, at=each.at, id=each.id) for each in self.agreed))


def needs_others(rules: Rules, verdict: Verdict, decision: Decision) -> bool:
    """Whether it is only one of several that have to be the same, and the store takes all of them at once."""
    several = decision.policy.needed is not None and decision.policy.needed > 1
    return several and rules.counts is not None and isinstance(verdict, Answer | Retraction)


def alone(writing: Writing, rules: Rules, verdict: Verdict) -> None:
    """It needs no others, or none any more: what the same person said while it did waits for nobody."""
    if rules.counts is not None and isinstance(verdict, Answer | Retraction):
        voting.replace(writing, verdict.ref, _said(rules, verdict).person)


def cast(
    writing: Writing, rules: Rules, uuid: str, verdict: Answer | Retraction, decision: Decision, held: Sequence[Held]
) -> Tally:
    """Keep what was said, and count. Nobody's word counts who is not counted any more; that is written down.

    What was refused before goes back into the book first: this says it anew, with all who say the same. So does what is
    not held any more, or was overtaken, when whoever speaks spoke with it: it cannot be sent again in that name.
    """
    said = _said(rules, verdict)
    for each in outbox.of_decision(writing.db, verdict.ref):
        refused = each.stage is Stage.REFUSED and votes.sent_with(writing.db, each.num)
        if refused or votes.spoke_with(writing.db, each.num, said.person):
            moves.supersede(writing, each.num)
    voting.cast(writing, verdict.ref, uuid, said)
    retracts = isinstance(verdict, Retraction)
    what = "" if isinstance(verdict, Retraction) else verdict.option or ""
    standing = [each for each in votes.of(writing.db, verdict.ref) if each.counts_for(decision.seen)]
    counts: Callable[[Sequence[Held], str], bool] = rules.counts or (lambda _, who: True)
    gone = [each for each in standing if not counts(held, each.who)]
    voting.void(writing, gone, NOT_COUNTED)
    good = [each for each in standing if each not in gone and each.retracts is retracts]
    agreed = tuple(each for each in good if each.what == what)
    return Tally(agreed, tuple(each for each in good if each.what != what))


def _said(rules: Rules, verdict: Answer | Retraction) -> Cast:
    answer = verdict if isinstance(verdict, Answer) else None
    who = verdict.by if isinstance(verdict, Retraction) else verdict.grounds.by
    return Cast(
        num=0,
        id=verdict.id,
        state=Stands.STANDS,
        person=rules.person(who),
        who=who,
        what=(answer.option or "") if answer else "",
        retracts=answer is None,
        seen=verdict.seen,
        verdict=verdict_text.write(verdict),
        at=verdict.at,
        void="",
        parcel=None,
    )


def taken_back(writing: Writing, rules: Rules, uuid: str, verdict: Verdict) -> str | None:
    """Take back what the same person said before, when that is what the verdict is for.

    Returns:
        What to say of it; None when the verdict is for something else.
    """
    if not isinstance(verdict, Retraction) or verdict.undoes is None:
        return None
    taken = votes.by_id(writing.db, verdict.ref, verdict.undoes)
    if taken is None:
        return None
    by = _said(rules, verdict)
    if taken.person != by.person:
        return f"Only {one_line(taken.who, 40)} can take that back. Nothing was written."
    if taken.state is not Stands.STANDS:
        return "That does not stand here any more. Nothing was written."
    voting.take_back(writing, verdict.ref, uuid, taken, by)
    return ""


def receipt(
    verdict: Answer | Retraction, decision: Decision, now: Decision | None, have: int, against: int = 0
) -> Receipt:
    """What is said of a word that waits for others."""
    by = verdict.by if isinstance(verdict, Retraction) else verdict.grounds.by
    own = next((each for each in now.votes if each.id == verdict.id), None) if now is not None else None
    mine = own is not None and own.mine
    needed = decision.policy.needed or 0
    lack = needed - have
    if own is not None and own.why_void is not None:
        sentence = f"{have} of {needed}. What {one_line(by, 40)} said is kept here and does not count: {own.why_void}."
        return Receipt(ReceiptKind.VOTED, verdict.ref, verdict.id, sentence, now)
    who = one_line(by, 40)
    if isinstance(verdict, Retraction):
        others = "1 more person wants" if lack == 1 else f"{lack} more people want"
        wants = "you want" if mine else f"{who} wants"
        sentence = (
            f"{have} of {needed}, {wants} the answer taken back. That is kept here; it is sent once {others} it, too."
        )
    else:
        others = "1 more person says" if lack == 1 else f"{lack} more people say"
        has = "you have" if mine else f"{who} has"
        sentence = f"{have} of {needed}, {has} answered. The answer is kept here; it is sent once {others} the same."
        if against:
            sentence += f" {against} {'person says' if against == 1 else 'people say'} otherwise."
    if gone := [one_line(each.who, 40) for each in (now.votes if now else ()) if each.why_void in _NOT_ANY_MORE]:
        sentence += f" Not counted any more: {', '.join(gone[:5])}."
    return Receipt(ReceiptKind.VOTED, verdict.ref, verdict.id, sentence, now)


def said_already(found: Cast | None, verdict: Verdict, now: Decision | None) -> Receipt | None:
    """What to say of a verdict whose id the vote book has; None when it has it not.

    Args:
        found: What stands there under the id.
        verdict: What is said.
        now: The decision as it stands.
    """
    if found is None:
        return None
    if found.verdict != verdict_text.write(verdict):
        sentence = "Under this id something else was said before. Nothing was written."
        return Receipt(ReceiptKind.CONFLICT, verdict.ref, verdict.id, sentence, now)
    if found.state is Stands.STANDS and now is not None and isinstance(verdict, Answer | Retraction):
        counting = [each for each in now.votes if each.id and each.why_void is None]
        alike = [each for each in counting if (each.what, each.takes_back) == (found.what, found.retracts)]
        return receipt(verdict, now, now, len(alike), len(counting) - len(alike))
    sentence = f"It was kept here already, and is {found.state} since; nothing was doubled."
    return Receipt(ReceiptKind.VOTED, verdict.ref, verdict.id, sentence, now)
