"""Rows of a list as a calm, aligned table. State as glyph and word; whatever does not fit is cut with "…"."""

from collections.abc import Sequence
from datetime import datetime

from sayso_client.rows import Row
from sayso_client.vocabulary import Flag, State
from sayso_tui.cli.cells import cell_len, cut, pad
from sayso_tui.widgets.pane.when import ago, overdue

GLYPHS = {
    State.OPEN: "●",
    State.PROPOSED: "◆",
    State.ESCALATED: "▲",
    State.STALE: "≈",
    State.DECIDED: "✓",
    State.DISMISSED: "-",
    State.WITHDRAWN: "✕",
    State.CLOSED: "✕",
    State.UNKNOWN: "?",
    State.INVALID: "#",
}

_FAR = 1_000
"""Days from which on years are told; the column would cut a longer number into one that means something else."""
_CLOCKS_DIFFER = 60
"""Seconds by which clocks may differ without a word."""
_QUIET = frozenset({Flag.TERMS_EXCHANGED, Flag.INCOMPLETE_AUTHORITY, Flag.MISMATCH, Flag.INVALID_RECORDS})
"""Flags that `show` tells; the table names only those that change what to do next, or that warn."""

WIDEST_KEY = 32
WIDEST_ASKER = 14


class Table:
    """A table whose columns are measured on its first rows, so that the rest can follow one by one."""

    def __init__(self, rows: Sequence[Row], now: datetime, width: int, *, stores: bool) -> None:
        """Measure the columns.

        Args:
            rows: The first ones; the others are cut to the same columns.
            now: Aware, in the reader's zone.
            width: Cells of a line.
            stores: Whether the store is named in each row.
        """
        self._now = now
        self._stores = stores
        self._width = width
        key = max((cell_len(cut(each.ref.key, WIDEST_KEY)) for each in rows), default=3)
        self._key = min(max(key, 3), max(10, width // 3))
        asker = max((cell_len(cut(each.asked_by or "", WIDEST_ASKER)) for each in rows), default=0)
        self._asker = asker if width >= 80 else 0

    def line(self, row: Row) -> str:
        """One row, made plain, without blanks at its end."""
        left = [pad(f"{GLYPHS[row.state]} {row.state}", 11), pad(self._when(row), 9), pad(row.ref.key, self._key)]
        if self._stores:
            left.insert(2, pad(row.ref.store, 8))
        head = " ".join(left)
        asker = pad(row.asked_by, self._asker) if self._asker and row.asked_by else ""
        room = self._width - cell_len(head) - 2 - (self._asker + 1 if asker else 0)
        badges = " ".join(f"[{each}]" for each in sorted(row.flags - _QUIET))
        if len(badges) > room // 2:
            badges = "!"
        text = f"{cut(row.title, room - len(badges) - 1)} {badges}" if badges else cut(row.title, room)
        return f"{head}  {text}{' ' * (room - cell_len(text) + 1)}{asker}".rstrip()

    def _when(self, row: Row) -> str:
        """What counts next: that it is late or due, else how long ago it was asked."""
        if row.waiting and row.due is not None:
            if overdue(row.due, self._now):
                return "overdue"
            day = row.due.astimezone(self._now.tzinfo).date() if isinstance(row.due, datetime) else row.due
            days = (day - self._now.date()).days
            return "due today" if days == 0 else f"due {days} d" if days < _FAR else f"due {days // 365}y"
        at = row.settled_at or row.asked_at
        if at is None:
            return ""
        if not isinstance(at, datetime):
            return ago(at, self._now).removesuffix(" ago")
        ahead = (at - self._now).total_seconds()
        return _ahead(ahead) if ahead > _CLOCKS_DIFFER else ago(at, self._now).removesuffix(" ago")


def _ahead(seconds: float) -> str:
    """How far a clock runs ahead of this one, in the nine cells that there are."""
    minutes = int(seconds // 60)
    days = minutes // 1440
    if days < 2:
        return f"{minutes}m ahead" if minutes < 60 else f"{minutes // 60}h ahead"
    if days < 100:
        return f"{days}d ahead"
    years = days // 365
    return f"{years or '<1'}y ahead" if years < 100 else "far ahead"
