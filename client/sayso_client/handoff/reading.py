"""One decision while it is read: the fold's state, the terms, and everything beside them, put together.

What depends on the reader is only whether it waits for them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sayso_client.decision import (
    Awaiting,
    Claim,
    Decision,
    Flag,
    Kind,
    Proposal,
    Question,
    Ref,
    Relation,
    Settlement,
    State,
    Terms,
)
from sayso_client.handoff import asked, history, oddities, paint, settled, suggestions, whose
from sayso_client.handoff.abilities import abilities
from sayso_client.handoff.addressed import is_mine
from sayso_client.handoff.asker import Asker, asker
from sayso_client.handoff.happened import events
from sayso_client.handoff.instants import in_calendar
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.lifecycle import Examined, examine
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.sifting import Held as Valid
from sayso_client.handoff.sorting import Refused, Sorted, sort
from sayso_client.handoff.standing import flags
from sayso_client.handoff.vocabulary import Record
from sayso_client.stores.contract import Held, Reader

MOST_TERMS = 20

_NEEDS = frozenset({State.OPEN, State.PROPOSED, State.STALE})
_UNASKED = frozenset({State.UNKNOWN, State.INVALID})


class Reading:
    """One decision while it is read."""

    def __init__(self, key: str, objects: Sequence[Held], reader: Reader, complete: bool) -> None:
        self._key = key
        self._reader = reader
        self._sorted: Sorted = sort(key, objects)
        self._found: Examined = examine(self._sorted.records, key, complete=complete)
        self._state = self._found.state
        self._valid: tuple[Valid, ...] = self._found.held + self._found.collided
        self._refused = self._all_refused()
        self._terms = self._revisions()
        self._made_upon = None if self._found.terms is None else digest(self._found.terms)
        self._proposals: tuple[Proposal, ...] = suggestions.shown(
            suggestions.standing(self._sorted.suggestions), self._terms, self._state.terms_rev
        )

    def decision(self) -> Decision:
        """Put together what was read."""
        fold, terms = self._state, self._terms[-1] if self._terms else None
        who = asker(self._found.terms_record) if self._found.terms_record else Asker()
        asked_at, received_at = self._asked()
        text = terms.text if terms else self._unread_text()
        options = terms.options if terms else ()
        settlement = self._settlement()
        strange = settled.not_from_here(self._standing_strange(), self._reader.in_my_name)
        exchanged = settled.exchanged(self._found.answer_record, fold.terms_rev, self._made_upon)
        needed = fold.waiting or (exchanged and fold.need == "open")
        waiting = needed and is_mine(who.to, self._valid, self._reader.mine)
        state = self._clockless()
        decision = Decision(
            ref=Ref(self._reader.store, self._key),
            seen=Seen(fold.heads_answer, fold.heads_need, fold.need_current, fold.terms_rev, self._made_upon).token,
            title=asked.title(text) or self._key,
            text=text,
            question=Question(Kind.CHOICE if options else Kind.OPEN),
            state=state,
            waiting=waiting,
            options=options,
            working_assumption=terms.working_assumption if terms else None,
            due=terms.due if terms else None,
            asked_by=who.by,
            asked_at=asked_at,
            received_at=received_at,
            to=who.to,
            subject=who.subject,
            project=who.project,
            links=who.links,
            relations=self._relations(),
            terms_rev=fold.terms_rev,
            terms_history=self._terms,
            awaiting=_awaiting(state, waiting, needed),
            proposals=self._proposals,
            claims=self._claims(settlement),
            settlement=settlement,
            withdrawal=fold.reason,
            history=history.window(events(self._found, self._sorted, self._refused, self._terms)),
            history_total=len(self._valid) + len(self._sorted.suggestions) + len(self._refused),
            flags=flags(fold, options, exchanged=exchanged, strange=strange, invalid_beside_valid=self._has_both()),
            problems=(
                *oddities.sentences(fold, [(each.kind, each.id, each.problems) for each in self._refused]),
                *whose.told(self._found.need.held, self._sorted.arrivals),
            ),
            can=abilities(
                asked=terms is not None,
                withdrawal=fold.reason,
                settlement=settlement,
                proposals=self._proposals,
            ),
        )
        if paint.hides(paint.in_decision(decision)):
            return replace(decision, flags=decision.flags | {Flag.UNSAFE_TEXT})
        return decision

    def _received(self, record: Record) -> datetime | None:
        return self._sorted.received.get(id(record))

    def _standing_strange(self) -> list[Record]:
        """The heads of the answer register that the book of my own acts does not know."""
        heads, strange = set(self._state.heads_answer), self._sorted.strange
        if not strange:
            return []
        return [each.record for each in self._found.answer.held if each.id in heads and id(each.record) in strange]

    def _all_refused(self) -> list[Refused]:
        invalid = (Refused(bad.record, bad.problems, self._received(bad.record)) for bad in self._found.invalid)
        return sorted((*self._sorted.refused, *invalid), key=lambda each: each.place)

    def _has_both(self) -> bool:
        return bool(self._refused) and bool(self._valid or self._sorted.suggestions)

    def _clockless(self) -> State:
        """The fold's status comes first; nothing but invalid records is invalid; an open one may be proposed."""
        state = State(self._state.status)
        if state is State.UNKNOWN and self._refused and not self._valid and not self._sorted.suggestions:
            return State.INVALID
        if state is State.OPEN and any(each.usable for each in self._proposals):
            return State.PROPOSED
        return state

    def _revisions(self) -> tuple[Terms, ...]:
        """The terms in force and up to 19 revisions before them. Of several that share a number the latest is shown."""
        in_force = self._state.terms_rev
        if in_force is None:
            return ()
        found = {
            each.revision: each.record
            for each in self._found.need.held
            if each.type != "withdrawn" and each.revision is not None and each.revision < in_force
        }
        older = sorted(found)[-(MOST_TERMS - 1) :]
        present = self._found.terms_record
        records = [found[revision] for revision in older] + ([present] if present is not None else [])
        return tuple(asked.terms(each) for each in records)

    def _asked(self) -> tuple[datetime | None, datetime | None]:
        """When it was asked by the record's word, and when that record came in."""
        raised = next((each for each in self._found.need.held if each.type == "raised"), None)
        if raised is not None:
            return in_calendar(raised.at), self._received(raised.record)
        if self._terms and self._found.terms_record is not None:
            return self._terms[-1].at, self._received(self._found.terms_record)
        unread = self._unread()
        return (in_calendar(unread.at), unread.received) if unread else (None, None)

    def _unread(self) -> Refused | None:
        """The newest invalid question, when the asker said nothing valid at all."""
        if self._found.need.held:
            return None
        questions = [each for each in self._refused if each.kind in ("raised", "amended")]
        return questions[-1] if questions else None

    def _unread_text(self) -> str:
        unread = self._unread()
        return history.text_in(unread.record.get("terms"), "text") if unread and unread.record else ""

    def _settlement(self) -> Settlement | None:
        current = self._found.answer.current
        if current is None or current.type != "settled":
            return None
        return settled.settlement(current, self._state.text, self._state.option)

    def _claims(self, settlement: Settlement | None) -> tuple[Claim, ...]:
        adopted = settled.adopted_claim(self._found.answer_record) if settlement else None
        found = [each for each in self._found.held if each.type == "claimed"]
        return tuple(settled.claim(each.record, adopted) for each in found[-settled.MOST_CLAIMS :])

    def _relations(self) -> tuple[Relation, ...]:
        return settled.relations({settled.relation(each.record) for each in self._valid if each.type == "related"})


def _awaiting(state: State, waiting: bool, needed: bool) -> Awaiting:
    """Whose move it is (our reading).

    Mine when it waits for me; others' when it waits but not for me; the asker's when no question can be read or none
    is held; nobody's when it is settled or withdrawn.
    """
    if waiting:
        return Awaiting.ME
    if needed:
        return Awaiting.OTHERS
    return Awaiting.ASKER if state in _UNASKED or state in _NEEDS else Awaiting.NOBODY
