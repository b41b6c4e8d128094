"""What came and what went since the last prompt, as lines."""

from collections.abc import Iterable, Iterator

from sayso_client.lines import what_happened
from sayso_client.rows import Query, Row
from sayso_client.vocabulary import Ref
from sayso_tui.plain.desk import Desk

TOLD = 5
"""Arrivals that are told one by one."""
_LOOKED_AT = 500


class Arrivals:
    """Knows which decisions wait, as far as they were told of."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._revision = desk.inbox.revision()
        self._waiting: set[Ref] = set()

    def told(self, rows: Iterable[Row]) -> None:
        """These were listed."""
        for row in rows:
            self._note(row)

    def since(self, mine: Ref | None) -> Iterator[tuple[str, Row]]:
        """What changed since the last call, as (what happened, row); "new" for what waits now and was not told of.

        Args:
            mine: A decision that was just recorded here, which is no news.
        """
        # Whole stores that are exchanged give no changes: what is in them was not asked just now.
        now = self._desk.inbox.revision()
        while rows := self._desk.inbox.changed_since(self._revision, _LOOKED_AT):
            self._revision = max(row.revision for row in rows)
            for row in rows:
                before = row.ref in self._waiting
                self._note(row)
                if row.ref == mine or before == row.waiting:
                    continue
                if row.waiting:
                    yield "new", row
                elif row.ref in self._desk.numbers:
                    yield what_happened(row, Query())[1], row
        self._revision = max(self._revision, now)

    def _note(self, row: Row) -> None:
        if row.waiting:
            self._waiting.add(row.ref)
        else:
            self._waiting.discard(row.ref)
