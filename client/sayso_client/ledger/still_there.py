"""What I said to a store of objects and was recorded there: whether its objects still show it.

Such a store holds the present version of each object and nothing of before, so an earlier version that is put back
takes my words with it without a trace: git does that to a workspace's files every day. Then they wait for me.
"""

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sayso_client import verdict_text
from sayso_client.ledger import moves, outbox
from sayso_client.ledger.outbox import WAITS, Stage
from sayso_client.unreadable import Unreadable
from sayso_client.verdict import Answer

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

PUT_BACK = "It stood there, and an earlier version was put back in its place since."
NOT_THERE = "It stood there, and the question is not there any more."

_MINE = "uuid = (SELECT uuid FROM subscription WHERE subscription.store = ?) AND verdict <> ''"
_SAID = (
    f"SELECT num, state, coalesce(tried, ''), verdict FROM outbox WHERE store = ? AND key = ? AND {_MINE} ORDER BY num"
)
_WRITTEN = f"SELECT num, key FROM outbox WHERE store = ? AND {_MINE} AND state <> 'recorded' AND state = 'written'"
_COMPARED = frozenset({Stage.RECORDED, Stage.WRITTEN, Stage.LOST})


class _Said(NamedTuple):
    """What I said, as the outbox has it."""

    num: int
    stage: Stage
    tried: str
    """When it was sent, or came to stand there again."""
    verdict: str


def look(writing: "Writing", store: int, keys: Collection[str]) -> None:
    """Objects of these decisions came or went: what they do not show any more is lost, what they show again is not.

    Only the word that stood last is missed: what stood before it was replaced by it. What was overtaken or refused and
    is there all the same is recorded, whoever brought it there.

    Args:
        writing: The open transaction, in which they are kept already.
        store: The number of the copy that holds them.
        keys: Of the decisions.
    """
    if writing.rules(store).holds is None or not keys:
        return
    label = writing.keeping.of(store).label
    for key in keys:
        said = [_Said(num, Stage(state), *more) for num, state, *more in writing.db.execute(_SAID, (label, key, store))]
        for one in [each for each in said if each.stage in WAITS and each.stage is not Stage.LOST]:
            if _answers(one.verdict) and _is_shown(writing, store, one.num, key):
                moves.move(writing, one.num, {one.stage}, Stage.RECORDED)
        _compare(writing, store, key, [each for each in said if each.stage in _COMPARED])


def _compare(writing: "Writing", store: int, key: str, stood: Sequence[_Said]) -> None:
    """What stood there once or was written there, with what its objects show now."""
    last = max(stood, key=lambda each: (each.tried, each.num), default=None)
    for one in stood:
        shown = _is_shown(writing, store, one.num, key)
        # Of a record that broke since, the store's own word that it wrote it is all there is.
        met = shown or (shown is None and one.stage is Stage.WRITTEN)
        if met and one.stage is not Stage.RECORDED:
            moves.move(writing, one.num, {one.stage}, Stage.RECORDED)
            if one.stage is Stage.LOST:
                moves.stood_again(writing, one.num)
        elif shown is False and one.stage is Stage.RECORDED and one is last:
            _lose(writing, store, one.num, key)


def _answers(verdict: str) -> bool:
    """Whether it is an answer. Of a wish to take one back nothing is left that would tell whose it was."""
    try:
        return isinstance(verdict_text.read(verdict), Answer)
    except Unreadable:
        return False


def written_before(db: sqlite3.Connection, store: int, label: str, began: str) -> dict[int, str]:
    """What a store said was written and was not met there by a look that began later: number → decision.

    Args:
        db: The ledger.
        store: The number of the copy.
        label: The name of its store.
        began: When that look began, RFC 3339.
    """
    return dict(db.execute(f"{_WRITTEN} AND tried < ?", (label, store, began)).fetchall())


def look_for_written(writing: "Writing", store: int, began: str) -> None:
    """All objects that there are were read by a look that began then: what was written before has to be in them."""
    if writing.rules(store).holds is not None:
        for num, key in written_before(writing.db, store, writing.keeping.of(store).label, began).items():
            if _is_shown(writing, store, num, key) is False:
                _lose(writing, store, num, key)
            else:
                moves.move(writing, num, {Stage.WRITTEN}, Stage.RECORDED)


def _is_shown(writing: "Writing", store: int, num: int, key: str) -> bool | None:
    holds, one = writing.rules(store).holds, outbox.one(writing.db, num)
    objects = writing.all_held(store, key)
    if holds is None or one is None:
        return None
    return holds(one.parcel.payload, objects[-1].value) if objects else False


def _lose(writing: "Writing", store: int, num: int, key: str) -> None:
    why = PUT_BACK if writing.all_held(store, key) else NOT_THERE
    moves.move(writing, num, {Stage.RECORDED, Stage.WRITTEN}, Stage.LOST, why)
