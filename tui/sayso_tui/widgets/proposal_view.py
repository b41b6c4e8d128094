"""A proposal with its distribution: numbers as they were given, bars beside them, and who says so. Not an answer."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from math import fsum

from rich.cells import cell_len

from sayso_client.decision import Decision, Kind, Proposal, ProposalSource
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, indented, said
from sayso_tui.widgets.pane.layout import fit
from sayso_tui.widgets.pane.when import ago

_PARTS = " ▏▎▍▌▋▊▉"
_LABELS = 16
_NO_ANSWER: Line = (Piece("not an answer", Ink.FAINT),)
_SPREAD = 0.005
"""How far a sum may be from 1 before it is worth a word; two decimals of rounding."""


def proposals(decision: Decision, now: datetime, width: int, *, ascii_only: bool = False) -> Iterable[Block]:
    """Every held proposal, newest first."""
    for proposal in decision.proposals:
        yield BLANK
        yield _head(proposal, now, answered=bool(answer_of(proposal, decision)))
        yield from _said(proposal, decision)
        yield from distribution(proposal, decision, width, ascii_only=ascii_only)
        yield from _numbers(proposal)
        if proposal.reason:
            yield indented(said(f"“{proposal.reason.strip()}”", Ink.QUOTE))
        for name, value in proposal.metadata[:12]:
            yield indented(said(name, Ink.FAINT, 40), Piece("  "), said(value, Ink.FAINT, 300))
        for problem in proposal.problems:
            yield indented(Piece("! ", Ink.WARN), said(problem, Ink.DIM))


def maker(proposal: Proposal) -> str:
    """Whom the proposal comes from, raw."""
    return proposal.model or proposal.by or proposal.backend or "somebody unnamed"


def provenance(proposal: Proposal) -> str:
    """How we know that: "asked here", "from the asker itself", "model name not checked"; our words only."""
    if proposal.source is ProposalSource.CLAIMED:
        return "model name not checked" if proposal.model else "its own word"
    return str(proposal.source)


def answer_of(proposal: Proposal, decision: Decision) -> str | None:
    """What it proposes, raw: the option's label, else its words; None for bare numbers."""
    chosen = decision.option(proposal.option)
    if chosen is not None:
        return chosen.label
    return proposal.text or proposal.option


def distribution(proposal: Proposal, decision: Decision, width: int, *, ascii_only: bool = False) -> Iterable[Block]:
    """A bar a number. Nothing is renormalised; a P(true) is not turned into a yes or a no."""
    if proposal.probability is not None:
        yield _bar("P(true)", proposal.probability, 9, width, Ink.TEXT, ascii_only=ascii_only)
    names = dict(proposal.legend)
    labels = [option_name(name, decision, names) for name, _ in proposal.probabilities]
    column = min(max((cell_len(label) for label in labels), default=0), _LABELS)
    top = max((p for _, p in proposal.probabilities), default=0.0)
    for label, (name, p) in zip(labels, proposal.probabilities, strict=True):
        chosen = name == proposal.option if proposal.option is not None else p == top
        yield _bar(label, p, column, width, Ink.TEXT if chosen else Ink.DIM, ascii_only=ascii_only)
    total = fsum(p for _, p in proposal.probabilities)
    # Where a part is named among the problems, the sum of the rest says nothing.
    if proposal.probabilities and not proposal.problems and abs(total - 1) > _SPREAD:
        yield indented(Piece(f"These add up to {total:.2f}, shown as given.", Ink.WARN))


def _head(proposal: Proposal, now: datetime, *, answered: bool) -> Block:
    """Whom it comes from; with the label, unless what it proposes has it."""
    pieces = [Piece("Proposed by ", Ink.DIM), said(maker(proposal), Ink.TEXT, 80)]
    if proposal.backend and proposal.backend != maker(proposal):
        pieces += [Piece(" · ", Ink.FAINT), said(proposal.backend, Ink.DIM, 60)]
    if proposal.at:
        pieces += [Piece(" · ", Ink.FAINT), Piece(ago(proposal.at, now), Ink.DIM)]
    pieces += [Piece(" · ", Ink.FAINT), Piece(provenance(proposal), Ink.DIM)]
    return Block(tuple(pieces), rest=(Piece("  "),), label=() if answered else _NO_ANSWER)


def _said(proposal: Proposal, decision: Decision) -> Iterable[Block]:
    proposed = answer_of(proposal, decision)
    if proposed:
        yield replace(indented(Piece("proposes ", Ink.DIM), said(proposed, Ink.STRONG)), label=_NO_ANSWER)
    elif proposal.probability is not None:
        yield indented(Piece("gives a probability only; there is no answer in it to confirm", Ink.DIM))
    if not proposal.current:
        rev = "" if proposal.terms_rev is None else f" (rev {proposal.terms_rev})"
        yield indented(Piece(f"! made for older terms{rev}; it cannot be confirmed", Ink.WARN))
    if proposal.score is not None:
        level = dict(proposal.legend).get(f"{proposal.score:g}")
        pieces = [Piece("score ", Ink.DIM), Piece(number_of(proposal.score))]
        if level:
            pieces += [Piece("  "), said(level, Ink.DIM, 200)]
        yield indented(*pieces)
    if proposal.kind is Kind.SCORE and proposal.legend and not proposal.probabilities:
        yield indented(said(" · ".join(f"{name} {text}" for name, text in proposal.legend), Ink.FAINT))


def _numbers(proposal: Proposal) -> Iterable[Block]:
    """Confidence and threshold, compared only when both were given."""
    confidence, threshold = proposal.confidence, proposal.threshold
    if confidence is None:
        pieces: Line = (Piece("confidence not given", Ink.DIM),)
        if threshold is not None:
            pieces += (Piece(f" · threshold {number_of(threshold)}", Ink.DIM),)
    elif threshold is None:
        pieces = (
            Piece("confidence ", Ink.DIM),
            Piece(number_of(confidence)),
            Piece(" · threshold not given", Ink.FAINT),
        )
    else:
        above = confidence >= threshold
        pieces = (
            *(Piece("confidence ", Ink.DIM), Piece(number_of(confidence), Ink.GOOD if above else Ink.WARN)),
            *(Piece(" ≥ threshold " if above else " < threshold ", Ink.DIM), Piece(number_of(threshold))),
            *(() if above else (Piece("   below the threshold", Ink.WARN),)),
        )
    yield indented(*pieces)


def _bar(label: str, p: float, column: int, width: int, ink: Ink, *, ascii_only: bool) -> Block:
    room = max(min(24, width - column - 14), 4)
    drawn = _ascii(p, room) if ascii_only else _eighths(p, room)
    bar = Ink.ACCENT if ink is Ink.TEXT else Ink.FAINT
    name = Piece(fit(label, column), ink)
    return Block((Piece("  "), name, Piece("  "), Piece(drawn, bar), Piece("  "), Piece(number_of(p), ink)))


def _eighths(p: float, room: int) -> str:
    eighths = round(min(max(p, 0.0), 1.0) * room * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + _PARTS[part].strip()).ljust(room)


def _ascii(p: float, room: int) -> str:
    return ("#" * round(min(max(p, 0.0), 1.0) * room)).ljust(room, ".")


def number_of(value: float) -> str:
    """At least two decimals, and as many more as were given."""
    text = repr(float(value))
    decimals = len(text.partition(".")[2])
    return text if "e" in text or decimals > 2 else f"{value:.2f}"


def option_name(name: str, decision: Decision, legend: dict[str, str]) -> str:
    """What a probability is for: the option's label, the level, or the name as given; plain."""
    chosen = decision.option(name)
    levels = decision.question.levels
    level = levels[int(name)] if name.isdecimal() and len(name) < 4 and int(name) < len(levels) else None
    return said(chosen.label if chosen else legend.get(name) or level or name, cells=60).text
