"""The stores elsewhere of which the ledger holds something that is shown or waits, by name."""

import sqlite3

from sayso_client.ledger import outbox


def names_held(db: sqlite3.Connection) -> tuple[str, ...]:
    """In order. Local stores are none of them: what they hold stays, named or not."""
    if not outbox.there(db):
        return ()
    found = {name for (name,) in db.execute("SELECT name FROM subscription WHERE place <> 'old'")}
    found |= {each.ref.store for each in outbox.under_way(db)}
    found |= {name for (name,) in db.execute("SELECT store FROM health")}
    return tuple(sorted(found))
