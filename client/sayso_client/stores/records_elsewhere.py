"""Stores elsewhere that hold the same records as a local one: decisions/0.3 with sayso.proposals/0.1 beside them."""

from sayso_client.decision import Decision
from sayso_client.handoff import records
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.verdicts import is_of_principal, record_of, says_the_same
from sayso_client.handoff.vocabulary import is_object
from sayso_client.ledger.rules import Coming, Find, Packed, Rules
from sayso_client.stores.local_door import at_the_door, cannot_hold, read_entry
from sayso_client.verdict import Verdict


def pack(verdict: Verdict, decision: Decision, find: Find) -> Packed:
    """The record that a verdict becomes, as the bytes that are sent."""
    principal = record_of(verdict, decision, lambda ids: [each for each in find(ids) if is_of_principal(each)])
    return Packed(records.encode(principal.record), principal.sentence)


def says(held: object, verdict: Verdict) -> bool:
    """Whether a record that is held is what this verdict became."""
    return is_of_principal(held) and says_the_same(held, verdict)


def asks(said: object, decision: Decision) -> bool | None:
    """Whether a record raises what the decision asks already; None when it raises nothing, or nothing is asked."""
    terms = said.get("terms") if is_object(said) and said.get("type") == "raised" else None
    if decision.terms_rev is None or not is_object(terms):
        return None
    return Seen.parse(decision.seen).terms == digest(terms)


def keepable(coming: Coming) -> bool:
    """Whether SQLite can hold it, and it belongs to some decision."""
    return cannot_hold(coming.entry) is None


# A copy that is shown is whole, so an id that is not held hides no fork.
RULES = Rules(read_entry, HandoffProjection(complete=True), pack, says, at_the_door, keepable, asks)
"""For the ledger."""
