"""What I said of a decision and its store has not recorded: what, how far it is, since when, why, what can be done."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sayso_client.ledger.outbox import WAITS, Outgoing
from sayso_client.outgoing import note_of
from sayso_client.stores.health import Health
from sayso_tui.outbox_words import LOUD, said_words, since_words, stage_words, way_on, whose_words, why_words
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, said

_MOST = 20


def outbox(several: Sequence[Outgoing], now: datetime, key: str, health: Health | None = None) -> Iterable[Block]:
    """Nothing while all is recorded.

    Args:
        several: What is in the outbox of this decision.
        now: Aware, in the reader's own zone.
        key: What opens the sheet about it.
        health: How the store is doing.
    """
    for one in several[:_MOST]:
        yield BLANK
        yield from _one(one, now, health)
    if several:
        bar = _bar(several[min(len(several), _MOST) - 1])
        yield Block((Piece(key, Ink.ACCENT), Piece(" shows what can be done", Ink.DIM)), first=bar, rest=bar)


def _bar(one: Outgoing) -> tuple[Piece, ...]:
    return (Piece("▎ ", Ink.HOT if one.stage in LOUD else Ink.WARN),)


def _one(one: Outgoing, now: datetime, health: Health | None) -> Iterable[Block]:
    bar = _bar(one)
    yield Block((Piece(f"{whose_words(one)}  ", Ink.DIM), said(said_words(one), Ink.STRONG)), first=bar, rest=bar)
    if one.stage in WAITS and (note := note_of(one)):
        yield Block((Piece("with the note  ", Ink.DIM), said(note, Ink.TEXT, 400)), first=bar, rest=bar)
    loud = Ink.HOT if one.stage in LOUD else Ink.WARN
    when = (Piece(" · ", Ink.FAINT), Piece(since_words(one, now), Ink.DIM))
    yield Block((Piece(stage_words(one), loud), *when), first=bar, rest=bar)
    if why := why_words(one, health):
        yield Block((said(why, Ink.TEXT, 400),), first=bar, rest=bar)
    yield Block((Piece(way_on(one, health), Ink.DIM),), first=bar, rest=bar)
