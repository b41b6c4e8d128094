"""What I said to a store of objects and was recorded there: whether its objects still show it.

Such a store holds the present version of each object and nothing of before, so an earlier version that is put back
takes my words with it without a trace: git does that to a workspace's files every day. Then they wait for me.
"""

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from sayso_client.ledger import moves, outbox
from sayso_client.ledger.outbox import Stage

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

PUT_BACK = "It stood there, and an earlier version was put back in its place since."
NOT_THERE = "It stood there, and the question is not there any more."

_MINE = "uuid = (SELECT uuid FROM subscription WHERE subscription.store = ?) AND verdict <> ''"
_SAID = f"SELECT num, state FROM outbox WHERE store = ? AND key = ? AND {_MINE} ORDER BY num"
_WRITTEN = f"SELECT num, key FROM outbox WHERE store = ? AND {_MINE} AND state <> 'recorded' AND state = 'written'"
_COMPARED = frozenset({Stage.RECORDED, Stage.WRITTEN, Stage.LOST})


def look(writing: "Writing", store: int, keys: Collection[str]) -> None:
    """Objects of these decisions came or went: what they do not show any more is lost, what they show again is not.

    Only the last word about a decision is missed: what was said before it was replaced by it.

    Args:
        writing: The open transaction, in which they are kept already.
        store: The number of the copy that holds them.
        keys: Of the decisions.
    """
    if writing.rules(store).holds is None or not keys:
        return
    label = writing.keeping.of(store).label
    for key in keys:
        _compare(writing, store, key, writing.db.execute(_SAID, (label, key, store)).fetchall())


def _compare(writing: "Writing", store: int, key: str, said: Sequence[tuple[int, str]]) -> None:
    """What was said about a decision, in its order, with what its objects show."""
    settled = [(num, Stage(state)) for num, state in said if state in _COMPARED]
    for num, stage in settled:
        shown = _is_shown(writing, store, num, key)
        # Of a record that broke since, the store's own word that it wrote it is all there is.
        met = shown or (shown is None and stage is Stage.WRITTEN)
        if met and stage is not Stage.RECORDED:
            moves.move(writing, num, {stage}, Stage.RECORDED)
        elif shown is False and stage is Stage.RECORDED and num == settled[-1][0]:
            _lose(writing, store, num, key)


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
