"""Which names of stores changed, and when: whoever began before that must not bring the former name back to life.

A process knows stores by the names that its configuration gave them. A store may be renamed, or taken out, between
then and its next write; so the ledger counts such changes, and a write under a name that changed since is refused.
"""

import json
import sqlite3
from typing import TYPE_CHECKING

from sayso_client.errors import StoreRenamed
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

_COUNT = "names of stores changed"
_FORMER = "former name "


def count(db: sqlite3.Connection) -> int:
    """How often a name changed up to now."""
    found = db.execute("SELECT value FROM mark WHERE name = ?", (_COUNT,)).fetchone()
    return int(found[0]) if found else 0


def changed(writing: "Writing", old: str, new: str | None) -> None:
    """Write down that a store is called otherwise from now on, or, with None, is no more."""
    now = count(writing.db) + 1
    writing.mark(_COUNT, str(now))
    writing.mark(f"{_FORMER}{old}", json.dumps([now, new]))
    if writing.names_changed == now - 1:
        # Whoever does it knows of it, and of all that was before.
        writing.names_changed = now
    if new is None:
        return
    before = _former(writing.db, new)
    if before is None:
        return
    if before[1] == old:
        # Back to what it was called: whoever still calls it so is right.
        writing.unmark(f"{_FORMER}{new}")
    else:
        # That name meant another store until now.
        writing.mark(f"{_FORMER}{new}", json.dumps([now, None]))


def refuse_former(db: sqlite3.Connection, name: str, since: int) -> None:
    """Raise StoreRenamed when the store of that name was renamed or taken out after so many changes of names."""
    found = _former(db, name)
    if found is None or found[0] <= since:
        return
    label, now = one_line(name, 40), found[1]
    what = f"is called {one_line(now, 40)} now" if now is not None else "was taken out, or is another store now"
    raise StoreRenamed(f"The store {label} {what}. Nothing was written; start this again, so that it is known here.")


def now_called(db: sqlite3.Connection, name: str, since: int) -> str:
    """What the store is called that had this name after so many changes of names; the same where there is none."""
    seen = set[str]()
    while name not in seen:
        seen.add(name)
        found = _former(db, name)
        if found is None or found[0] <= since or found[1] is None:
            return name
        name = found[1]
    return name


def _former(db: sqlite3.Connection, name: str) -> tuple[int, str | None] | None:
    found = db.execute("SELECT value FROM mark WHERE name = ?", (f"{_FORMER}{name}",)).fetchone()
    if found is None:
        return None
    when, now = json.loads(found[0])
    return when, now
