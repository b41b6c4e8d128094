"""My earlier answer to the same question, put into a draft for another decision. It records nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft, blank
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.same_question import alike, answered
from sayso_client.said import Settlement
from sayso_client.verdict import AuthorityKind


class Earlier(NamedTuple):
    """An answer of mine that stands, and the draft that says the same here."""

    decision: Decision
    """The one that I answered."""
    settlement: Settlement
    draft: Draft


def earlier_answer(ledger: Ledger, decision: Decision, names: Sequence[str]) -> Earlier | None:
    """The latest answer under one of these names to the same question elsewhere; None when there is none.

    What is the same question is told in `sayso_client.ledger.same_question`.
    """
    if not names or not decision.text.strip():
        return None
    return ledger.look(lambda db: _first(decision, answered(db, decision, names)))


def _first(decision: Decision, others: Iterable[Decision]) -> Earlier | None:
    """The first that can be said here; no more are read than are needed."""
    for other in others:
        settled = other.settlement
        draft = _draft(decision, other, settled) if settled is not None else None
        if settled is not None and draft is not None:
            return Earlier(other, settled, draft)
    return None


def _draft(decision: Decision, other: Decision, settled: Settlement) -> Draft | None:
    """The same answer here: the option by its label, since ids may be others; None when it cannot be told which."""
    draft = replace(blank(decision, Act.ANSWER), kind=_kind(decision, settled))
    if settled.authority is not None:
        draft = replace(draft, under=settled.authority.under or "", basis=settled.authority.basis or "")
    chosen = other.option(settled.option)
    if chosen is None:
        return replace(draft, text=settled.text) if settled.text and settled.option is None else None
    same = [each.id for each in decision.options if alike(each.label) == alike(chosen.label)]
    if len(same) != 1:
        return None
    words = settled.text or ""
    return replace(draft, option=same[0], text="" if words == chosen.label else words)


def _kind(decision: Decision, settled: Settlement) -> AuthorityKind:
    """The same kind where it can be had; what confirmed a proposal there is my own word here."""
    held = settled.authority.kind if settled.authority else ""
    kind = next((each for each in AuthorityKind if each == held), AuthorityKind.PRINCIPAL)
    confirmed = kind is AuthorityKind.CONFIRMED
    return AuthorityKind.PRINCIPAL if confirmed or kind not in decision.can.kinds else kind
