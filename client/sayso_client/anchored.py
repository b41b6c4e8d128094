"""A list that stays put while the ledger moves: a window on rows, anchored by the decision under the cursor.

It holds the visible rows and nothing else. What changes outside them comes and goes live. Inside them nothing moves
without a key press: rows are updated where they stand, rows that are listed no more stay with a word about what
happened, and rows that belong among them wait until they are asked for (`pending`, `show_arrivals`).

Pure and synchronous: no clock, no screen. Each call costs what is visible, however long the list is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from sayso_client.lines import Line, LiveRows, Pending, what_happened
from sayso_client.rows import Query, Row
from sayso_client.shown import Shown, Window
from sayso_client.vocabulary import Ref

CHANGES = 64
"""More changed rows than this are not looked at one by one: the window is read again."""
WAITING = 100
"""So many arrivals are counted; beyond, "100+"."""


class AnchoredList:
    """The lines of a list, its cursor, and what waits to be shown."""

    def __init__(self, source: LiveRows, query: Query, height: int = 1) -> None:
        """Open at the top, the cursor on the first row.

        Args:
            source: Where rows come from.
            query: Which are listed.
            height: How many lines are visible, at least one.
        """
        self._source = source
        self._query = query
        self._window = Window(source, query, max(1, height))
        self._cursor: Shown | None = None
        self._pending = Pending()
        self._revision = source.revision()
        self._load_top()

    @property
    def query(self) -> Query:
        """Which rows are listed."""
        return self._query

    @property
    def cursor(self) -> Ref | None:
        """The decision under the cursor, wherever the window is; None when nothing was ever listed."""
        return self._cursor.row.ref if self._cursor else None

    @property
    def pending(self) -> Pending:
        """What waits for `show_arrivals`."""
        return self._pending

    @property
    def before(self) -> int:
        """How many rows are in front of the window. Exact at either end; between them after a burst an estimate."""
        return self._window.before

    @property
    def total(self) -> int:
        """How many rows the list has, as it is shown: without those that wait, with those that stay."""
        return self._window.total

    @property
    def height(self) -> int:
        """How many lines there is room for."""
        return self._window.height

    def visible(self) -> tuple[Line, ...]:
        """The lines on the screen, top to bottom; at most `height`."""
        return tuple(
            Line(each.row, index, each is self._cursor, each.gone) for index, each in enumerate(self._window.lines)
        )

    def open(self, query: Query, keep: bool = True) -> None:
        """List something else.

        Args:
            query: What.
            keep: Stay on the decision under the cursor where it is among the first rows, or is listed at all and no
                text is searched for; else the cursor goes to the top.
        """
        stay = self.cursor if keep else None
        self._query = query
        self._window = Window(self._source, query, self.height)
        self._revision = self._source.revision()
        self._load_top()
        if stay and not self._point(stay) and not query.text:
            self.go_to(stay)

    def resize(self, height: int) -> None:
        """Make room for `height` lines; the cursor's line stays visible where it was."""
        index = self._index()
        self._window.height = max(1, height)
        if index is not None and index >= self.height:
            self._window.drop_top(index - self.height + 1)
        self._window.drop_bottom(len(self._window.lines) - self.height)
        self._window.fill()
        self._settle()

    def move(self, rows: int) -> None:
        """Move the cursor by so many rows, and the window with it where that is needed.

        One step past the edge turns half a page, so that a key held down seldom repaints everything.
        """
        if self._cursor is None:
            return
        self._reveal()
        lines = self._window.lines
        target = (self._index() or 0) + rows
        turn = abs(rows) if abs(rows) > 1 else max(1, self.height // 2)
        if target >= len(lines):
            target -= self._window.down(max(turn, target - len(lines) + 1))
        elif target < 0:
            target += self._window.up(max(turn, -target))
        self._put_cursor(self._window.lines[max(0, min(target, len(self._window.lines) - 1))])
        self._settle()

    def first(self) -> None:
        """Go to the first row of the list."""
        if not self._window.at_top:
            self._load_top()
        elif self._window.lines:
            self._put_cursor(self._window.lines[0])
            self._settle()

    def last(self) -> None:
        """Go to the last row of the list."""
        if not self._window.at_end:
            self._window.load_end()
        if self._window.lines:
            self._put_cursor(self._window.lines[-1])
            self._cursor = self._window.lines[-1]
        self._settle()

    def point(self, index: int) -> bool:
        """Put the cursor on a visible line; False when there is none at `index`."""
        if not 0 <= index < len(self._window.lines):
            return False
        self._put_cursor(self._window.lines[index])
        self._settle()
        return True

    def go_to(self, ref: Ref) -> bool:
        """Put the cursor on that decision; False, and nothing moves, when it is not listed."""
        if self._point(ref):
            return True
        row = self._source.rows((ref,)).get(ref)
        if row is None or ref not in self._source.matching(self._query, (ref,)):
            return False
        self._put_cursor(self._window.shown(row))
        self._reveal()
        self._settle()
        return True

    def scroll(self, rows: int) -> None:
        """Move the window; the cursor stays on its decision, in sight or not."""
        if rows > 0:
            self._window.down(rows)
        elif rows < 0:
            self._window.up(-rows)
        self._settle()

    def jump(self, index: int) -> None:
        """Show the rows from position `index`, for the scrollbar. Costs time linear in `index`."""
        self._window.load_at(index)
        self._settle()

    def next_waiting(self, ref: Ref) -> Ref | None:
        """Where to go after that decision: the next below it that still waits, else the nearest above; None if none."""
        # Imported here: the first frame needs none of it.
        from sayso_client.onward import Onward

        return Onward(self._source, self._query, self._window).after(ref)

    def leave(self, ref: Ref) -> None:
        """Go from a decision to the next one that waits, else to its neighbour; it goes if it is listed no more.

        Everything else stays where it is.
        """
        self.refresh()
        onward = self.next_waiting(ref)
        if onward is not None:
            self.go_to(onward)
        line, lines = self._window.find(ref), self._window.lines
        if self.cursor == ref and self._cursor and self._cursor.gone:
            index = lines.index(line) if line else len(lines)
            self._cursor = next(iter([*lines[index + 1 :], *reversed(lines[:index])]), None)
        if line is not None and line.gone:
            self._window.remove(line)
        if not self._window.lines:
            self._window.load_top()
        self._settle()

    def refresh(self) -> bool:
        """Take in what changed in the ledger; True when anything that is shown may be another."""
        revision = self._source.revision()
        if revision == self._revision:
            return False
        changed = self._source.changed_since(self._revision, CHANGES + 1)
        self._revision = revision
        if not changed or len(changed) > CHANGES:
            self._read_again()
        else:
            self._take(changed)
        if not self._window.lines:
            self._window.load_top()
        elif self._window.room:
            self._window.fill_below()
        self._settle()
        return True

    def show_arrivals(self) -> None:
        """Show the list as it stands. The cursor stays on its decision, else goes to the nearest neighbour."""
        self.refresh()
        was_top, lines = self._window.at_top, self._window.lines
        index = self._index()
        fresh = self._surviving()
        if fresh is None:
            self._load_top()
            return
        if index is None:
            anchor = next((each for each in lines if not each.gone), None)
            if anchor is None or was_top:
                self._window.load_top()
            else:
                self._window.load_around(self._window.shown(anchor.row), lines.index(anchor))
            self._cursor = self._window.find(fresh.row.ref) or fresh
        else:
            self._window.load_top() if was_top else self._window.load_around(fresh, index)
            if self._window.find(fresh.row.ref) is None:
                self._window.load_around(fresh, self.height - 1)
            self._cursor = self._window.find(fresh.row.ref)
        self._settle()

    def _load_top(self) -> None:
        self._window.load_top()
        self._cursor = None
        self._settle()

    def _index(self) -> int | None:
        lines = self._window.lines
        return next((index for index, each in enumerate(lines) if each is self._cursor), None)

    def _point(self, ref: Ref) -> bool:
        found = self._window.find(ref)
        if found is None:
            return False
        self._put_cursor(found)
        self._settle()
        return True

    def _put_cursor(self, line: Shown) -> None:
        """Move the cursor; a row that only stayed for it leaves."""
        left, self._cursor = self._cursor, line
        if left is not None and left is not line and left.gone:
            self._window.remove(left)

    def _reveal(self) -> None:
        """Bring the cursor's row into the window."""
        if self._cursor and self._index() is None:
            self._window.load_around(self._cursor, self.height // 2)

    def _surviving(self) -> Shown | None:
        """The cursor's row at its present place, or the nearest row that is listed; None when there is none."""
        cursor = self._cursor
        if cursor is None:
            return None
        if not cursor.gone:
            return self._window.shown(cursor.row)
        near = self._source.after(self._query, cursor.place, 1) or self._source.before(self._query, cursor.place, 1)
        return self._window.shown(near[0]) if near else None

    def _take(self, changed: Sequence[Row]) -> None:
        """Update from a few changed rows."""
        rows = {row.ref: row for row in changed}
        held = self._held()
        listed = self._source.matching(self._query, tuple(each.row.ref for each in held))
        # A line for several decisions is none of the changed ones.
        touched = [
            each
            for each in held
            if each.row.folds or each.row.ref in rows or (each.gone is None) != (each.row.ref in listed)
        ]
        missing = tuple(each.row.ref for each in touched if each.row.ref not in rows)
        rows |= self._source.rows(missing) if missing else {}
        inside = self._update(((each, rows.get(each.row.ref)) for each in touched), listed)
        visible = {each.row.ref for each in self._window.lines}
        self._window.recount(inside, [self._window.rank(row) for ref, row in rows.items() if ref not in visible])

    def _read_again(self) -> None:
        """Update everything that is held, whatever changed."""
        held = self._held()
        refs = tuple(each.row.ref for each in held)
        rows, listed = self._source.rows(refs), self._source.matching(self._query, refs)
        inside = self._update(((each, rows.get(each.row.ref)) for each in held), listed)
        self._window.recount(inside, None)

    def _held(self) -> list[Shown]:
        lines = self._window.lines
        return [*lines, self._cursor] if self._cursor and self._index() is None else list(lines)

    def _update(self, pairs: Iterable[tuple[Shown, Row | None]], listed: frozenset[Ref]) -> int:
        """Bring lines up to date where they stand. By how many the visible ones that are listed changed."""
        change = 0
        for each, row in pairs:
            was = each.gone is None
            now = row is not None and row.ref in listed
            if row is not None:
                each.row = row
            each.word, each.gone = (None, None) if now else what_happened(row, self._query, each.row)
            change += (now - was) if each in self._window.lines else 0
        return change

    def _settle(self) -> None:
        """After every change: one object a decision, and the count of what waits."""
        window = self._window
        if self._cursor is None:
            self._cursor = next(iter(window.lines), None)
        elif self._index() is None:
            self._cursor = window.find(self._cursor.row.ref) or self._cursor
        gone = Counter(each.word for each in window.lines if each.word)
        moved = sum(each.gone is None and window.rank(each.row) != each.place for each in window.lines)
        self._pending = Pending(min(len(window.hidden), WAITING), dict(gone), moved, len(window.hidden) > WAITING)
