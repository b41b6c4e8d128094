"""The sayso.proposals/0.1 records of one decision: which stand, which are shown, which are invalid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest

from sayso_client.decision import Event, Option, Proposal, Terms
from sayso_client.handoff.history import EPOCH, of_proposal
from sayso_client.handoff.instants import instant
from sayso_client.handoff.json_door import NotCanonical, canonical
from sayso_client.handoff.vocabulary import Record
from sayso_client.proposals import records
from sayso_client.stores.contract import Held

MOST = 20
"""So many proposals are shown."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A valid proposal record, not read further yet."""

    record: Record
    id: str
    at: datetime
    held: Held

    @property
    def first(self) -> tuple[bool, datetime, bytes]:
        """Of several under one id the smallest of these stands: no agent can displace what the principal asked for."""
        try:
            plain = canonical(self.record)
        except NotCanonical:
            plain = self.held.raw
        return self.record.get("origin") != "principal", self.at, plain


def suggestion(record: Record, held: Held) -> Suggestion:
    """A record that `records.problems` found nothing wrong with."""
    return Suggestion(record, str(record.get("id")), instant(record.get("at")) or EPOCH, held)


def standing(found: Iterable[Suggestion]) -> list[Suggestion]:
    """One an id."""
    by_id: dict[str, Suggestion] = {}
    for each in found:
        other = by_id.get(each.id)
        by_id[each.id] = each if other is None or each.first < other.first else other
    return list(by_id.values())


def read(one: Suggestion, history: Sequence[Terms], in_force: int | None) -> Proposal:
    """The proposal, checked against the terms that it was made for."""
    revision = one.record.get("terms_rev")
    return records.proposal(one.record, options_at(history, revision), current=revision == in_force)


def options_at(history: Sequence[Terms], revision: object) -> tuple[Option, ...] | None:
    """The options of a revision; None when its terms are not among those that are shown."""
    return next((each.options for each in history if each.rev == revision), None)


def shown(found: Sequence[Suggestion], history: Sequence[Terms], in_force: int | None) -> tuple[Proposal, ...]:
    """The newest 20, those for the terms in force before all others; newest first."""
    if len(found) > MOST:
        found = nlargest(MOST, found, key=lambda each: (each.record.get("terms_rev") == in_force, each.at, each.id))
    return newest_first(read(each, history, in_force) for each in found)


def newest(found: Sequence[Suggestion], most: int) -> Sequence[Suggestion]:
    """So many of them, ties at the edge included."""
    if len(found) <= most:
        return found
    edge = nlargest(most, ((each.at, each.id) for each in found))[-1]
    return [each for each in found if (each.at, each.id) >= edge]


def event(proposal: Proposal, history: Sequence[Terms], received: datetime | None) -> Event:
    """Its line in the history, with the label of the option that it proposes."""
    options = options_at(history, proposal.terms_rev) or ()
    labels = {each.id: each.label for each in options}
    return of_proposal(proposal, labels.get(proposal.option or ""), received)


def newest_first(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """By time, then id, the latest on top."""
    return tuple(sorted(proposals, key=lambda each: (each.at or EPOCH, each.id), reverse=True))
