"""What a list shows: its lines, what waits to be shown, and what became of a row that is listed no more."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sayso_client.rows import Query, Row, Rows, View
from sayso_client.vocabulary import State


class LiveRows(Rows, Protocol):
    """Rows that tell what changed since somebody looked."""

    def revision(self) -> int:
        """Grows with every change to any row."""

    def changed_since(self, revision: int, limit: int = 500) -> tuple[Row, ...]:
        """Up to `limit` rows that changed after that revision, oldest change first."""


class Line(NamedTuple):
    """One line on the screen."""

    row: Row
    y: int
    """Counted from the first visible line."""
    cursor: bool
    gone: str | None = None
    """What became of it, when it is listed no more and only stays until it is left ("answered by bob"). Raw text."""


class Pending(NamedTuple):
    """Changes that wait so that nothing moves under the reader's eye."""

    new: int = 0
    """Rows that belong among the visible ones."""
    gone: Mapping[str, int] = MappingProxyType({})
    """How many visible rows are listed no more, by what happened: answered, dismissed, withdrawn …"""
    moved: int = 0
    """Visible rows whose place in the order is another now."""
    more: bool = False
    """There are more than `new`; nobody counted further."""

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.moved)

    @property
    def verb(self) -> str:
        """What asking for it does: rows come ("show"), rows leave ("clear"), or both ("update")."""
        if self.moved or (self.new and self.gone):
            return "update"
        return "show" if self.new else "clear"

    def words(self) -> str:
        """For example "3 new · 1 withdrawn"; empty when nothing waits."""
        new = [f"{self.new}{'+' if self.more else ''} new"] if self.new else []
        gone = [f"{number} {what}" for what, number in self.gone.items()]
        return " · ".join([*new, *gone, *([f"{self.moved} moved"] if self.moved else [])])


def what_happened(row: Row | None, query: Query, was: Row | None = None) -> tuple[str, str]:
    """Why a row is listed no more: a word to count it by, and the same in full, with the name as it came.

    Args:
        row: As it stands now; None when it is gone.
        query: What listed it.
        was: As it was last shown.
    """
    if row is None and was is not None and was.folds:
        return "unfolded", "no flood any more"
    if row is None:
        return "removed", "removed from its store"
    by = f" by {row.settled_by}" if row.settled_by else ""
    match row.state:
        case State.DECIDED:
            return "answered", f"answered{by}"
        case State.DISMISSED:
            return "dismissed", f"dismissed{by}"
        case State.WITHDRAWN:
            return "withdrawn", "withdrawn"
        case State.CLOSED:
            return "closed", "closed"
    if query.view is View.WAITING:
        return _left_the_waiting(row, query)
    if query.view is View.SETTLED:
        return "reopened", "open again"
    return _UNLISTED


def _left_the_waiting(row: Row, query: Query) -> tuple[str, str]:
    """Only there floods are one line, so only from there can a row go that waits all the same."""
    if not row.waiting:
        return "handed over", "no longer waits for you"
    return ("folded", "folded with its asker's others") if query.folds and not query.text else _UNLISTED


_UNLISTED = ("no longer listed", "no longer listed")
