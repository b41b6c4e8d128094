"""Where to go on in a list, when one is done with a decision."""

from typing import NamedTuple

from sayso_client.lines import LiveRows
from sayso_client.rows import Query, Rank
from sayso_client.shown import Window
from sayso_client.vocabulary import Ref

SEARCHED = 200
"""So many rows are looked at for the next one that waits, to either side."""


class Onward(NamedTuple):
    """In one list as it is shown."""

    source: LiveRows
    query: Query
    window: Window

    def after(self, ref: Ref) -> Ref | None:
        """The next below that decision that still waits, else the nearest above; None where there is none."""
        lines = self.window.lines
        index = next((index for index, each in enumerate(lines) if each.row.ref == ref), None)
        if index is None:
            row = self.source.rows((ref,)).get(ref)
            return self._out_of_sight(self.window.rank(row)) if row else None
        found = next((each.row.ref for each in lines[index + 1 :] if each.waits), None)
        found = found or self._below(lines[-1].place, ref)
        found = found or next((each.row.ref for each in reversed(lines[:index]) if each.waits), None)
        return found or self._above(lines[0].place, ref)

    def _out_of_sight(self, rank: Rank) -> Ref | None:
        return self._below(rank, None) or self._above(rank, None)

    def _below(self, rank: Rank, but: Ref | None) -> Ref | None:
        rows = self.source.after(self.query, rank, SEARCHED)
        return next((row.ref for row in rows if row.waiting and row.ref != but), None)

    def _above(self, rank: Rank, but: Ref | None) -> Ref | None:
        rows = self.source.before(self.query, rank, SEARCHED)
        return next((row.ref for row in reversed(rows) if row.waiting and row.ref != but), None)
