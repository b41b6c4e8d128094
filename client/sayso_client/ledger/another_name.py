"""Another label for a store: whatever is held under the old one goes with it, in one transaction."""

import shlex
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from sayso_client import codec
from sayso_client.draft import Draft
from sayso_client.errors import Conflict
from sayso_client.ledger import renaming
from sayso_client.text import one_line
from sayso_client.unreadable import Unreadable

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_NAMING = (("store", "name"), ("subscription", "name"), ("outbox", "store"), ("vote", "store"))
"""Where a name stands for a store of which something is held."""


def rename(writing: "Writing", old: str, new: str) -> None:
    """Give a store elsewhere, or a local one, another label. Drafts and the outbox go with it.

    Raises:
        Conflict: the ledger knows a store of the new name already; nothing changed.
        StoreRenamed: it was renamed, or taken out, at this moment; nothing changed.
    """
    db = writing.db
    writing.refuse_former(old)
    if any(db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", (new,)).fetchone() for table, column in _NAMING):
        raise Conflict(
            f"The ledger holds something of a store named {one_line(new, 40)} already. Nothing changed. Take another "
            f"name, or take that one out first: sayso store remove {shlex.quote(one_line(new, 40))}"
        )
    # Of a store that is no more there may be a word about how it was doing, and drafts.
    db.execute("DELETE FROM health WHERE store = ?", (new,))
    db.execute("UPDATE draft SET aside = 1 WHERE store = ?", (new,))
    db.execute("UPDATE store SET name = ? WHERE name = ?", (new, old))
    db.execute("UPDATE subscription SET name = ? WHERE name = ?", (new, old))
    for table in ("draft", "outbox", "vote", "health"):
        db.execute(f"UPDATE {table} SET store = ? WHERE store = ?", (new, old))
    for num, body in db.execute("SELECT num, body FROM draft WHERE store = ?", (new,)).fetchall():
        # A draft names its decision; one that another sayso wrote otherwise stays as it is.
        with suppress(Unreadable):
            draft = codec.loads(Draft, body)
            text = codec.dumps(replace(draft, ref=draft.ref._replace(store=new)))
            db.execute("UPDATE draft SET body = ? WHERE num = ?", (text, num))
    renaming.changed(writing, old, new)
    writing.keeping.forget()
    writing.went()
