"""One more note, claim, relation, proposal or settlement put into a decision without reading the others again.

Only where the outcome is sure to equal a reading of all; everything else is None, and all is read again. Whatever bears
an id that some record says it replaces, or one that is held, is never put in here.
"""

from dataclasses import replace
from datetime import datetime

from sayso_client.decision import Claim, Decision, Event, Flag, State
from sayso_client.handoff import history, oddities, paint, settled, suggestions
from sayso_client.handoff.abilities import abilities
from sayso_client.handoff.asker import names, ours
from sayso_client.handoff.settling import settle
from sayso_client.handoff.validity import weigh
from sayso_client.handoff.vocabulary import EXT, Record, is_object
from sayso_client.kept_history import may_hold
from sayso_client.proposals import records as proposals
from sayso_client.stores.contract import Held, Reader


def extend(decision: Decision, more: Held, reader: Reader) -> Decision | None:
    """The decision with one more object, or None."""
    value = more.value
    if more.problems or not is_object(value) or value.get("key") != decision.ref.key:
        return None
    if decision.state is State.INVALID or oddities.dangling(decision.problems) or _is_held(decision, value.get("id")):
        return None
    if value.get("ext") == proposals.EXT:
        return _proposed(decision, value, more)
    if value.get("ext") == EXT and value.get("type") == "settled":
        return settle(decision, value, more, reader) if _is_alone(decision, more) else None
    if value.get("ext") == EXT:
        return _listed(decision, value, more)
    # Another extension's record is none of this decision's.
    return decision if isinstance(value.get("ext"), str) else None


def _is_held(decision: Decision, name: object) -> bool:
    """Whether the id is among those that are shown; of those that are not, none bears on what is."""
    shown = {each.id for each in decision.claims} | {each.id for each in decision.proposals}
    if not isinstance(name, str) or name in shown:
        return True
    return may_hold(decision.history, name) and any(each.id == name for each in decision.history)


def _is_alone(decision: Decision, more: Held) -> bool:
    """Whether no other record bears the id of one that is not among those shown."""
    return more.alone or decision.history_total == len(decision.history)


def _listed(decision: Decision, record: Record, more: Held) -> Decision | None:
    kind = record.get("type")
    if kind not in ("note", "related", "claimed") or _hands_over(record):
        return None
    weighed = weigh(record)
    if weighed.problems:
        return None
    longer = _with_event(decision, history.of_record(record, weighed.at, more.received))
    if kind == "related":
        tie = settled.relation(record)
        relations = settled.relations({*decision.relations, tie})
        return _painted(replace(longer, relations=relations), tie in relations and paint.hides(paint.in_relation(tie)))
    return _claimed(decision, longer, record, more) if kind == "claimed" else longer


def _hands_over(record: Record) -> bool:
    return record.get("origin") == "principal" and bool(names(ours(record).get("to")))


def _claimed(decision: Decision, longer: Decision, record: Record, more: Held) -> Decision | None:
    """Only while no other claim may bear its id, and while nothing stands that could name it as evidence."""
    if not _is_alone(decision, more) or not _adopts_another(decision):
        return None
    claim = settled.claim(record, None)
    claims = (*decision.claims, claim)
    if len(claims) <= settled.MOST_CLAIMS:
        ordered = tuple(sorted(claims, key=_claim_order))
        return _painted(replace(longer, claims=ordered), paint.hides(paint.in_claim(claim)))
    if _claim_order(claim)[0] <= max(_claim_order(each)[0] for each in decision.claims):
        # Not the newest: what leaves the list is then not sure to be the first of those shown.
        return None
    return _painted_anew(replace(longer, claims=claims[1:]), paint.hides(paint.in_claim(claim)))


def _adopts_another(decision: Decision) -> bool:
    """Whether no settlement stands, or one that rests on a claim which is shown."""
    return decision.settlement is None or any(each.adopted for each in decision.claims)


def _claim_order(claim: Claim) -> tuple[datetime, str]:
    return claim.at or history.EPOCH, claim.id


def _proposed(decision: Decision, record: Record, more: Held) -> Decision | None:
    if proposals.problems(record) or len(decision.proposals) >= suggestions.MOST:
        return None
    one = suggestions.suggestion(record, more)
    proposal = suggestions.read(one, decision.terms_history, decision.terms_rev)
    shown = suggestions.newest_first((*decision.proposals, proposal))
    longer = _with_event(decision, suggestions.event(proposal, decision.terms_history, more.received))
    told = replace(
        longer,
        proposals=shown,
        state=State.PROPOSED if decision.state is State.OPEN and proposal.usable else decision.state,
        can=abilities(
            asked=decision.terms_rev is not None,
            withdrawal=decision.withdrawal,
            settlement=decision.settlement,
            proposals=shown,
        ),
    )
    return _painted(told, paint.hides(paint.in_proposal(proposal)))


def _with_event(decision: Decision, event: Event) -> Decision:
    shown = history.window((*decision.history, event)) if event.supersedes else history.longer(decision.history, event)
    longer = replace(decision, history=shown, history_total=decision.history_total + 1)
    if len(shown) == len(decision.history) and Flag.UNSAFE_TEXT in decision.flags:
        return _painted_anew(longer)
    return _painted(longer, paint.hides(paint.in_event(event)) and event in shown)


def _painted_anew(decision: Decision, hides: bool = False) -> Decision:
    """With the flag looked up anew when it is set: what had to be made visible may just have left the window."""
    if Flag.UNSAFE_TEXT not in decision.flags:
        return _painted(decision, hides)
    bare = replace(decision, flags=decision.flags - {Flag.UNSAFE_TEXT})
    return _painted(bare, paint.hides(paint.in_decision(bare)))


def _painted(decision: Decision, hides: bool) -> Decision:
    if not hides or Flag.UNSAFE_TEXT in decision.flags:
        return decision
    return replace(decision, flags=decision.flags | {Flag.UNSAFE_TEXT})
