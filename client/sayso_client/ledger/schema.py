"""What a ledger of ours is: its mark, its version, and what its tables are for (their SQL is in `migrations`).

Three classes of tables. *Own*: records of local stores, the book of own acts, the vote book, and drafts; they exist
nowhere else.
*Replica*: what other stores hold. *Derived*: decision, search, counter; dropped and made
again from the others.

`decision` orders by (due, asked, store, key), once for each view, so that every window is a short walk along one index;
the settled view has `ended` in the place of `due`.
`search` holds no text of its own: `decision.words` is its content. A whole decision stands apart in `body`, so that the
rows that lists and searches walk over stay small.
"""

from typing import NamedTuple

APPLICATION_ID = 0x53415953
"""ASCII "SAYS", in the file's header: this database is ours (SQLite, PRAGMA application_id)."""

FOLD = "7"
"""Version of what derived rows hold; kept as the mark "fold". A ledger with another one is derived again when it is
opened. Whoever raises it also adds a migration, so that older programs stop writing rows of the older kind.
Rows of the version before must stay readable: the inbox shows them until it has derived them again."""

VERSION = 16
"""The user_version of a ledger that all of `migrations.MIGRATIONS` have made."""


class Known(NamedTuple):
    """What one program knows of ledgers: how far it can bring one, and which derived rows it writes."""

    later: tuple[str, ...] = ()
    """Scripts that come behind ours."""
    fold: str = FOLD

    @property
    def version(self) -> int:
        """The user_version that this program writes."""
        return VERSION + len(self.later)


CURRENT = Known()
"""What this program knows. Another one stands in its place where a newer program is meant."""
