"""Bringing derived rows of another version up to ours, a few in each transaction.

Every row is replaced in place, so the list can be read meanwhile, other writes get their turn, and a program that is
killed half way goes on from there when it is started again.
"""

import json
import time
from dataclasses import asdict, dataclass, replace

from sayso_client.ledger import rebuild
from sayso_client.ledger.writing import Writing

_PAGE = 500
_PLACE = "fold_place"
"""The mark that tells how far we are."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The last decision that is of our version, in the order of (store, key)."""

    fold: str
    total: int
    """How many decisions there were when it began."""
    store: int = 0
    key: str = ""
    done: int = 0


def step(writing: Writing, fold: str, turn_s: float) -> int | None:
    """Derive the next decisions again.

    Args:
        writing: The open transaction.
        fold: The version of the rows that this program writes.
        turn_s: After so many seconds the rest is left for the next transaction.

    Returns:
        How much is done, in percent; None when that was the last of it.
    """
    if writing.marked(rebuild.FOLD_MARK) == fold:
        return None  # another process was faster
    place = _place(writing, fold)
    if not place.total:
        # A decision without a row must not be met by an arrival: all rows come in one transaction.
        rebuild.everything(writing, fold)
        return None
    page = _page(writing, place)
    if not page:
        # In a transaction of its own, since the sums of one that derives are written at its end.
        rebuild.recount(writing)
        writing.unmark(_PLACE)
        rebuild.mark(writing, fold)
        return None
    until = time.monotonic() + turn_s
    for store, key in page:
        writing.derive(store, key)
        place = replace(place, store=store, key=key, done=place.done + 1)
        if time.monotonic() > until:
            break
    writing.mark(_PLACE, json.dumps(asdict(place)))
    return min(100 * place.done // place.total, 99)


def _place(writing: Writing, fold: str) -> _Place:
    told = writing.marked(_PLACE)
    if told and (place := _Place(**json.loads(told))).fold == fold:
        return place
    return _Place(fold, int(writing.db.execute("SELECT count(*) FROM decision").fetchone()[0]))


def _page(writing: Writing, place: _Place) -> list[tuple[int, str]]:
    return writing.db.execute(
        "SELECT store, key FROM decision WHERE (store, key) > (?, ?) ORDER BY store, key LIMIT ?",
        (place.store, place.key, _PAGE),
    ).fetchall()
