"""Exchanging one copy of a store for another.

A copy that is filled aside takes the place of the one of before in one transaction when it is whole; so it is after a
reset, until which the copy of before is shown. Where there is none of before, it is shown as soon as all that waits for
somebody is in it. What is settled comes behind, and is no news and raises no alarm until the copy is whole.
"""

from typing import TYPE_CHECKING

from sayso_client.ledger import found_there, outbox
from sayso_client.ledger.copies import subscription
from sayso_client.ledger.from_before import EVERY
from sayso_client.ledger.taking_out import retire

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing


def swap(writing: "Writing", name: str, store: int | None = None, *, whole: bool = True) -> bool:
    """Show the copy that was filled aside, in the place of the one of before.

    Drafts, what is in the outbox and the book of own acts stay.

    Args:
        writing: The open transaction.
        name: The store's label.
        store: The number of the copy that is meant: another one is left alone. None for whichever there is.
        whole: False while only what waits is in it: then no copy of before is given up for it, and `complete` follows.

    Returns:
        False when nothing changed.
    """
    db = writing.db
    aside, shown = subscription(db, name, "aside"), subscription(db, name)
    if aside is None or store not in (None, aside.store) or not (whole or (shown is None and aside.before == EVERY)):
        return False
    if shown is not None:
        retire(writing, name, "shown")
        db.execute("UPDATE OR IGNORE own_act SET store = ? WHERE store = ?", (aside.store, shown.store))
    db.execute("UPDATE subscription SET place = 'shown' WHERE store = ?", (aside.store,))
    db.execute("UPDATE store SET name = ? WHERE num = ?", (name, aside.store))
    writing.keeping.forget()
    writing.went()
    writing.mark(f"whole {aside.store}", str(EVERY))
    if whole:
        complete(writing, name)
    if shown is not None and shown.uuid != aside.uuid:
        found_there.hand_over(writing, aside.store, name, shown.uuid, aside.prefix or "")
    for key in outbox.keys(db, name):
        writing.touch(aside.store, key)
    return True


def complete(writing: "Writing", name: str) -> None:
    """All that is in the copy that is shown came before now, and all that comes later is an arrival.

    What was recorded before the copy was begun and is not in it is lost there: it waits in the outbox until somebody
    says whether to send it again.
    """
    shown = subscription(writing.db, name)
    assert shown is not None
    last = writing.records.last()
    writing.db.execute("UPDATE subscription SET before = min(before, ?) WHERE store = ?", (last, shown.store))
    writing.keeping.forget()
    writing.mark(f"whole {shown.store}", str(last))
    found_there.miss(writing, shown.store, name, shown.began, shown.prefix or "")
