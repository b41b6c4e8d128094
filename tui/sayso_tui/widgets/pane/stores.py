"""One store in full: how it is doing and why, when it was last heard, who I am there, what is to be sent."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.stores.health import ASKS, Condition, Health
from sayso_client.text import one_line
from sayso_tui.glyphs import Glyphs
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, row, said
from sayso_tui.widgets.pane.when import ago, clock

if TYPE_CHECKING:
    from sayso_client.inbox import StoreLine

_COLUMN = 9
_WELL = frozenset({Condition.LIVE, Condition.POLLING})
_STAGES = {Stage.UNKNOWN: "sent, without an answer yet", Stage.CONFLICT: "with two sides"}
_IN_WORDS = {
    Condition.LIVE: "live",
    Condition.POLLING: "live, looked at every now and then",
    Condition.FILLING: "being read from the beginning",
    Condition.STALE: "out of reach",
    Condition.READ_ONLY: "read-only",
    Condition.FAILING: "failing",
}


def one_store(
    store: "StoreLine",
    me: str | None,
    heard: datetime | None,
    waiting: Sequence[Outgoing],
    now: datetime,
    signs: Glyphs,
) -> Iterable[Block]:
    """Its lines, with a blank one behind.

    Args:
        store: Name, kind and health.
        me: Who I am there; None when that is not known.
        heard: When a store elsewhere was last heard; None for a local one, and before the first time.
        waiting: What I said there and is not recorded.
        now: Aware, in the reader's own zone.
        signs: Which set to draw with.
    """
    health, local = store.health, store.kind == "local"
    sign = signs.live if health.condition in _WELL else signs.not_live
    ink = Ink.GOOD if health.condition in _WELL else Ink.WARN
    kind = "kept here" if local else one_line(store.kind, 20)
    yield Block((Piece(f"{sign} ", ink), said(store.name, Ink.STRONG, 60), Piece(f"   {kind}", Ink.DIM)))
    yield row("  Now", Piece(_condition(health), ink), width=_COLUMN)
    if health.why:
        yield row("  Why", said(health.why, Ink.TEXT, 1_000), width=_COLUMN)
    if not local:
        when = f"{clock(heard, now)}, {ago(heard, now)}" if heard else "never"
        yield row("  Heard", Piece(when, Ink.DIM), width=_COLUMN)
    yield row("  You", said(me, Ink.TEXT, 120) if me else Piece("no name yet", Ink.DIM), width=_COLUMN)
    if waiting:
        yield row("  Outbox", Piece(_stages(waiting), Ink.WARN), width=_COLUMN)
    yield BLANK


def _condition(health: Health) -> str:
    words = ASKS if health.asks else _IN_WORDS[health.condition]
    return words if health.percent is None else f"{words}, {health.percent} %"


def _stages(waiting: Sequence[Outgoing]) -> str:
    """How many are how far: "2 queued, 1 refused"."""
    counts = Counter(_STAGES.get(each.stage, str(each.stage)) for each in waiting)
    return ", ".join(f"{number:,} {words}" for words, number in counts.items())
