"""What I said to a store of objects and was recorded there: whether its objects still show it.

Such a store holds the present version of each object and nothing of before, so an earlier version that is put back
takes my words with it without a trace: git does that to a workspace's files every day. Then they wait for me.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sayso_client import verdict_text
from sayso_client.ledger import moves, outbox
from sayso_client.ledger.outbox import Stage
from sayso_client.stores.contract import Held
from sayso_client.unreadable import Unreadable
from sayso_client.verdict import Answer

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

PUT_BACK = "It stood there, and an earlier version was put back in its place since."
NOT_THERE = "It stood there, and the question is not there any more."

_MINE = "uuid = (SELECT uuid FROM subscription WHERE subscription.store = ?) AND verdict <> ''"
_SAID = (
    "SELECT num, state, coalesce(tried, ''), verdict, payload FROM outbox "
    f"WHERE store = ? AND key = ? AND {_MINE} ORDER BY num"
)
_WRITTEN = f"SELECT num, key FROM outbox WHERE store = ? AND {_MINE} AND state <> 'recorded' AND state = 'written'"
_STOOD = frozenset({Stage.RECORDED, Stage.WRITTEN, Stage.LOST})
_NOT_TAKEN = frozenset({Stage.CONFLICT, Stage.REFUSED})


class _Said(NamedTuple):
    """What I said, as the outbox has it."""

    num: int
    stage: Stage
    tried: str
    """When it was sent, or came to stand there again."""
    verdict: str
    payload: bytes


class _There(NamedTuple):
    """What the copy holds of one decision."""

    holds: Callable[[bytes, object], bool | None]
    objects: Sequence[Held]

    def shows(self, payload: bytes) -> bool | None:
        """Whether that stands there; None when nobody knows."""
        return self.holds(payload, self.objects[-1].value) if self.objects else False

    @property
    def why_lost(self) -> str:
        """What became of what does not stand there any more."""
        return PUT_BACK if self.objects else NOT_THERE


def look(writing: "Writing", store: int, keys: Collection[str]) -> None:
    """Objects of these decisions came or went: what they do not show any more is lost, what they show again is not.

    Only the word that stood last is missed: what stood before it was replaced by it. What was overtaken or refused and
    is there all the same is recorded, whoever brought it there.

    Args:
        writing: The open transaction, in which they are kept already.
        store: The number of the copy that holds them.
        keys: Of the decisions.
    """
    holds = writing.rules(store).holds
    if holds is None:
        return
    label = writing.keeping.of(store).label
    for key in keys:
        found = writing.db.execute(_SAID, (label, key, store)).fetchall()
        if said := [_Said(num, Stage(state), *more) for num, state, *more in found]:
            _compare(writing, said, _There(holds, writing.all_held(store, key)))


def _compare(writing: "Writing", said: Sequence[_Said], there: _There) -> None:
    """All that I said of one decision, with what is there of it now."""
    for one in said:
        if one.stage in _NOT_TAKEN and _answers(one.verdict) and there.shows(one.payload):
            moves.move(writing, one.num, {one.stage}, Stage.RECORDED)
    stood = [each for each in said if each.stage in _STOOD]
    last = max(stood, key=lambda each: (each.tried, each.num), default=None)
    for one in stood:
        shown = there.shows(one.payload)
        # Of a record that broke since, the store's own word that it wrote it is all there is.
        met = shown or (shown is None and one.stage is Stage.WRITTEN)
        if met and one.stage is not Stage.RECORDED:
            moves.move(writing, one.num, {one.stage}, Stage.RECORDED)
            if one.stage is Stage.LOST:
                moves.stood_again(writing, one.num)
        elif shown is False and one.stage is Stage.RECORDED and one is last:
            _lose(writing, one.num, there)


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
    holds = writing.rules(store).holds
    if holds is None:
        return
    for num, key in written_before(writing.db, store, writing.keeping.of(store).label, began).items():
        one, there = outbox.one(writing.db, num), _There(holds, writing.all_held(store, key))
        if one is not None and there.shows(one.parcel.payload) is False:
            _lose(writing, num, there)
        else:
            moves.move(writing, num, {Stage.WRITTEN}, Stage.RECORDED)


def _lose(writing: "Writing", num: int, there: _There) -> None:
    moves.move(writing, num, {Stage.RECORDED, Stage.WRITTEN}, Stage.LOST, there.why_lost)
