"""What surrounds the question: inputs, relations, who must answer, and what a system has beyond this model."""

from collections.abc import Iterable

from sayso_client.around import agreeing
from sayso_client.decision import Awaiting, Decision, Policy, PolicyKind, Vote
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, heading, row, said

IN_BRIEF = 5
"""Inputs that are told of in brief."""
_TIES = {"derived_from": "follows from", "same_as": "same as"}


def inputs(decision: Decision) -> Iterable[Block]:
    """Name and value of each fact that it was asked with, as a flowing line; with meanings one a line."""
    if not decision.inputs:
        return
    yield BLANK
    if any(each.description for each in decision.inputs):
        for number, each in enumerate(decision.inputs[:100]):
            pieces = [said(each.name, Ink.TEXT, 80), Piece(" "), said(each.value, Ink.ACCENT)]
            if each.description:
                pieces += [Piece("   "), said(each.description, Ink.DIM)]
            yield row("" if number else "Inputs", *pieces)
        return
    flow = [
        (said(each.name, Ink.TEXT, 80), Piece(" "), said(each.value, Ink.ACCENT), Piece("   "))
        for each in decision.inputs
    ]
    yield row("Inputs", *(piece for part in flow[:100] for piece in part))


def in_brief(decision: Decision) -> Iterable[Block]:
    """The first inputs beside one another, for where it is decided: each cut, and the number of the others."""
    if not decision.inputs:
        return
    dot = Piece(" · ", Ink.FAINT)
    pieces: list[Piece] = []
    for each in decision.inputs[:IN_BRIEF]:
        pieces += [dot, said(each.name, Ink.DIM, 40), Piece(" "), said(each.value, Ink.TEXT, 60)]
    if len(decision.inputs) > IN_BRIEF:
        pieces += [dot, Piece(f"{len(decision.inputs) - IN_BRIEF} more", Ink.FAINT)]
    yield row("Inputs", *pieces[1:])


def relations(decision: Decision) -> Iterable[Block]:
    """Ties to other decisions and to anything with an address, as plain text."""
    if decision.relations:
        yield BLANK
    for number, each in enumerate(decision.relations[:50]):
        tie = Piece(f"{_TIES[each.kind]} ", Ink.DIM) if each.kind in _TIES else said(f"{each.kind} ", Ink.DIM, 60)
        yield row("" if number else "Related", tie, Piece(" "), said(each.key or each.uri or "", Ink.TEXT, 500))


def quorum(decision: Decision) -> Iterable[Block]:
    """How many must answer alike, and who has."""
    policy, shown = decision.policy, False
    if policy.kind is not PolicyKind.SINGLE or decision.votes:
        shown = True
        yield BLANK
        yield row("Quorum", *_policy(policy, named=bool(decision.recipients)), *_have(decision))
    for vote in decision.votes[:50]:
        yield row("", *_vote(vote, decision))
    if decision.recipients:
        if not shown:
            yield BLANK
        people = [f"{each.who}" + (f" ({each.status})" if each.status else "") for each in decision.recipients[:50]]
        yield row("Asked are", said(", ".join(people)))
    if decision.awaiting is Awaiting.OTHERS:
        done = any(vote.mine and vote.why_void is None for vote in decision.votes)
        yield row("Waits for", Piece("others; you have answered" if done else "others, not for you", Ink.DIM))


def so_far(decision: Decision) -> Iterable[Block]:
    """What was said here and waits for others, for whoever is about to say something; nothing while nobody spoke."""
    return quorum(decision) if any(vote.id for vote in decision.votes) else ()


def facts(decision: Decision) -> Iterable[Block]:
    """Sections of what a system has beyond this model, drawn as given."""
    for section in decision.facts[:20]:
        yield BLANK
        yield heading("", said(section.title, Ink.DIM, 80))
        for fact in section.facts[:100]:
            pieces = [said(fact.label, Ink.DIM, 60), Piece("  "), said(fact.value)]
            if fact.badge:
                pieces += [Piece("  "), said(f"[{fact.badge}]", Ink.WARN, 40)]
            yield Block(tuple(pieces), first=(Piece("  "),), rest=(Piece("    "),))


def _vote(vote: Vote, decision: Decision) -> Line:
    chosen = decision.option(vote.what)
    what = "take the answer back" if vote.takes_back else chosen.label if chosen else vote.what
    name = Piece("you", Ink.STRONG) if vote.mine else said(vote.who, Ink.TEXT, 80)
    pieces: Line = (name, Piece("  "), said(what, Ink.DIM, 300))
    if vote.note:
        pieces = (*pieces, Piece("  "), said(f"“{vote.note}”", Ink.QUOTE, 500))
    if vote.beside and vote.why_void:
        return (*pieces, Piece(f"   ({vote.why_void.removeprefix('it ')})", Ink.DIM))
    return (*pieces, Piece(f"   does not count: {vote.why_void}", Ink.WARN)) if vote.why_void else pieces


def _policy(policy: Policy, *, named: bool) -> Line:
    words = {
        PolicyKind.SINGLE: "1 person",
        PolicyKind.ANY_OF: "any one of them",
        PolicyKind.ALL_OF: "all of them",
        PolicyKind.M_OF_N: f"{policy.needed or 'some'} {'of them' if named else 'people who say the same'}",
    }
    roles = " or ".join(policy.roles)
    return (Piece(words[policy.kind]), *((Piece(" with the role "), said(roles, Ink.TEXT, 120)) if roles else ()))


def policy_words(policy: Policy) -> str:
    """How many must answer alike, and of whom; raw."""
    return "".join(piece.text for piece in _policy(policy, named=False))


def _have(decision: Decision) -> Iterable[Piece]:
    back = [vote for vote in decision.votes if vote.takes_back and vote.why_void is None]
    if decision.settlement is not None and back:
        yield Piece(f" · {len(back)} of {decision.policy.needed or 1} want it taken back so far", Ink.DIM)
        if any(vote.mine for vote in back):
            yield Piece(" · you too", Ink.DIM)
        return
    if asked := [vote for vote in decision.votes if not vote.beside]:
        needed, same = decision.policy.needed, agreeing(asked)
        kept = any(vote.id for vote in asked)
        words = f" · {same} of {needed} so far" if kept and needed else f" · {len(asked)} answered"
        yield Piece(words, Ink.DIM)
    if any(vote.mine and vote.why_void is None for vote in decision.votes):
        yield Piece(" · you have answered", Ink.DIM)
