"""Taking back my last act: which one that is, and what is written for it.

An act is never deleted. An answer or dismissal is replaced by what stood before it: by a retraction when nothing did,
else by the settlement before it, said again. A retraction is replaced by the settlement that it took back, said again.
What takes an act back names it (`sayso.undoes`), so that each is taken back once, and the next time the act before it.

Where a store keeps no such ties, an answer that stands is retracted, and what waits here for others is taken back.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from sayso_client.decision import Act, Decision, Ref
from sayso_client.draft import Draft, blank
from sayso_client.handoff.past_act import PastAct, past_act
from sayso_client.handoff.seen import Seen
from sayso_client.ledger import own_acts
from sayso_client.ledger.ledger import Ledger
from sayso_client.lookalike import matches_name
from sayso_client.me import Me
from sayso_client.outgoing import Outbox
from sayso_client.stores.rules import RULES
from sayso_client.text import one_line
from sayso_client.together import own_vote
from sayso_client.verdict import Answer, AuthorityKind, Retraction

WHAT = {Act.ANSWER: "answer to", Act.DISMISS: "dismissal of", Act.RETRACT: "retraction of", Act.NOTE: "note on"}
"""What an act is called in front of the key."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What taking one act back would come to, upon a decision as it is on the screen."""

    act: PastAct
    decision: Decision | None
    draft: Draft | None = None
    """What is to be recorded; None when it cannot be taken back."""
    restores: PastAct | None = None
    """What stands again by it; None when the question waits again."""
    refused: str = ""
    """Why it cannot be taken back, as a sentence."""
    loses: str = ""
    """What stood before and does not come back, as a sentence; empty when all does."""
    retracts: bool = False
    """It is the retraction that one chooses for oneself: the store ties no act to another, or it only waits here."""


def last_act(ledger: Ledger, passed: Collection[tuple[Ref, str]] = ()) -> PastAct | None:
    """The last thing that an inbox of mine wrote into this ledger and that was not taken back since.

    Args:
        ledger: Open.
        passed: Acts to go past, by decision and record id.
    """
    return ledger.look(lambda db: _last(own_acts.latest(db), passed))


def _last(written: Iterator[own_acts.Written], passed: Collection[tuple[Ref, str]]) -> PastAct | None:
    undone: set[tuple[Ref, str]] = set()
    for each in written:
        if each.waits is not None:
            if (each.ref, each.waits.id) not in passed:
                return _waiting(each.ref, each.waits)
            continue
        rules = RULES[each.kind]
        said = rules.read(each.raw).value
        act = past_act(each.ref, said) or rules.past(each.ref, said)
        if act is None:
            continue
        if act.undoes is not None:
            undone.add((act.ref, act.undoes))
        elif (act.ref, act.id) not in undone and (act.ref, act.id) not in passed:
            return act
    return None


def _waiting(ref: Ref, said: Answer | Retraction) -> PastAct:
    """What I said and waits for others, as an act of mine."""
    answer = said if isinstance(said, Answer) else None
    by = said.by if isinstance(said, Retraction) else said.grounds.by
    act, note = Act.ANSWER if answer else Act.RETRACT, said.note or ""
    draft = Draft(ref, act, None, "", option=answer.option if answer else None, note=note)
    if answer is not None:
        draft = replace(draft, text=answer.text, kind=answer.grounds.kind)
    return PastAct(ref, said.id, at=said.at, by=by, draft=draft, replaces=(), saw=None, undoes=None)


def own_act(ledger: Ledger, ref: Ref, record_id: str) -> PastAct | None:
    """The act of mine that has this id."""

    def found(rows: Iterator[own_acts.Written]) -> PastAct | None:
        acts = (past_act(each.ref, RULES[each.kind].read(each.raw).value) for each in rows)
        return next((each for each in acts if each is not None), None)

    return ledger.look(lambda db: found(own_acts.written(db, ref, record_id)))


def undo(ledger: Ledger, act: PastAct, decision: Decision | None, me: Me) -> Undo:
    """What has to be recorded to take this act back, or why that cannot be.

    Args:
        ledger: Where it stands.
        act: One of mine.
        decision: As it is on the screen; None when it is not held any more.
        me: In whose name it would be recorded.
    """
    which = f"Your {WHAT[act.draft.act]} {one_line(act.ref.key, 60)}"
    if act.draft.act is Act.NOTE:
        told = "It was handed over, and whoever has it may act on it" if act.draft.to else "It settles nothing"
        return Undo(act, decision, refused=f"{which} cannot be taken back. {told}; write another note instead.")
    if decision is None:
        return Undo(act, None, refused=f"{which} cannot be taken back: the decision is not held any more.")
    if any(each.parcel.id == act.id for each in Outbox(ledger).of(act.ref)):
        why = "is not recorded in its store yet. Drop it from the outbox instead (sayso list --outbox shows it)."
        return Undo(act, decision, refused=f"{which} {why}")
    if not Seen.is_one(decision.seen):
        return _by_retracting(act, decision, which, me)
    if not _stands(ledger, act, decision):
        return Undo(act, decision, refused=f"{which} is not what stands any more: {_since(decision)}.")
    before, lost = _before(ledger, act, decision, me)
    if before is not None:
        return Undo(act, decision, _again(before, act, decision), before)
    if act.draft.act is Act.RETRACT:
        why = lost or "nothing stood before it"
        return Undo(act, decision, refused=f"{which} cannot be taken back: {why}. You can answer it anew.")
    if Act.RETRACT not in decision.can.acts:
        why = decision.can.refusals.get(Act.RETRACT, "it takes nothing back now.")
        return Undo(act, decision, refused=f"{which} cannot be taken back in {one_line(act.ref.store, 40)}: {why}")
    back = replace(blank(decision, Act.RETRACT), undoes=act.id)
    return Undo(act, decision, back, loses=f"What stood before does not come back: {lost}." if lost else "")


def _stands(ledger: Ledger, act: PastAct, decision: Decision) -> bool:
    """Whether the act is what stands, or what took later ones back put everything as it was after it."""
    heads: tuple[str, ...] = Seen.parse(decision.seen).answer
    met: set[str] = set()
    while len(heads) == 1 and heads[0] not in met:
        if heads[0] == act.id:
            return True
        met.add(heads[0])
        head = own_act(ledger, act.ref, heads[0])
        later = own_act(ledger, act.ref, head.undoes) if head is not None and head.undoes else None
        heads = later.replaces if later is not None else ()
    return False


def _by_retracting(act: PastAct, decision: Decision, which: str, me: Me) -> Undo:
    """Where acts are not taken back one by one: by retracting what stands, or what I said and waits here."""
    kept = own_vote(decision, me.name)
    if kept is not None and kept.id == act.id:
        return Undo(act, decision, blank(decision, Act.RETRACT), retracts=True)
    if act.draft.act is Act.RETRACT:
        then = "You can answer it anew." if Act.ANSWER in decision.can.acts else "It stands as it is."
        return Undo(act, decision, refused=f"{which} cannot be taken back so in {one_line(act.ref.store, 40)}. {then}")
    if not _says_it(act, decision):
        return Undo(act, decision, refused=f"{which} is not what stands any more: {_since(decision)}.")
    if Act.RETRACT not in decision.can.acts:
        why = decision.can.refusals.get(Act.RETRACT, "It stands, and is not taken back from here.")
        return Undo(act, decision, refused=f"{which} cannot be taken back in {one_line(act.ref.store, 40)}: {why}")
    return Undo(act, decision, blank(decision, Act.RETRACT), retracts=True)


def _says_it(act: PastAct, decision: Decision) -> bool:
    """Whether what stands is what I said, under the same names: there are no ids to tell it by."""
    settled = decision.settlement
    by = settled.authority.by if settled is not None and settled.authority is not None else None
    return settled is not None and settled.option == act.draft.option and matches_name(by or "", act.by or "")


def _since(decision: Decision) -> str:
    """What happened instead."""
    settled = decision.settlement
    if settled is None:
        return "it was taken back since"
    by = one_line((settled.authority.by if settled.authority else None) or settled.settled_by or "somebody", 60)
    return f"it was settled anew since, by {by}"


def _before(ledger: Ledger, act: PastAct, decision: Decision, me: Me) -> tuple[PastAct | None, str]:
    """What stood before the act and can be said again, or nothing and why that does not come back."""
    if not act.replaces:
        return None, ""
    if len(act.replaces) > 1:
        return None, "it was contested"
    former = own_act(ledger, act.ref, act.replaces[0])
    if former is None:
        return None, "it was not written here by you"
    if former.draft.act is Act.RETRACT:
        return None, ""
    why = _unsayable(former, decision, me)
    return (None, why) if why else (former, "")


def _unsayable(former: PastAct, decision: Decision, me: Me) -> str:
    """Why this settlement cannot be said again in my name, upon the question as it stands; empty when it can."""
    draft = former.draft
    own_word = draft.kind in (AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED)
    name = me.name if own_word else me.assistant
    if not former.by or not name or not matches_name(former.by, name):
        return f"it was given by {one_line(former.by or 'somebody', 60)}"
    if draft.act not in decision.can.acts:
        return decision.can.refusals.get(draft.act, "the store does not take it now").rstrip(".")
    if draft.kind not in decision.can.kinds:
        return f"the store does not keep the kind {draft.kind} now"
    terms = Seen.parse(decision.seen).terms
    if draft.terms_rev != decision.terms_rev or (former.saw is not None and former.saw != terms):
        return "the terms have changed since it was given"
    if draft.option is not None and decision.option(draft.option) is None:
        return "its option is not on offer"
    return ""


def _again(before: PastAct, act: PastAct, decision: Decision) -> Draft:
    said = before.draft
    chosen = decision.option(said.option)
    text = "" if chosen is not None and chosen.label == said.text else said.text
    return replace(said, seen=decision.seen, text=text, undoes=act.id)


def as_sheet(act: PastAct, decision: Decision) -> Draft:
    """What the act said as a draft in the sheet where it is corrected and recorded anew."""
    said = replace(act.draft, seen=decision.seen)
    then = next((each.options for each in decision.terms_history if each.rev == said.terms_rev), decision.options)
    if any(each.id == said.option and each.label == said.text for each in then):
        said = replace(said, text="")
    if said.act is not Act.ANSWER:
        return replace(said, terms_rev=decision.terms_rev) if said.terms_rev is None else said
    for proposal in decision.proposals if said.kind is AuthorityKind.CONFIRMED else ():
        words = proposal.option is None and said.option is None and proposal.text == said.text
        if proposal.confirmable and (words or (proposal.option is not None and proposal.option == said.option)):
            return replace(said, act=Act.CONFIRM, proposal=proposal.id)
    return said
