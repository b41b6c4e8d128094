"""The rows that stand for floods (ledger/floods.py): one for each asker who asks too fast, read when it is listed."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from sayso_client.ledger.way import COLUMNS, Cell
from sayso_client.rows import Row
from sayso_client.vocabulary import Ref, State

NO_STORE = ""
"""The store of a row that stands for a flood. No real store has that name."""
URGENT = "(due < ? AND (length(due) > 10 OR due <= ?))"
"""Due by the end of today; parameters as `Today` has them. Calendar days are 10 characters long, instants longer."""

_FOLDED = f"folded = 1 AND waiting = 1 AND NOT {URGENT}"
CHANGES = 64
"""More changed rows than this are not looked at one by one: all floods are counted."""

Flood = tuple[int, str]
"""The store's number, and the asker."""

_BEHIND = "\x01"
"""Put behind a key: the very next place in the order."""


def flood_filter(ref: Ref) -> str | None:
    """The filter that lists what a row stands for; None when it stands for a decision."""
    if ref.store != NO_STORE:
        return None
    from sayso_client.ledger.askers import filter_for

    return filter_for(ref.key.partition(" ")[2])


class Today(NamedTuple):
    """The reader's own calendar day."""

    ends: str
    """When, in UTC."""
    day: str


class _Found(NamedTuple):
    """What was found when it was looked for last."""

    revision: int
    today: Today
    shown: str
    rows: dict[Flood, Row]


class FloodRows:
    """The rows of all floods over one connection."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Callable[[], datetime],
        read: Callable[[Cell], Row],
        shown: Callable[[], str],
        went: Callable[[], int],
    ) -> None:
        """Read from there.

        Args:
            connection: As for `Windows`.
            clock: Aware; its local calendar day decides what is urgent.
            read: Makes a row of a decision's columns.
            shown: Gives the condition that leaves out what is not shown.
            went: Gives the revision at which rows last went without a trace.
        """
        self._db = connection
        self._clock = clock
        self._read = read
        self._shown = shown
        self._went = went
        self._found: _Found | None = None
        self._listed: dict[Ref, Row] = {}
        self._day: tuple[datetime, datetime, Today] | None = None

    def all(self, revision: int) -> dict[Ref, Row]:
        """Every flood that waits, in list order. Those that changed are counted anew, all of them on another day."""
        today = self.today()
        if self._found is None or (self._found.revision, self._found.today) != (revision, today):
            shown = self._shown()
            rows = self._rows_at(revision, today, shown)
            self._found = _Found(revision, today, shown, rows)
            self._listed = {row.ref: row for row in sorted(rows.values(), key=lambda row: row.rank)}
        return self._listed

    def _rows_at(self, revision: int, today: Today, shown: str) -> dict[Flood, Row]:
        before = self._found
        same = before is not None and (before.today, before.shown) == (today, shown)
        touched = self._touched(before.revision, revision) if before is not None and same else None
        if before is None or touched is None:
            sql = f"SELECT store, asker, count(*) FROM decision WHERE {_FOLDED}{shown} GROUP BY store, asker"
            return dict(self._representing(self._db.execute(sql, today).fetchall(), today))
        kept = {flood: row for flood, row in before.rows.items() if flood not in touched}
        counts = [(*flood, self._count(flood, today, shown)) for flood in touched]
        return kept | dict(self._representing([each for each in counts if each[2]], today))

    def _touched(self, since: int, until: int) -> set[Flood] | None:
        """Whose floods may be others than at an earlier revision; None when all may be."""
        if until < since or self._went() > since:
            return None
        changed = self._db.execute(
            f"SELECT store, asker FROM decision WHERE revision > ? AND asker IS NOT NULL LIMIT {CHANGES + 1}", (since,)
        ).fetchall()
        return set(changed) if len(changed) <= CHANGES else None

    def _count(self, flood: Flood, today: Today, shown: str) -> int:
        sql = f"SELECT count(*) FROM decision WHERE store = ? AND asker = ? AND {_FOLDED}{shown}"
        return int(self._db.execute(sql, (*flood, *today)).fetchone()[0])

    def _representing(self, floods: Iterable[tuple[int, str, int]], today: Today) -> Iterator[tuple[Flood, Row]]:
        """A row for each flood (store, asker, count) that is still there."""
        for store, asker, count in floods:
            cells = self._db.execute(
                f"SELECT {COLUMNS} FROM decision WHERE store = ? AND asker = ? AND {_FOLDED} "
                "ORDER BY due, asked, key LIMIT 1",
                (store, asker, *today),
            ).fetchall()
            yield from (((store, asker), self._flood(asker, count, self._read(first))) for first in cells)

    @staticmethod
    def _flood(asker: str, count: int, first: Row) -> Row:
        return Row(
            Ref(NO_STORE, f"{first.rank.store} {asker}"),
            first.rank._replace(key=first.rank.key + _BEHIND),
            State.OPEN,
            waiting=False,
            title=f"{first.asked_by or asker}: {count:,} asks",
            asked_by=first.asked_by,
            asked_at=first.asked_at,
            due=first.due,
            revision=first.revision,
            folds=count,
        )

    def today(self) -> Today:
        """What ends the day that the clock shows."""
        now = self._clock()
        if self._day is None or not self._day[0] <= now < self._day[1]:
            day = now.astimezone().date()
            begins, ends = (datetime.combine(each, time()).astimezone(UTC) for each in (day, day + timedelta(days=1)))
            self._day = begins, ends, Today(ends.strftime("%Y-%m-%dT%H:%M:%S"), day.isoformat())
        return self._day[2]
