"""Handoff decisions/0.3 as `Decision` values: the fold's state with all that a principal needs to decide.

Pure: no clock, no disk. The readings beyond the fold are ours and listed in docs/handoff.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import nlargest

from sayso_client.decision import (
    Awaiting,
    Claim,
    Decision,
    Event,
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
from sayso_client.handoff import asked, history, oddities, paint, settled, suggestions
from sayso_client.handoff.abilities import abilities
from sayso_client.handoff.asker import Asker, asker, is_for, names, ours
from sayso_client.handoff.extending import extend
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.lifecycle import Examined, examine
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.sifting import Held as Valid
from sayso_client.handoff.sorting import Refused, Sorted, sort
from sayso_client.handoff.vocabulary import Record
from sayso_client.stores.contract import Held, Reader
from sayso_client.text import look_alikes

__all__ = ["HandoffProjection", "Seen"]

MOST_TERMS = 20

_NEEDS = frozenset({State.OPEN, State.PROPOSED, State.STALE})
_UNASKED = frozenset({State.UNKNOWN, State.INVALID})


@dataclass(frozen=True, slots=True)
class HandoffProjection:
    """How stores of Handoff records read them: records of decisions/0.3 and of sayso.proposals/0.1."""

    complete: bool = False
    """The store holds all that there is, so an id that is not held hides no fork."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        """The decision that these objects make, in whatever order they come. Time linear in them.

        Args:
            key: Which decision; objects of another key are left out.
            objects: No two of one content.
            reader: For whom.
        """
        return _Reading(key, objects, reader, self.complete).decision()

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        """The decision with one more object, equal to what `project` makes of all; None when that cannot be told.

        Args:
            decision: As projected, for the same reader.
            more: Not among the objects that it was made of (no two of one content).
            reader: For whom.
        """
        return extend(decision, more)


class _Reading:
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
        exchanged = settled.exchanged(self._found.answer_record, fold.terms_rev, self._made_upon)
        needed = fold.waiting or (exchanged and fold.need == "open")
        waiting = needed and self._is_mine(who.to)
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
            history=history.window(self._events()),
            history_total=len(self._valid) + len(self._sorted.suggestions) + len(self._refused),
            flags=self._flags(options_look_alike=look_alikes(each.label for each in options), exchanged=exchanged),
            problems=oddities.sentences(fold, [(each.kind, each.id, each.problems) for each in self._refused]),
            can=abilities(
                asked=terms is not None,
                withdrawal=fold.reason,
                settled=settlement is not None,
                proposals=self._proposals,
            ),
        )
        if paint.hides(paint.in_decision(decision)):
            return replace(decision, flags=decision.flags | {Flag.UNSAFE_TEXT})
        return decision

    def _received(self, record: Record) -> datetime | None:
        return self._sorted.received.get(id(record))

    def _all_refused(self) -> list[Refused]:
        invalid = (Refused(bad.record, bad.problems, self._received(bad.record)) for bad in self._found.invalid)
        return sorted((*self._sorted.refused, *invalid), key=lambda each: each.place)

    def _clockless(self) -> State:
        """The fold's status comes first; nothing but invalid records is invalid; an open one may be proposed."""
        state = State(self._state.status)
        if state is State.UNKNOWN and self._refused and not self._valid and not self._sorted.suggestions:
            return State.INVALID
        if state is State.OPEN and any(suggestions.usable(each) for each in self._proposals):
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
            return raised.at, self._received(raised.record)
        if self._terms and self._found.terms_record is not None:
            return self._terms[-1].at, self._received(self._found.terms_record)
        unread = self._unread()
        return (unread.at, unread.received) if unread else (None, None)

    def _unread(self) -> Refused | None:
        """The newest invalid question, when the asker said nothing valid at all."""
        if self._found.need.held:
            return None
        questions = [each for each in self._refused if each.kind in ("raised", "amended")]
        return questions[-1] if questions else None

    def _unread_text(self) -> str:
        unread = self._unread()
        return history.text_in(unread.record.get("terms"), "text") if unread and unread.record else ""

    def _is_mine(self, to: tuple[str, ...]) -> bool:
        """Addressed to me or nobody, and not handed over by me since the terms last changed."""
        mine = self._reader.mine
        notes = (each for each in self._valid if each.type == "note" and each.origin == "principal")
        handed = max(
            ((each.at, each.id, each.plain, to) for each in notes if (to := names(ours(each.record).get("to")))),
            default=None,
        )
        if handed is None:
            return is_for(to, mine)
        amended = max((each.at for each in self._found.need.held if each.type == "amended"), default=history.EPOCH)
        return is_for(to if amended > handed[0] else handed[3], mine)

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

    def _events(self) -> Iterable[Event]:
        """At least those that the window shows."""
        stand = self._standing()
        for valid in _newest(self._valid, stand):
            received = self._received(valid.record)
            yield history.of_record(valid.record, valid.at, received, current=id(valid) in stand)
        for refused in self._refused:
            yield refused.event()
        for one in suggestions.newest(self._sorted.suggestions, history.MOST):
            proposal = suggestions.read(one, self._terms, self._state.terms_rev)
            yield suggestions.event(proposal, self._terms, one.held.received)

    def _standing(self) -> frozenset[int]:
        """id() of the records that stand in their registers: all heads where they contradict one another."""
        found: list[Valid] = []
        for register, conflict in (
            (self._found.need, self._state.conflict_need),
            (self._found.answer, self._state.conflict_answer),
        ):
            if conflict:
                found += register.heads
            elif register.current is not None:
                found.append(register.current)
        return frozenset(id(each) for each in found)

    def _flags(self, *, options_look_alike: bool, exchanged: bool) -> frozenset[Flag]:
        fold = self._state
        heads = fold.heads_answer if fold.settlement else ()
        told = {
            flag
            for flag in _REPORTED
            if any(f"{code}:{each}" in fold.reports for code in _REPORTED[flag] for each in heads)
        }
        valid = bool(self._valid or self._sorted.suggestions)
        for flag, holds in (
            (Flag.CONTESTED, fold.conflict_answer),
            (Flag.CONFLICT, fold.conflict_need),
            (Flag.TERMS_EXCHANGED, exchanged),
            (Flag.LOOK_ALIKE, options_look_alike),
            (Flag.INVALID_RECORDS, valid and bool(self._refused)),
        ):
            if holds:
                told.add(flag)
        return frozenset(told)


_REPORTED = {
    Flag.MISMATCH: ("option_mismatch", "option_unchecked"),
    Flag.INCOMPLETE_AUTHORITY: ("authority_incomplete",),
}
"""Flag → the fold's reports that raise it, when they are about a settlement that stands."""


def _newest(valid: Sequence[Valid], stand: frozenset[int]) -> Sequence[Valid]:
    """Enough of them for the window, ties at its edge included."""
    if len(valid) <= history.MOST:
        return valid
    edge = nlargest(history.MOST, ((id(each) in stand, each.at, each.id) for each in valid))[-1]
    return [each for each in valid if (id(each) in stand, each.at, each.id) >= edge]


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
