from datetime import date, timedelta

import pytest

from sayso_client.anchored import AnchoredList
from sayso_client.decision import Ref, State
from sayso_client.lines import Pending, what_happened
from sayso_client.rows import Query, View
from sorted_rows import SortedRows, rank_of, row

DAY = date(2026, 6, 1)
WAITING = Query(View.WAITING)


def held(count: int) -> SortedRows:
    """Rows k0000, k0001 … due every second day."""
    return SortedRows(*(row(f"k{n:04d}", due=DAY + timedelta(2 * n)) for n in range(count)))


def home(key: str) -> Ref:
    return Ref("home", key)


def keys(anchored: AnchoredList) -> list[str]:
    return [line.row.ref.key for line in anchored.visible()]


def test_only_the_visible_rows_are_read() -> None:
    source = held(1000)
    anchored = AnchoredList(source, WAITING, 10)
    assert keys(anchored) == [f"k{n:04d}" for n in range(10)]
    assert sum(source.reads.values()) <= 11
    source.reads.clear()
    anchored.move(5)
    assert not source.reads
    assert anchored.total == 1000


def test_a_step_past_the_edge_turns_half_a_page() -> None:
    anchored = AnchoredList(held(100), WAITING, 10)
    anchored.move(9)
    anchored.move(1)
    assert keys(anchored)[0] == "k0005"
    assert anchored.cursor == home("k0010")
    assert anchored.before == 5


def test_a_page_keeps_the_cursor_on_its_line() -> None:
    anchored = AnchoredList(held(100), WAITING, 10)
    anchored.move(3)
    anchored.move(10)
    assert (anchored.cursor, anchored.before) == (home("k0013"), 10)


def test_the_cursor_out_of_sight_comes_back_with_the_next_key() -> None:
    anchored = AnchoredList(held(100), WAITING, 10)
    anchored.move(4)
    anchored.scroll(50)
    assert keys(anchored)[0] == "k0050"
    assert not any(line.cursor for line in anchored.visible())
    anchored.move(1)
    assert anchored.cursor == home("k0005")
    assert "k0005" in keys(anchored)


def test_a_decision_far_away_is_found_and_its_place_is_about_right() -> None:
    anchored = AnchoredList(held(2000), WAITING, 10)
    assert anchored.go_to(home("k1500"))
    assert anchored.cursor == home("k1500")
    assert anchored.before == pytest.approx(1495, abs=20)
    assert not anchored.go_to(home("nowhere"))
    assert anchored.cursor == home("k1500")


def test_a_decision_out_of_sight_may_be_settled_while_the_cursor_is_on_it() -> None:
    source = held(100)
    anchored = AnchoredList(source, WAITING, 10)
    anchored.move(4)
    anchored.scroll(50)
    source.settle("k0004")
    anchored.refresh()
    assert anchored.cursor == home("k0004")
    anchored.move(1)
    assert anchored.cursor == home("k0005")
    assert "k0004" not in keys(anchored)


def test_a_row_keeps_its_place_when_its_due_day_changes_until_the_arrivals_are_shown() -> None:
    source = held(20)
    anchored = AnchoredList(source, WAITING, 10)
    due = DAY + timedelta(15)
    source.put(source.held[home("k0002")]._replace(due=due, rank=rank_of(due, "k0002")))
    anchored.refresh()
    assert keys(anchored) == [f"k{n:04d}" for n in range(10)]
    assert anchored.visible()[2].row.due == due
    assert anchored.pending.words() == "1 moved"
    anchored.show_arrivals()
    assert keys(anchored)[7] == "k0002"


def test_what_waits_is_counted_by_what_happened() -> None:
    source = held(20)
    anchored = AnchoredList(source, WAITING, 10)
    source.settle("k0001")
    source.settle("k0002", State.WITHDRAWN)
    source.settle("k0003", State.WITHDRAWN)
    source.put(row("new", due=DAY + timedelta(3)))
    anchored.refresh()
    assert anchored.pending.words() == "1 new · 1 answered · 2 withdrawn"
    assert [line.gone for line in anchored.visible()][:4] == [None, "answered by bob", "withdrawn", "withdrawn"]
    assert not Pending()
    anchored.show_arrivals()
    assert keys(anchored)[:3] == ["k0000", "new", "k0004"]


def test_a_row_that_is_reopened_is_listed_where_it_stood() -> None:
    source = held(20)
    anchored = AnchoredList(source, WAITING, 10)
    was = source.held[home("k0001")]
    source.settle("k0001")
    anchored.refresh()
    source.put(was)
    anchored.refresh()
    assert anchored.visible()[1].gone is None
    assert not anchored.pending


def test_the_next_that_waits_is_below_then_above_then_none() -> None:
    source = held(30)
    anchored = AnchoredList(source, Query(View.ALL), 10)
    for key in ("k0002", "k0003"):
        source.settle(key)
    anchored.refresh()
    assert anchored.next_waiting(home("k0001")) == home("k0004")
    anchored.last()
    assert anchored.next_waiting(home("k0029")) == home("k0028")
    for number in range(30):
        if number != 1:
            source.settle(f"k{number:04d}")
    anchored.refresh()
    assert anchored.next_waiting(home("k0025")) == home("k0001")
    assert anchored.next_waiting(home("k0000")) == home("k0001")
    source.settle("k0001")
    anchored.refresh()
    assert anchored.next_waiting(home("k0025")) is None


def test_the_next_that_waits_lies_beyond_the_window_where_none_in_it_does() -> None:
    source = held(60)
    for number in range(12):
        source.settle(f"k{number:04d}")
    anchored = AnchoredList(source, Query(View.ALL), 10)
    assert anchored.next_waiting(home("k0009")) == home("k0012")


def test_the_position_after_a_burst_on_both_sides_is_about_right_and_exact_at_the_ends() -> None:
    source = held(2000)
    anchored = AnchoredList(source, WAITING, 10)
    anchored.go_to(home("k1000"))
    source.put(*(row(f"f{n:04d}", due=DAY - timedelta(n)) for n in range(1, 700)))
    source.put(*(row(f"b{n:04d}", due=DAY + timedelta(5000 + n)) for n in range(700)))
    anchored.refresh()
    assert anchored.total == 3399
    assert anchored.before == pytest.approx(1694, rel=0.1)
    anchored.last()
    assert anchored.before == 3389
    anchored.first()
    assert (anchored.before, keys(anchored)[0]) == (0, "f0699")


def test_a_burst_costs_the_window_not_the_burst() -> None:
    source = held(2000)
    anchored = AnchoredList(source, WAITING, 10)
    anchored.go_to(home("k1000"))
    source.put(*(row(f"n{n:05d}", due=DAY + timedelta(n % 4000)) for n in range(10_000)))
    source.reads.clear()
    anchored.refresh()
    assert sum(source.reads.values()) < 500
    assert anchored.cursor == home("k1000")


def test_a_jump_by_position_shows_those_rows_and_leaves_the_cursor() -> None:
    anchored = AnchoredList(held(500), WAITING, 10)
    anchored.jump(300)
    assert (keys(anchored)[0], anchored.before, anchored.cursor) == ("k0300", 300, home("k0000"))
    anchored.jump(9999)
    assert (keys(anchored)[-1], anchored.before) == ("k0499", 490)
    anchored.jump(-5)
    assert anchored.before == 0


def test_searching_goes_to_the_first_match_and_clearing_goes_back_to_the_decision() -> None:
    anchored = AnchoredList(held(500), WAITING, 10)
    anchored.open(WAITING._replace(text="k03"))
    assert anchored.cursor == home("k0300")
    anchored.open(WAITING)
    assert anchored.cursor == home("k0300")
    assert "k0300" in keys(anchored)


def test_a_row_handed_over_says_so() -> None:
    each = row("a")._replace(waiting=False)
    assert what_happened(each, WAITING) == ("handed over", "no longer waits for you")
    assert what_happened(None, WAITING)[0] == "removed"
    assert what_happened(row("a", state=State.CLOSED), WAITING)[0] == "closed"


@pytest.mark.parametrize("view", [each for each in View if each is not View.WAITING])
def test_only_the_waiting_list_folds(view: View) -> None:
    assert what_happened(row("a"), Query(View.WAITING, folds=True))[0] == "folded"
    assert what_happened(row("a"), Query(view, folds=True))[0] == (
        "reopened" if view is View.SETTLED else "no longer listed"
    )
