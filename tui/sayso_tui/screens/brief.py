"""The decision in brief, above the fields of a sheet: what matters most for deciding stands first."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain

from sayso_client.decision import Decision, DueEffect, Proposal
from sayso_tui.widgets.pane.around import in_brief
from sayso_tui.widgets.pane.badges import badges
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, said
from sayso_tui.widgets.pane.layout import cells
from sayso_tui.widgets.pane.question import body, in_short
from sayso_tui.widgets.pane.when import AFTER_DUE, due_words, overdue
from sayso_tui.widgets.proposal_view import answer_of, maker, number_of, option_name

SHOWN = 3
"""Proposals that are told of while none is chosen."""
NUMBERS = 8
"""Probabilities that are told of one proposal."""
REASON = 300
"""Cells of the reason for a proposal."""
_BAR = (Piece("▎ ", Ink.WARN),)


def brief(
    decision: Decision,
    now: datetime,
    width: int,
    *,
    news: Sequence[Block] = (),
    proposals: Sequence[Proposal] = (),
    airy: bool = True,
) -> Iterator[Block]:
    """Title, what changed, flags, due, assumption, proposals, inputs, and then the text and what it is about.

    Args:
        decision: As it is decided on.
        now: Aware, in the reader's own zone.
        width: Cells there are.
        news: What changed since the sheet was opened.
        proposals: Those that may be confirmed here.
        airy: Part the text from what stands above it by a blank line.
    """
    title, where = in_short(decision)
    fits = cells((*title, Piece("   "), *where)) <= width
    yield Block((*title, Piece("   "), *where) if fits else title)
    yield from news
    yield from badges(decision)
    yield from _due(decision, now)
    # Where little is in sight, that nothing is assumed comes behind what is confirmed.
    first = proposals[:SHOWN] if not airy and decision.working_assumption is None else ()
    for proposal in first:
        yield from _proposed(proposal, decision)
    yield from _meanwhile(decision)
    for proposal in () if first else proposals[:SHOWN]:
        yield from _proposed(proposal, decision)
        if airy:
            yield from _why(proposal)
    yield from in_brief(decision)
    apart = airy
    # One by one: of a long text no more is made than is drawn.
    for each in chain(body(decision), () if fits else (Block(where),)):
        if each is not BLANK:
            if apart:
                yield BLANK
            apart = False
            yield each
    for proposal in () if airy else proposals[:SHOWN]:
        yield from _why(proposal)


def _why(proposal: Proposal) -> Iterable[Block]:
    """The reason that came with a proposal, in short; the decision itself has all of it."""
    reason = (proposal.reason or "").strip()
    if reason:
        bar = (Piece("▎ ", Ink.ACCENT),)
        yield Block((said(f"“{reason}”", Ink.QUOTE, REASON),), first=bar, rest=bar)


def _due(decision: Decision, now: datetime) -> Iterable[Block]:
    if decision.due is None:
        return
    late = decision.waiting and overdue(decision.due, now)
    head = Piece("! Overdue: it was due " if late else "Due ", Ink.HOT if late else Ink.WARN)
    after = f"  {AFTER_DUE[decision.due_effect]}" if decision.due_effect is not DueEffect.NONE else ""
    yield Block((head, Piece(due_words(decision.due, now)), Piece(after, Ink.DIM)), first=_BAR, rest=_BAR)


def _meanwhile(decision: Decision) -> Iterable[Block]:
    assumed = decision.working_assumption
    if not decision.waiting:
        return
    if assumed is None:
        pieces: Line = (Piece("Until you answer  ", Ink.WARN), Piece("Nothing is assumed.", Ink.DIM))
    else:
        chosen = decision.option(assumed.option)
        words = said(chosen.label if chosen else assumed.text, Ink.STRONG)
        who = said(decision.asked_by or "the asker", Ink.TEXT, 80)
        pieces = (Piece("Until you answer, ", Ink.WARN), who, Piece(" goes on with "), words, Piece("."))
    yield Block(pieces, first=_BAR, rest=_BAR)


def _proposed(proposal: Proposal, decision: Decision) -> Iterable[Block]:
    """What is proposed with the numbers it came with: one line, and one for the probabilities.

    How we know who proposed it stands beside the authority kind.
    """
    bar = (Piece("▎ ", Ink.ACCENT),)
    dot = Piece(" · ", Ink.FAINT)
    answer = said(answer_of(proposal, decision) or "", Ink.STRONG, 200)
    pieces = [said(maker(proposal), Ink.TEXT, 60), Piece(" proposes ", Ink.DIM), answer]
    if proposal.confidence is not None:
        pieces += [dot, Piece(f"confidence {number_of(proposal.confidence)}", Ink.DIM), *_against(proposal)]
    if proposal.score is not None:
        pieces += [dot, Piece(f"score {number_of(proposal.score)}", Ink.DIM)]
    yield Block(tuple(pieces), first=bar, rest=bar)
    numbers: list[Piece] = []
    if proposal.probability is not None:
        numbers += [dot, Piece(f"P(true) {number_of(proposal.probability)}", Ink.DIM)]
    for name, p in proposal.probabilities[:NUMBERS]:
        ink = Ink.TEXT if name == proposal.option else Ink.DIM
        label = said(option_name(name, decision, dict(proposal.legend)), ink, 40)
        numbers += [dot, label, Piece(f" {number_of(p)}", ink)]
    if len(proposal.probabilities) > NUMBERS:
        numbers += [dot, Piece(f"{len(proposal.probabilities) - NUMBERS} more", Ink.FAINT)]
    if numbers:
        yield Block((Piece("probabilities  ", Ink.FAINT), *numbers[1:]), first=bar, rest=bar)
    for problem in proposal.problems[:2]:
        yield Block((Piece("! ", Ink.WARN), Piece(problem, Ink.DIM)), first=bar, rest=bar)


def _against(proposal: Proposal) -> Iterable[Piece]:
    if proposal.confidence is None or proposal.threshold is None:
        return
    above = proposal.confidence >= proposal.threshold
    sign = "≥" if above else "<"
    yield Piece(f" {sign} threshold {number_of(proposal.threshold)}", Ink.DIM if above else Ink.WARN)
