"""What stands in the outbox, as the sheet that said it held it, and the decision as it was then, as far as it is known.

So that both sides of a conflict can be shown days later, after any number of restarts.
"""

from dataclasses import replace

from sayso_client.asked import Terms
from sayso_client.decision import Act, Decision, Flag, Outcome, Settlement, State
from sayso_client.draft import Draft
from sayso_client.handoff.seen import Seen
from sayso_client.verdict import Answer, AuthorityKind, Dismissal, Note, Retraction, Verdict


def as_draft(verdict: Verdict, decision: Decision) -> Draft | None:
    """What was said, as a draft of its sheet; None for what no sheet writes.

    Args:
        verdict: As the outbox keeps it.
        decision: As it stands; its older terms tell which label was answered with.
    """
    match verdict:
        case Answer():
            # A label that was taken over as the answer was not typed.
            typed = "" if verdict.option is not None and verdict.text in _labels(decision, verdict) else verdict.text
            draft = Draft(verdict.ref, Act.ANSWER, verdict.terms_rev, verdict.seen, option=verdict.option, text=typed)
            draft = replace(draft, note=verdict.note or "", claim=verdict.claim, undoes=verdict.undoes)
            if verdict.proposal is not None and verdict.grounds.kind is AuthorityKind.CONFIRMED:
                draft = replace(draft, act=Act.CONFIRM, proposal=verdict.proposal)
        case Dismissal():
            draft = Draft(verdict.ref, Act.DISMISS, verdict.terms_rev, verdict.seen, note=verdict.note or "")
            draft = replace(draft, undoes=verdict.undoes)
        case Retraction():
            rev = decision.terms_rev
            return Draft(verdict.ref, Act.RETRACT, rev, verdict.seen, note=verdict.note or "", undoes=verdict.undoes)
        case Note():
            to, why = verdict.to or "", verdict.reason or ""
            return Draft(verdict.ref, Act.NOTE, decision.terms_rev, verdict.seen, text=verdict.text, to=to, note=why)
        case _:
            return None
    grounds = verdict.grounds
    return replace(draft, kind=grounds.kind, under=grounds.under or "", basis=grounds.basis or "")


def as_it_was(verdict: Verdict, decision: Decision) -> Decision:
    """The decision that was on the screen when it was said, as far as it is still known: its terms, and what stood.

    Args:
        verdict: As the outbox keeps it.
        decision: As it stands.
    """
    rev = getattr(verdict, "terms_rev", None)
    then = _terms(decision, rev)
    before = replace(
        decision,
        seen=verdict.seen,
        state=State.OPEN,
        settlement=_stood(verdict, decision),
        flags=decision.flags - {Flag.CONTESTED},
        terms_rev=rev if rev is not None else decision.terms_rev,
    )
    if then is None:
        return before
    return replace(
        before, text=then.text, options=then.options, working_assumption=then.working_assumption, due=then.due
    )


def _labels(decision: Decision, verdict: Answer) -> tuple[str, ...]:
    then = _terms(decision, verdict.terms_rev)
    options = then.options if then is not None else decision.options
    return tuple(each.label for each in options if each.id == verdict.option)


def _terms(decision: Decision, rev: int | None) -> Terms | None:
    return next((each for each in decision.terms_history if each.rev == rev), None)


def _stood(verdict: Verdict, decision: Decision) -> Settlement | None:
    """The settlement that stood then; of one that was replaced since only that it was another one."""
    try:
        heads = Seen.parse(verdict.seen).answer
    except ValueError:
        return None
    settled = decision.settlement
    if settled is not None and settled.id in heads:
        return settled
    ends = {each.id for each in decision.history if each.what == "retracted"}
    stood = [each for each in heads if each not in ends]
    return Settlement(stood[0], Outcome.DECIDED) if stood else None
