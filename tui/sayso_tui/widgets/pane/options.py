"""The options: a digit, the label, what it means and what it sets off."""

from collections.abc import Iterable

from rich.cells import cell_len

from sayso_client.decision import Decision, Effect, Kind, Option
from sayso_client.text import isolate, one_line
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, indented, said
from sayso_tui.widgets.pane.layout import fit

_COLUMN = 18
"""Labels up to this width share a column with their descriptions beside them."""


def options(decision: Decision, width: int) -> Iterable[Block]:
    """One block an option, the first nine with the digit that picks them."""
    if not decision.options:
        if decision.question.kind is Kind.BOOLEAN:
            yield BLANK
            yield indented(Piece("A yes-or-no question. Answer in your own words.", Ink.DIM))
        return
    yield BLANK
    widest = max(cell_len(one_line(each.label, 200)) for each in decision.options)
    column = widest if widest <= _COLUMN and width >= 50 else None
    for number, option in enumerate(decision.options, 1):
        yield from _option(option, number, column)


def _option(option: Option, number: int, column: int | None) -> Iterable[Block]:
    digit = (Piece(f"  {number if number < 10 else ' '} ", Ink.ACCENT),)
    label = isolate(one_line(option.label, 2000))
    under = (Piece(" " * 4),)
    if column is None:
        yield Block((Piece(label, Ink.STRONG),), first=digit, rest=under)
        if option.description:
            yield Block((said(option.description, Ink.DIM),), first=under, rest=under)
    else:
        under = (Piece(" " * (column + 7)),)
        said_more = said(option.description or "", Ink.DIM)
        yield Block((said_more,), first=(*digit, Piece(fit(label, column), Ink.STRONG), Piece("   ")), rest=under)
    if option.effect and (words := _effect(option.effect)):
        yield Block(words, first=under, rest=under)
    if option.threshold:
        yield Block((Piece("needs ", Ink.FAINT), said(option.threshold, Ink.DIM, 200)), first=under, rest=under)


def _effect(effect: Effect) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    if effect.summary or effect.capability:
        pieces += [Piece("→ ", Ink.FAINT), said(effect.summary or effect.capability or "", Ink.DIM, 500)]
    if effect.summary and effect.capability:
        pieces += [Piece(" · ", Ink.FAINT), said(effect.capability, Ink.FAINT, 200)]
    if effect.risk:
        pieces += [Piece("   risk ", Ink.WARN), said(effect.risk, Ink.WARN, 100)]
    return tuple(pieces)
