"""Whether anything that will be painted of a decision had to be made visible."""

from collections.abc import Iterable, Iterator

from sayso_client.decision import Claim, Decision, Event, Proposal, Relation, Settlement, Terms
from sayso_client.text import unsafe

_BLANKS = " " * 41
"""One more than the blanks in a row that `sayso_client.text` lets pass."""


def hides(texts: Iterable[str | None]) -> bool:
    """Whether any of these texts holds something that would act, hide or push something out of sight."""
    return any(text and not _harmless(text) and bool(unsafe(text)) for text in texts)


def _harmless(text: str) -> bool:
    """Cheap and sure for nearly every text; the others are looked at closely."""
    return text.isascii() and text.isprintable() and _BLANKS not in text


def in_decision(decision: Decision) -> Iterator[str | None]:
    """Texts of all that is shown of a decision."""
    yield from (decision.ref.key, decision.text, decision.asked_by, decision.subject, decision.project)
    yield from decision.to
    yield from decision.links
    yield from decision.problems
    for terms in decision.terms_history:
        yield from in_terms(terms)
    if decision.settlement:
        yield from in_settlement(decision.settlement)
    for relation in decision.relations:
        yield from in_relation(relation)
    for proposal in decision.proposals:
        yield from in_proposal(proposal)
    for claim in decision.claims:
        yield from in_claim(claim)
    for event in decision.history:
        yield from in_event(event)


def in_settlement(settlement: Settlement) -> Iterator[str | None]:
    """Texts of the settlement that stands."""
    yield from (settlement.text, settlement.option, settlement.note, settlement.via)
    if settlement.authority:
        yield from (settlement.authority.by, settlement.authority.under, settlement.authority.basis)


def in_terms(terms: Terms) -> Iterator[str | None]:
    """Texts of one revision."""
    yield terms.text
    for option in terms.options:
        yield option.id
        yield option.label
    if terms.working_assumption:
        yield terms.working_assumption.text


def in_proposal(proposal: Proposal) -> Iterator[str | None]:
    """Texts of one proposal."""
    yield from (proposal.text, proposal.model, proposal.backend, proposal.by, proposal.reason)
    for pairs in (proposal.legend, proposal.metadata):
        for pair in pairs:
            yield from pair
    yield from proposal.problems


def in_claim(claim: Claim) -> Iterator[str | None]:
    """Texts of one claim."""
    yield from (claim.text, claim.option, claim.basis, claim.by)


def in_relation(relation: Relation) -> Iterator[str | None]:
    """Texts of one relation."""
    yield from (relation.kind, relation.key, relation.uri, relation.by)


def in_event(event: Event) -> Iterator[str | None]:
    """Texts of one event."""
    yield from (event.text, event.by, event.id, event.authority)
