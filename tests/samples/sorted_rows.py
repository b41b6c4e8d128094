"""A ledger of rows in memory: a sorted Python list that counts what is asked of it."""

from bisect import bisect_left, bisect_right
from collections import Counter
from datetime import UTC, date, datetime

from sayso_client.decision import Ref, State
from sayso_client.rows import Query, Rank, Row, View

SETTLED = frozenset({State.DECIDED, State.DISMISSED, State.WITHDRAWN, State.CLOSED})
ASKED = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def rank_of(day: date | None, key: str) -> Rank:
    """The place of a row asked at one common time."""
    return Rank(day.isoformat() if day else "~", ASKED.isoformat(), 1, key)


def row(key: str, title: str = "", due: date | None = None, state: State = State.OPEN, **more: object) -> Row:
    """A row of the store "home"; it waits unless it is settled."""
    made = Row(Ref("home", key), rank_of(due, key), state, state not in SETTLED, title or f"Question {key}?", due=due)
    return made._replace(asked_by=more.pop("asked_by", "cc-17"), asked_at=ASKED, **more)  # type: ignore[arg-type]


class SortedRows:
    """Implements `sayso_client.lines.LiveRows`. `reads` counts the rows that each method gave."""

    def __init__(self, *rows: Row) -> None:
        self.held: dict[Ref, Row] = {}
        self.order: list[tuple[Rank, Ref]] = []
        self.log: list[Ref] = []
        self.reads: Counter[str] = Counter()
        self.put(*rows)

    def put(self, *rows: Row) -> None:
        """Raise or change rows, each a change of its own."""
        for each in rows:
            self._forget(each.ref)
            self.log.append(each.ref)
            self.held[each.ref] = each._replace(revision=len(self.log))
            at = bisect_left(self.order, each.rank, key=lambda entry: entry[0])
            self.order.insert(at, (each.rank, each.ref))

    def settle(self, key: str, state: State = State.DECIDED, by: str | None = "bob") -> None:
        """Somebody settled it."""
        now = self.held[Ref("home", key)]
        self.put(now._replace(state=state, waiting=False, settled_by=by))

    def remove(self, key: str) -> None:
        """It is gone from the ledger altogether."""
        self._forget(Ref("home", key))
        self.log.append(Ref("home", key))

    def listed(self, query: Query) -> list[Row]:
        """All rows that the query lists, in order."""
        order = self._ordered(query)
        if query == Query(View.ALL):
            return [self.held[ref] for _, ref in order]
        return [self.held[ref] for _, ref in order if _lists(query, self.held[ref])]

    def count(self, query: Query) -> int:
        return len(self.order) if query == Query(View.ALL) else len(self.listed(query))

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        order = self._ordered(query)
        start = bisect_right(order, rank, key=lambda each: each[0]) if rank else 0
        return self._gave("after", self._walk(query, order, range(start, len(order)), limit))

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        order = self._ordered(query)
        end = bisect_left(order, rank, key=lambda each: each[0]) if rank else len(order)
        return self._gave("before", self._walk(query, order, range(end - 1, -1, -1), limit)[::-1])

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        return self._gave("at", tuple(self.listed(query)[index : index + limit]))

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        return {ref: self.held[ref] for ref in refs if ref in self.held}

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        return frozenset(ref for ref in refs if ref in self.held and _lists(query, self.held[ref]))

    def revision(self) -> int:
        return len(self.log)

    def changed_since(self, revision: int, limit: int = 500) -> tuple[Row, ...]:
        last = {ref: index for index, ref in enumerate(self.log[revision:])}
        refs = sorted((ref for ref in last if ref in self.held), key=last.__getitem__)
        return self._gave("changed_since", tuple(self.held[ref] for ref in refs[:limit]))

    def _ordered(self, query: Query) -> list[tuple[Rank, Ref]]:
        """Every row at its place in the order of that view."""
        if query.view is not View.SETTLED:
            return self.order
        return sorted(((each.rank_in(query.view), ref) for ref, each in self.held.items()), key=lambda each: each[0])

    def _walk(self, query: Query, order: list[tuple[Rank, Ref]], indexes: range, limit: int) -> tuple[Row, ...]:
        found: list[Row] = []
        for index in indexes:
            if len(found) == limit:
                break
            each = self.held[order[index][1]]
            if _lists(query, each):
                found.append(each)
        return tuple(found)

    def _gave(self, method: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        self.reads[method] += len(rows)
        return rows

    def _forget(self, ref: Ref) -> None:
        if old := self.held.pop(ref, None):
            self.order.remove((old.rank, ref))


def _lists(query: Query, each: Row) -> bool:
    if query.text and not all(word in each.title.lower() for word in query.text.lower().split()):
        return False
    match query.view:
        case View.WAITING:
            return each.waiting
        case View.SETTLED:
            return each.state in SETTLED
        case View.PROPOSED:
            return each.state is State.PROPOSED
    return True
