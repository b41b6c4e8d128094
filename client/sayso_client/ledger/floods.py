"""Asks that come too fast to be listed one by one: more than 20 of one asker within an hour.

Which asks these are follows from what is held and from nothing else: an open ask is `folded` when some hour holds it
and more than 20 open asks of the same asker in the same store. So a flood of the night is still one row in the morning,
and one that its asker withdrew, or that was answered down to 20, stands in the list again. The hour is that of the
records' own times: a backlog that is imported at once was not asked at once.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

MOST = 20
"""So many asks of one asker within an hour are listed one by one."""
HOUR = timedelta(hours=1)


class Place(NamedTuple):
    """What decides about one ask."""

    asker: str | None
    """None for a row that was never derived by a program that knows askers."""
    open: int
    asked: str


class Floods:
    """Gathers where one transaction changed who asks what when; `finish` folds and unfolds."""

    def __init__(self, db: sqlite3.Connection, shown: Callable[[int], bool]) -> None:
        """Begin to gather.

        Args:
            db: The ledger.
            shown: Whether anybody sees the decisions of a store, by its number; else a change has no revision.
        """
        self._db = db
        self._shown = shown
        self._touched: dict[tuple[int, str], set[datetime]] = {}
        self._left: set[tuple[int, str]] = set()

    def moved(self, store: int, num: int, old: Place | None, new: Place) -> None:
        """One ask came, ended, or is another's now."""
        if old == new:
            return
        if not new.open:
            self._db.execute("UPDATE decision SET folded = 0 WHERE num = ? AND folded = 1", (num,))
        for each in (old, new):
            if each is not None and each.asker is not None and each.open and (at := _instant(each.asked)):
                self._touched.setdefault((store, each.asker), set()).add(at)
        if old is not None and old.open and old.asker is not None and old.asker != new.asker:
            self._left.add((store, old.asker))

    def finish(self, revision: int) -> int:
        """Bring every ask that may be concerned up to date; each that changes gets a revision of its own.

        Returns:
            The last revision given.
        """
        for (store, name), times in self._touched.items():
            for first, last in _spans(sorted(times)):
                for num, value in self._differing(store, name, first, last):
                    revision += self._shown(store)
                    given = revision if self._shown(store) else 0
                    self._db.execute("UPDATE decision SET folded = ?, revision = ? WHERE num = ?", (value, given, num))
        self._touched.clear()
        return self._tell_who_has_fewer(revision)

    def _tell_who_has_fewer(self, revision: int) -> int:
        """Where an ask went to another asker, one that is left gets a revision: the line that stands for it changed."""
        for store, name in self._left:
            left = self._db.execute(
                "UPDATE decision SET revision = ? WHERE num = "
                "(SELECT num FROM decision WHERE asker = ? AND store = ? AND open = 1 AND folded = 1 LIMIT 1)",
                (revision + 1, name, store),
            )
            revision += left.rowcount
        self._left.clear()
        return revision

    def _differing(self, store: int, name: str, first: datetime, last: datetime) -> list[tuple[int, int]]:
        """(num, whether it is to be folded) of those within an hour of the span that are not as they should be."""
        near = "store = ? AND asker = ? AND open = 1 AND asked BETWEEN ? AND ?"
        asked = self._db.execute(
            f"SELECT asked, num, folded FROM decision WHERE {near} ORDER BY asked",
            (store, name, _text(first, -2 * HOUR), _text(last, 2 * HOUR)),
        ).fetchall()
        if len(asked) <= MOST and not any(was for _, _, was in asked):
            return []
        low, high = _text(first, -HOUR), _text(last, HOUR)
        flood = _crowded([_instant(at) or last for at, _, _ in asked])
        return [
            (num, int(now))
            for (at, num, was), now in zip(asked, flood, strict=True)
            if low <= at <= high and bool(was) != now
        ]


def _crowded(times: Sequence[datetime]) -> list[bool]:
    """Of each of these times, in order, whether some hour holds it and more than MOST of them."""
    found = [False] * len(times)
    marked = 0
    for start in range(len(times) - MOST):
        end = start + MOST
        if times[end] - times[start] <= HOUR:
            for index in range(max(start, marked), end + 1):
                found[index] = True
            marked = end + 1
    return found


def _spans(times: Sequence[datetime]) -> Iterator[tuple[datetime, datetime]]:
    """(first, last) of times that lie so near one another that the same asks are concerned."""
    first = times[0]
    for one, other in pairwise(times):
        if other - one > 2 * HOUR:
            yield first, one
            first = other
    yield first, times[-1]


def _instant(asked: str) -> datetime | None:
    """The time in the column `asked`; None when it is not known or beyond the calendar."""
    try:
        at = datetime.fromisoformat(asked)
    except ValueError:
        return None
    return at if at.tzinfo else None


def _text(at: datetime, by: timedelta) -> str:
    """A time as the column has it, moved but kept within the calendar."""
    from sayso_client.ledger.derive import moment

    try:
        return moment(at + by)
    except OverflowError:
        return moment(at)
