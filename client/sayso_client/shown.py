"""The visible rows of a list, in order, and how they lie in the whole of it."""

from itertools import takewhile

from sayso_client.lines import LiveRows
from sayso_client.rows import Query, Rank, Row
from sayso_client.vocabulary import Ref

NEAR = 128
"""Positions within so many rows are counted; farther ones are found by halving, to a 256th of the list."""
HALVINGS = 8


class Shown:
    """A row on the screen. It keeps its place there, whatever becomes of its rank."""

    def __init__(self, row: Row, place: Rank) -> None:
        self.row = row
        self.place = place
        self.gone: str | None = None
        self.word: str | None = None
        """What happened, in the word by which it is counted; set with `gone`."""

    @property
    def waits(self) -> bool:
        """Whether it is listed and still waits for an answer."""
        return self.gone is None and self.row.waiting


class Window:
    """Up to `height` rows that follow one another, read from the source as they come into sight.

    `hidden` holds the ranks of rows that belong among them and are not shown; at the top of the list, also those that
    belong in front of the first one. Sorted.
    """

    def __init__(self, source: LiveRows, query: Query, height: int) -> None:
        self._source = source
        self._query = query
        self.height = height
        self.lines: list[Shown] = []
        self.hidden: list[Rank] = []
        self.before = 0
        self.at_end = True
        self._listed = 0

    @property
    def at_top(self) -> bool:
        """Whether the first line is the first of the list as it is shown."""
        return self.before == 0

    @property
    def room(self) -> int:
        """How many lines are free."""
        return self.height - len(self.lines)

    @property
    def total(self) -> int:
        """How many rows the list has as it is shown."""
        reached = self.before + len(self.lines)
        return reached if self.at_end else max(self._shown_in_all(), reached + 1)

    def rank(self, row: Row) -> Rank:
        """The row's place in the order of this list."""
        return row.rank_in(self._query.view)

    def shown(self, row: Row) -> Shown:
        """The row as a line at its place."""
        return Shown(row, self.rank(row))

    def find(self, ref: Ref) -> Shown | None:
        """The line of that decision."""
        return next((each for each in self.lines if each.row.ref == ref), None)

    def load_top(self) -> None:
        """Show the beginning of the list."""
        self._begin([], 0)
        self.fill_below()

    def load_end(self) -> None:
        """Show the end of the list."""
        rows = self._source.before(self._query, None, self.height + 1)
        self._begin(rows[-self.height :], 1 if len(rows) > self.height else 0)
        self._meet_end()

    def load_at(self, index: int) -> None:
        """Show the rows from a position."""
        if index <= 0:
            return self.load_top()
        rows = self._source.at(self._query, index, self.height + 1)
        if len(rows) <= self.height:
            return self.load_end()
        self._begin(rows[: self.height], index)
        self.at_end = False
        return None

    def load_around(self, line: Shown, offset: int) -> None:
        """Show this line with up to `offset` lines above it, whether or not it is still listed."""
        near = self._landmark()
        asked = offset + NEAR
        rows = [row for row in self._source.before(self._query, line.place, asked) if row.ref != line.row.ref]
        above = rows[-offset:] if offset else []
        self._begin(above, len(rows) - len(above))
        self.lines.append(line)
        if len(rows) >= asked - 1:
            self.before = max(1, self._position(self.lines[0].place, near))
        self.fill()

    def fill(self) -> None:
        """Use free lines: for what follows, else for what comes before."""
        self.fill_below()
        if self.room > 0 and self.lines:
            self._add_above(self.room)

    def fill_below(self) -> None:
        """Use free lines for what follows, and learn whether more does."""
        self._add_below(max(0, self.room))

    def down(self, rows: int) -> int:
        """Go on by so many rows, or as far as there are any. How many lines left at the top."""
        self._add_below(rows)
        return self.drop_top(-self.room)

    def up(self, rows: int) -> int:
        """Go back by so many rows, or as far as there are any. How many lines came in at the top."""
        added = self._add_above(rows)
        self.drop_bottom(-self.room)
        return added

    def drop_top(self, count: int) -> int:
        """Let go of so many lines at the top; what waited among them is in front of the window from now on."""
        if count <= 0:
            return 0
        dropped, self.lines = self.lines[:count], self.lines[count:]
        self._let_go(dropped, leaving_top=True)
        return count

    def drop_bottom(self, count: int) -> None:
        """Let go of so many lines at the bottom."""
        if count <= 0:
            return
        dropped, self.lines = self.lines[-count:], self.lines[:-count]
        self._let_go(dropped)

    def remove(self, line: Shown) -> None:
        """Take out a line that is listed no more."""
        self.lines = [each for each in self.lines if each is not line]
        if self.lines:
            self._let_go([line])
            self.fill()

    def recount(self, inside: int, others: list[Rank] | None) -> None:
        """Learn from the source how the list around the window changed.

        Args:
            inside: By how many the visible lines that are listed changed.
            others: The ranks of changed rows that are not visible; None when anything may have changed.
        """
        was, self._listed = self._listed, self._source.count(self._query)
        if not self.lines:
            return
        first, last = self.lines[0].place, self.lines[-1].place
        hidden = len(self.hidden)
        if others is None or self.hidden or any((self.at_top or first < rank) and rank < last for rank in others):
            self._find_hidden()
        outside = self._listed - was - inside - (len(self.hidden) - hidden)
        if not self.at_top:
            self._reckon_front(outside, others)
        self.at_end = not self._unknown(self._source.after(self._query, last, 1 + self._strayed()))
        if self.at_end:
            self._meet_end()

    def _reckon_front(self, outside: int, others: list[Rank] | None) -> None:
        """Correct `before`: exactly near the top, or when all changes lie on one side; else by proportion."""
        first, last = self.lines[0].place, self.lines[-1].place
        if others is None:
            front, behind = self.before, max(0, self._listed - outside - self.before - len(self.lines))
        else:
            front, behind = sum(rank < first for rank in others), sum(rank > last for rank in others)
        if front:
            self.before = max(1, self.before + round(outside * front / (front + behind)))
        near = self.before < NEAR
        rows = self._source.before(self._query, first, NEAR if near else 1 + self._strayed())
        unknown = len(self._unknown(rows))
        if unknown == 0 or (near and len(rows) < NEAR):
            self.before = unknown

    def _find_hidden(self) -> None:
        first, last = self.lines[0].place, self.lines[-1].place
        limit = NEAR
        front = self._source.before(self._query, first, limit) if self.at_top else ()
        inside = takewhile(
            lambda row: self.rank(row) < last, self._source.after(self._query, first, len(self.lines) + limit)
        )
        self.hidden = [self.rank(row) for row in self._unknown((*front, *inside))][:limit]

    def _begin(self, rows: tuple[Row, ...] | list[Row], before: int) -> None:
        self.lines = [self.shown(row) for row in rows]
        self.hidden = []
        self.before = before
        self._listed = self._source.count(self._query)

    def _add_below(self, count: int) -> None:
        asked = count + self._strayed() + 1
        place = self.lines[-1].place if self.lines else None
        rows = self._source.after(self._query, place, asked)
        fresh = self._unknown(rows)
        self.lines += [self.shown(row) for row in fresh[:count]]
        self.at_end = len(rows) < asked and len(fresh) <= count
        if self.at_end:
            self._meet_end()

    def _add_above(self, count: int) -> int:
        if self.at_top or count <= 0:
            return 0
        asked = count + self._strayed() + 1
        rows = self._source.before(self._query, self.lines[0].place, asked)
        fresh = self._unknown(rows)
        added = fresh[-count:]
        self.lines[:0] = [self.shown(row) for row in added]
        at_top = len(rows) < asked and len(fresh) <= count
        self.before = 0 if at_top else max(1, self.before - len(added))
        return len(added)

    def _unknown(self, rows: tuple[Row, ...]) -> list[Row]:
        """Those that are not on the screen, at whatever place."""
        known = {each.row.ref for each in self.lines}
        return [row for row in rows if row.ref not in known]

    def _strayed(self) -> int:
        return sum(self.rank(each.row) != each.place for each in self.lines)

    def _let_go(self, dropped: list[Shown], leaving_top: bool = False) -> None:
        """Lines are shown no more: they and what waited are now in front, behind, or among those that are."""
        first, last = self.lines[0].place, self.lines[-1].place
        ranks = sorted([*self.hidden, *(self.rank(each.row) for each in dropped if each.gone is None)])
        front = [rank for rank in ranks if rank < first]
        if leaving_top or not self.at_top:
            self.before += len(front)
            front = []
        self.hidden = front + [rank for rank in ranks if first < rank < last]
        self.at_end = self.at_end and (not ranks or ranks[-1] <= last)

    def _shown_in_all(self) -> int:
        return self._listed - len(self.hidden) + sum(each.gone is not None for each in self.lines)

    def _meet_end(self) -> None:
        """At the end the position follows from the count. A text filter's count is capped and may be too low."""
        if not self.at_top:
            reckoned = max(1, self._shown_in_all() - len(self.lines))
            self.before = max(self.before, reckoned) if self._query.text else reckoned
        self.at_end = True

    def _landmark(self) -> tuple[Rank, int, bool] | None:
        """The first line's place, how many rows are in front of it, and whether it is itself listed."""
        if not self.lines:
            return None
        first = self.lines[0]
        return first.place, self.before + sum(rank < first.place for rank in self.hidden), first.gone is None

    def _position(self, rank: Rank, near: tuple[Rank, int, bool] | None) -> int:
        """How many rows are in front of `rank`."""
        if near is not None:
            place, before, listed = near
            if rank == place:
                return before
            if rank > place:
                passed = self._source.after(self._query, place, NEAR)
                if len(passed) < NEAR or self.rank(passed[-1]) >= rank:
                    return before + listed + sum(self.rank(row) < rank for row in passed)
            else:
                passed = self._source.before(self._query, place, NEAR)
                if len(passed) < NEAR or self.rank(passed[0]) < rank:
                    return before - sum(self.rank(row) >= rank for row in passed)
        low, high = 0, self._listed
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            found = self._source.at(self._query, middle, 1)
            if found and self.rank(found[0]) < rank:
                low = middle
            else:
                high = middle
        return (low + high) // 2
