"""What a store says that it wrote: recorded, once the copy shows it."""

from typing import TYPE_CHECKING

from sayso_client.ledger import moves
from sayso_client.ledger.copies import subscription
from sayso_client.ledger.outbox import Outgoing, Stage

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_OBJECT = "SELECT 1 FROM replica_record WHERE store = ? AND key = ? AND object IS NOT NULL LIMIT 1"


def written(writing: "Writing", one: Outgoing) -> None:
    """The store wrote it.

    Of a store that holds objects the copy may have been told before: a file is seen to change before whoever wrote it
    says so. Then nothing more comes that it could be met in.
    """
    if not moves.move(writing, one.num, {Stage.SENDING, Stage.UNKNOWN}, Stage.WRITTEN):
        return
    copy = subscription(writing.db, one.ref.store)
    if copy is None or not one.parcel.seen or not writing.db.execute(_OBJECT, (copy.store, one.ref.key)).fetchone():
        return
    decision = writing.standing(copy.store, one.ref.key)
    if decision is not None and decision.seen != one.parcel.seen:
        moves.move(writing, one.num, {Stage.WRITTEN}, Stage.RECORDED)
