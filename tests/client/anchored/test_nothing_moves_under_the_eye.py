"""Any mix of changes and key presses, against a list held in memory."""

from datetime import date, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sayso_client.anchored import AnchoredList
from sayso_client.decision import Ref, State
from sayso_client.rows import Query, View
from sorted_rows import SortedRows, rank_of, row

DAYS = st.integers(0, 40)
PICKS = st.integers(0, 1000)
STEPS = st.sampled_from([1, 1, 1, -1, -1, 2, -2, 5, -5, 9, -9])


def day(number: int) -> date:
    return date(2026, 6, 1) + timedelta(number)


class Reading(RuleBasedStateMachine):
    """A reader at the keys while others raise, amend, settle, withdraw and remove."""

    def __init__(self) -> None:
        super().__init__()
        self.source = SortedRows()
        self.query = Query(View.WAITING)
        self.list = AnchoredList(self.source, self.query, 5)
        self.made = 0

    @initialize(days=st.lists(DAYS, max_size=30))
    def something_is_held(self, days: list[int]) -> None:
        self.others_raise(days)
        self.list.open(self.query)

    def seen(self) -> list[Ref]:
        return [line.row.ref for line in self.list.visible()]

    def pick(self, number: int) -> Ref:
        refs = list(self.source.held)
        return refs[number % len(refs)]

    @rule(days=st.lists(DAYS, min_size=1, max_size=4))
    def others_raise(self, days: list[int]) -> None:
        for each in days:
            self.made += 1
            self.source.put(row(f"k{self.made:03d}", due=day(each)))

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS, state=st.sampled_from([State.DECIDED, State.DISMISSED, State.WITHDRAWN]))
    def others_settle(self, number: int, state: State) -> None:
        self.source.settle(self.pick(number).key, state)

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS)
    def others_reopen(self, number: int) -> None:
        self.source.put(self.source.held[self.pick(number)]._replace(state=State.OPEN, waiting=True))

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS, to=DAYS)
    def others_amend_the_due_day(self, number: int, to: int) -> None:
        ref = self.pick(number)
        self.source.put(self.source.held[ref]._replace(due=day(to), rank=rank_of(day(to), ref.key)))

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS)
    def others_amend_the_title(self, number: int) -> None:
        self.source.put(self.source.held[self.pick(number)]._replace(title=f"Amended {number}?"))

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS)
    def a_store_drops_one(self, number: int) -> None:
        self.source.remove(self.pick(number).key)

    @rule()
    def the_screen_refreshes(self) -> None:
        seen, cursor = self.seen(), self.list.cursor
        self.list.refresh()
        assert self.seen()[: len(seen)] == seen
        assert cursor in (None, self.list.cursor)
        for line in self.list.visible():
            listed = line.row.ref in self.source.matching(self.query, (line.row.ref,))
            assert listed == (line.gone is None)
            assert line.row == self.source.held.get(line.row.ref, line.row)
        self.check_the_position()

    def check_the_position(self) -> None:
        """The scrollbar and the count of arrivals are right, wherever no line has strayed from its place."""
        lines, pending = self.list.visible(), self.list.pending
        if not lines or pending.moved or pending.gone:
            return
        seen = self.seen()
        unseen = [each.rank for each in self.source.listed(self.query) if each.ref not in seen]
        front = sum(rank < lines[0].row.rank for rank in unseen)
        inside = sum(lines[0].row.rank < rank < lines[-1].row.rank for rank in unseen)
        behind = len(unseen) - front - inside
        assert self.list.before in (0, front)
        assert pending.new == inside + (front if self.list.before == 0 else 0)
        assert self.list.total == self.list.before + len(lines) + behind

    @rule(steps=STEPS)
    def the_reader_moves(self, steps: int) -> None:
        self.the_screen_refreshes()
        lines = self.list.visible()
        on = next((line for line in lines if line.cursor), None)
        self.list.move(steps)
        if self.list.cursor is None:
            return
        assert self.list.cursor in self.seen()
        if on and 0 <= on.y + steps < len(lines):
            assert self.list.cursor == lines[on.y + steps].row.ref

    @rule()
    def the_reader_steps_past_the_edge(self) -> None:
        self.the_screen_refreshes()
        lines = self.list.visible()
        if not lines or not lines[-1].cursor or self.list.pending.gone or self.list.pending.moved:
            return
        seen = self.seen()
        behind = [each.ref for each in self.source.listed(self.query) if each.rank > lines[-1].row.rank]
        self.list.move(1)
        assert self.list.cursor == next((ref for ref in behind if ref not in seen), seen[-1])

    @rule(first=st.booleans())
    def the_reader_jumps_to_an_end(self, first: bool) -> None:
        self.list.first() if first else self.list.last()
        lines = self.list.visible()
        assert not lines or lines[0 if first else -1].cursor

    @rule(steps=STEPS)
    def the_wheel_turns(self, steps: int) -> None:
        cursor = self.list.cursor
        self.list.scroll(steps)
        assert cursor in (None, self.list.cursor)

    @rule(index=st.integers(-1, 60))
    def the_scrollbar_is_dragged(self, index: int) -> None:
        cursor = self.list.cursor
        self.list.jump(index)
        assert cursor in (None, self.list.cursor)

    @rule(height=st.integers(1, 9))
    def the_terminal_is_resized(self, height: int) -> None:
        cursor, in_sight = self.list.cursor, self.list.cursor in self.seen()
        self.list.resize(height)
        assert cursor in (None, self.list.cursor)
        assert (cursor in self.seen()) or not in_sight

    @precondition(lambda self: self.list.cursor in self.source.held)
    @rule()
    def the_reader_settles_one(self) -> None:
        ref = self.list.cursor
        assert ref is not None
        self.source.settle(ref.key)
        self.list.refresh()
        above, stood = [line.row.ref for line in self.list.visible() if line.gone is None], self.seen()
        self.list.leave(ref)
        seen = self.seen()
        assert ref not in seen
        assert self.list.cursor != ref
        if self.list.cursor in stood:
            kept = [each for each in stood if each != ref]
            assert seen[: len(kept)] == kept or above != stood

    @precondition(lambda self: self.source.held)
    @rule(number=PICKS)
    def the_reader_goes_to_a_key(self, number: int) -> None:
        ref = self.pick(number)
        if self.list.go_to(ref):
            assert self.list.cursor == ref
            assert ref in self.seen()

    @rule()
    def the_reader_asks_for_the_arrivals(self) -> None:
        cursor, in_sight = self.list.cursor, self.list.cursor in self.seen()
        self.list.show_arrivals()
        listed = [each.ref for each in self.source.listed(self.query)]
        seen = self.seen()
        assert not self.list.pending
        assert len(seen) == min(self.list.height, len(listed))
        if cursor in listed:
            assert self.list.cursor == cursor
        if not seen:
            return
        at = listed.index(seen[0])
        assert seen == listed[at : at + len(seen)]
        assert self.list.cursor in listed
        assert not in_sight or self.list.cursor in seen
        assert (self.list.before == 0) == (at == 0)
        assert (self.list.before + len(seen) == self.list.total) == (at + len(seen) == len(listed))

    @invariant()
    def no_decision_stands_twice(self) -> None:
        seen = self.seen()
        assert len(seen) == len(set(seen)) <= self.list.height
        assert sum(line.cursor for line in self.list.visible()) <= 1

    @invariant()
    def the_window_lies_inside_the_list(self) -> None:
        assert 0 <= self.list.before <= self.list.total - len(self.seen())

    @invariant()
    def the_cursor_is_somewhere(self) -> None:
        assert self.list.cursor is not None or not self.seen()


TestReading = Reading.TestCase
TestReading.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)


class ReadingAtLength(Reading):
    pass


TestReadingAtLength = pytest.mark.soak(ReadingAtLength.TestCase)
TestReadingAtLength.settings = settings(max_examples=2_000, stateful_step_count=40, deadline=None)
