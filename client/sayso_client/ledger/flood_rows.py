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


class FloodRows:
    """The rows of all floods over one connection."""

    def __init__(
        self, connection: sqlite3.Connection, clock: Callable[[], datetime], read: Callable[[Cell], Row]
    ) -> None:
        """Read from there.

        Args:
            connection: As for `Windows`.
            clock: Aware; its local calendar day decides what is urgent.
            read: Makes a row of a decision's columns.
        """
        self._db = connection
        self._clock = clock
        self._read = read
        self._found: tuple[tuple[int, Today], dict[Ref, Row]] | None = None
        self._day: tuple[datetime, datetime, Today] | None = None

    def all(self, revision: int) -> dict[Ref, Row]:
        """Every flood that waits, in list order. Looked for again at another revision, and on another day."""
        state = (revision, self.today())
        if self._found is None or self._found[0] != state:
            found = self._db.execute(
                f"SELECT store, asker, count(*) FROM decision WHERE folded = 1 AND waiting = 1 AND NOT {URGENT} "
                "GROUP BY store, asker",
                state[1],
            ).fetchall()
            rows = sorted(self._representing(found, state[1]), key=lambda row: row.rank)
            self._found = (state, {row.ref: row for row in rows})
        return self._found[1]

    def _representing(self, floods: Iterable[tuple[int, str, int]], today: Today) -> Iterator[Row]:
        """A row for each flood (store, asker, count) that is still there."""
        for store, asker, count in floods:
            cells = self._db.execute(
                f"SELECT {COLUMNS} FROM decision WHERE folded = 1 AND waiting = 1 AND store = ? AND asker = ? "
                f"AND NOT {URGENT} ORDER BY due, asked, key LIMIT 1",
                (store, asker, *today),
            ).fetchall()
            yield from (self._flood(asker, count, self._read(first)) for first in cells)

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
