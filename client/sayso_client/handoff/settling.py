"""A settlement that replaces all that stood, put into a decision without reading its other records again.

What principals do nearly always: answer what is open, or answer it anew, with the question as it stands. Everything
else is None, and all is read again. Why the outcome equals a reading of all:

- Nobody names the new record: an id that is named and not held is told of as dangling, and then nothing is put in here.
- It names every head of its register, so it is the only head left, whatever lies below.
- It answers the revision in force with an option of it, or with words alone, so the fold has nothing to report on it;
  what was reported on those that it replaces is reported on.
- It leaves nothing to wait for, so it is all one who reads, and to whom it was handed over.
"""

from collections.abc import Iterator
from dataclasses import replace

from sayso_client.decision import Awaiting, Decision, Event, Flag, Settlement, State
from sayso_client.handoff import history, paint, settled
from sayso_client.handoff.abilities import abilities
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.settlements import chosen, reports_on
from sayso_client.handoff.sifting import Held as Valid
from sayso_client.handoff.sifting import valid
from sayso_client.handoff.validity import weigh
from sayso_client.handoff.vocabulary import Record
from sayso_client.stores.contract import Held, Reader

_OF_WHAT_STOOD = frozenset(
    {Flag.MISMATCH, Flag.INCOMPLETE_AUTHORITY, Flag.TERMS_EXCHANGED, Flag.NOT_FROM_HERE, Flag.UNSAFE_TEXT}
)
"""Flags about the settlement that stands, and the one that is worked out from all that is shown."""


def settle(decision: Decision, record: Record, more: Held, reader: Reader) -> Decision | None:
    """The decision with one more settlement, or None.

    Args:
        decision: With nothing dangling.
        record: Of the type settled, under an id that no other record of the decision bears.
        more: The object that the record is.
        reader: For whom.
    """
    weighed = weigh(record)
    if weighed.problems or weighed.at is None or Flag.CONTESTED in decision.flags:
        return None
    one, seen = valid(record, weighed.at, weighed.plain), Seen.parse(decision.seen)
    if set(one.named) != set(seen.answer) or not _answers_what_stands(one, decision, seen):
        return None
    standing = settled.settlement(one, *chosen(one))
    adopted = settled.adopted_claim(record)
    strange = more.own is False and settled.not_from_here([record], reader.in_my_name)
    event = history.of_record(record, one.at, more.received, current=True)
    told = replace(
        decision,
        seen=Seen((one.id,), seen.need, seen.need_current, seen.rev, seen.terms).token,
        state=State(standing.outcome),
        waiting=False,
        awaiting=Awaiting.NOBODY,
        settlement=standing,
        claims=tuple(replace(each, adopted=each.id == adopted) for each in decision.claims),
        history=history.longer(decision.history, event, history.ANSWER),
        history_total=decision.history_total + 1,
        flags=(decision.flags - _OF_WHAT_STOOD) | ({Flag.NOT_FROM_HERE} if strange else set()),
        can=abilities(asked=True, withdrawal=None, settlement=standing, proposals=decision.proposals),
    )
    # What had to be made visible may just have been replaced; else only what is new needs a look.
    texts = paint.in_decision(told) if Flag.UNSAFE_TEXT in decision.flags else _in_new(standing, event)
    return replace(told, flags=told.flags | {Flag.UNSAFE_TEXT}) if paint.hides(texts) else told


def _answers_what_stands(one: Valid, decision: Decision, seen: Seen) -> bool:
    """Whether an open question is answered as it stands, so that nothing is left to wait for or to report."""
    if not seen.need or decision.withdrawal is not None or seen.rev is None or one.revision != seen.rev:
        return False
    if settled.exchanged(one.record, seen.rev, seen.terms):
        return False
    terms: Record = {"options": [{"id": each.id} for each in decision.options]}
    return not any(reports_on(one, {seen.rev: [terms]}, seen.rev))


def _in_new(standing: Settlement, event: Event) -> Iterator[str | None]:
    yield from paint.in_settlement(standing)
    yield from paint.in_event(event)
