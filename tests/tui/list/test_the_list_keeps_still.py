from collections.abc import Callable
from datetime import date, timedelta
from typing import ClassVar

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot
from textual.strip import Strip

from list_app import NOON, Clocked, ListApp, painted
from sayso_client.decision import Ref
from sayso_client.rows import Query, View
from sayso_tui.widgets.decision_list import DecisionList
from sorted_rows import row

TODAY = NOON.date()


def held(count: int, *, every: int = 2) -> Clocked:
    """Rows due one after another, with free days between them."""
    return Clocked(*(row(f"k{n:03d}", due=TODAY + timedelta(1 + n * every)) for n in range(count)))


def under_cursor(app: ListApp) -> str:
    """The key of the row that is drawn as the cursor's."""
    (line,) = [each for each in painted(app) if each.startswith("▌")]
    return line.split("Question ")[1].split("?")[0]


def rows_of(app: ListApp) -> list[str]:
    """The rows as they are painted, without the scrollbar beside them."""
    return [each[: app.decisions.size.width - 1].rstrip() for each in painted(app)[1:-1]]


async def nothing_is_stale(app: ListApp, pilot: Pilot[None]) -> None:
    """What the terminal shows does not change when everything is painted anew."""
    shown = app.glass.lines
    for each in app.screen.walk_children():
        each.refresh()
    await pilot.pause()
    assert app.glass.lines == shown


class CountingList(DecisionList):
    """Remembers which lines were painted."""

    lines: ClassVar[list[int]] = []

    def render_line(self, y: int) -> Strip:
        self.lines.append(y)
        return super().render_line(y)


async def test_an_arrival_above_waits_and_the_cursor_stays_on_its_decision() -> None:
    source = held(10)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "j")
        before = painted(app)
        source.put(row("new", due=TODAY + timedelta(2)))
        await app.changes(pilot)
        assert painted(app)[:-1] == before[:-1]
        assert "1 new — ctrl+r to show" in painted(app)[-1]
        assert app.decisions.cursor_ref == Ref("home", "k002")
        await pilot.press("j")
        assert app.decisions.cursor_ref == Ref("home", "k003")


async def test_the_arrivals_are_shown_when_asked_for_and_the_cursor_stays() -> None:
    source = held(10)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "j")
        source.put(row("new", due=TODAY + timedelta(2)))
        await app.changes(pilot)
        app.decisions.show_arrivals()
        await pilot.pause()
        assert "Question new?" in painted(app)[2]
        assert under_cursor(app) == "k002"
        assert painted(app)[-1] == ""


async def test_arrivals_in_front_of_the_first_row_wait_at_the_top_and_come_into_sight() -> None:
    source = held(60)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        source.put(*(row(f"new{n}", due=TODAY) for n in range(3)))
        await app.changes(pilot)
        assert "Question k000?" in painted(app)[1]
        assert "3 new" in painted(app)[-1]
        app.decisions.show_arrivals()
        await pilot.pause()
        assert "Question new0?" in painted(app)[1]
        assert under_cursor(app) == "k000"


async def test_it_is_said_whether_rows_come_or_leave() -> None:
    source = held(10)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        source.settle("k004")
        await app.changes(pilot)
        assert painted(app)[-1].strip() == "1 answered — ctrl+r to clear"
        source.put(row("new", due=TODAY + timedelta(2)))
        await app.changes(pilot)
        assert painted(app)[-1].strip() == "1 new · 1 answered — ctrl+r to update"


async def test_a_draft_kept_meanwhile_marks_its_row() -> None:
    source = held(3)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "✎" not in "\n".join(painted(app))
        source.typed = frozenset({Ref("home", "k001")})
        await app.changes(pilot)
        assert ["✎" in each for each in painted(app)[1:4]] == [False, True, False]
        source.typed = frozenset()
        await app.changes(pilot)
        assert "✎" not in "\n".join(app.glass.lines)


async def test_rows_far_from_the_window_come_live_and_nothing_is_painted_anew() -> None:
    source = held(100)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.press(*["j"] * 30)
        before, place = rows_of(app), app.decisions.scroll_offset.y
        source.put(row("new", due=TODAY))
        await app.changes(pilot)
        assert rows_of(app) == before
        assert app.decisions.scroll_offset.y == place + 1
        assert app.decisions.virtual_size.height == 101
        assert not app.pending


async def test_a_decision_settled_elsewhere_stays_marked_until_it_is_left() -> None:
    source = held(6)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        source.settle("k001", by="bob")
        await app.changes(pilot)
        (line,) = [each for each in painted(app) if "k001" in each]
        assert line.startswith("▌✓")
        assert line.endswith("answered by bob")
        assert "1 answered — ctrl+r to clear" in painted(app)[-1]
        await pilot.press("j")
        assert under_cursor(app) == "k002"
        assert not any("k001" in each for each in painted(app))
        assert painted(app)[-1] == ""


async def test_after_my_answer_the_cursor_goes_to_the_next_that_waits() -> None:
    source = held(6)
    app = ListApp(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "j")
        source.settle("k003", by="bob")
        source.settle("k002", by="me")
        app.decisions.leave(Ref("home", "k002"))
        await pilot.pause()
        assert under_cursor(app) == "k004"
        assert not any("k002" in each for each in painted(app))
        await pilot.press("G")
        source.settle("k005", by="me")
        app.decisions.leave(Ref("home", "k005"))
        await pilot.pause()
        assert under_cursor(app) == "k004"


@pytest.mark.parametrize("query", [Query(), Query(text="question")], ids=["waiting", "filtered"])
async def test_after_my_last_answer_the_row_is_gone_too(query: Query) -> None:
    source = held(2)
    app = ListApp(source, query)
    async with app.run_test(size=(80, 24)) as pilot:
        for key, left in (("k000", ["k001"]), ("k001", [])):
            source.settle(key, by="me")
            app.decisions.leave(Ref("home", key))
            await pilot.pause()
            assert [each for each in ("k000", "k001") if f"Question {each}?" in "\n".join(app.glass.lines)] == left
            assert not app.pending
        assert app.decisions.cursor_ref is None
        await nothing_is_stale(app, pilot)


async def test_where_settled_ones_are_listed_my_answer_stays_and_the_cursor_goes_on() -> None:
    source = held(3)
    app = ListApp(source, Query(View.ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        source.settle("k000", by="me")
        app.decisions.leave(Ref("home", "k000"))
        await pilot.pause()
        assert under_cursor(app) == "k001"
        assert "Question k000?" in painted(app)[1]


async def test_a_key_held_down_under_arrivals_goes_steadily_down() -> None:
    source = held(200)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        places = []
        for step in range(60):
            source.put(row(f"n{step:02d}", due=TODAY + timedelta(step * 5 % 90)))
            await app.changes(pilot)
            await pilot.press("j")
            ref = app.decisions.cursor_ref
            assert ref is not None
            places.append(source.held[ref].rank)
        assert places == sorted(set(places))
        assert len(places) == 60


async def test_new_rows_behind_the_last_one_appear_at_once_where_there_is_room() -> None:
    source = held(2)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        source.put(row("late", due=TODAY + timedelta(300)))
        await app.changes(pilot)
        assert "Question late?" in painted(app)[3]
        assert not app.pending


@pytest.mark.parametrize("query", [Query(), Query(text="question")], ids=["waiting", "filtered"])
async def test_nothing_stale_stays_on_the_glass_when_an_empty_list_fills_and_empties(query: Query) -> None:
    source = Clocked()
    app = ListApp(source, query)
    changes: list[Callable[[], None]] = [
        lambda: source.put(row("one", due=TODAY)),
        lambda: source.put(row("two", due=TODAY + timedelta(3))),
        lambda: source.settle("two"),
        lambda: source.remove("one"),
    ]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for change in changes:
            change()
            await app.changes(pilot)
            await nothing_is_stale(app, pilot)
            app.decisions.show_arrivals()
            await pilot.pause()
            await nothing_is_stale(app, pilot)
        assert "one" not in "".join(app.glass.lines)


async def test_the_first_arrival_in_an_empty_list_appears_at_once_under_the_cursor() -> None:
    app = ListApp(Clocked())
    async with app.run_test(size=(80, 12)) as pilot:
        assert "Nothing waits on you." in "\n".join(painted(app))
        app.source.put(row("one"))
        await app.changes(pilot)
        assert under_cursor(app) == "one"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (Query(), ("Nothing waits on you.", "sayso raise")),
        (Query(View.SETTLED), ("Nothing is settled yet.",)),
        (Query(text="[/] zebra"), ("Nothing waiting matches “[/] zebra”.", "esc clears the filter")),
    ],
    ids=["waiting", "settled", "filtered"],
)
async def test_an_empty_list_says_what_it_means_and_no_key_breaks_it(query: Query, words: tuple[str, ...]) -> None:
    app = ListApp(Clocked(), query)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.press("j", "k", "g", "G", "ctrl+d", "ctrl+u", "pagedown", "pageup", "enter", "space", "down")
        app.decisions.show_arrivals()
        app.decisions.leave(Ref("home", "none"))
        await pilot.pause()
        text = "\n".join(painted(app))
        assert all(each in text for each in words)
        assert app.decisions.cursor_ref is None


async def test_the_wheel_scrolls_three_rows_and_leaves_the_cursor() -> None:
    app = ListApp(held(100))
    async with app.run_test(size=(80, 12)) as pilot:
        list_ = app.decisions
        list_.post_message(MouseScrollDown(list_, 5, 3, 0, 1, 0, False, False, False))
        await pilot.pause()
        assert "Question k003?" in painted(app)[1]
        assert list_.cursor_ref == Ref("home", "k000")
        await pilot.press("j")
        assert under_cursor(app) == "k001"


async def test_a_click_moves_the_cursor_and_a_second_one_opens() -> None:
    app = ListApp(held(20))
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.click("#list", offset=(20, 4))
        assert under_cursor(app) == "k004"
        await pilot.click("#list", offset=(20, 4), times=2)
        opened = [each.ref.key for each in app.heard if isinstance(each, DecisionList.Opened)]
        assert opened == ["k004"]


async def test_half_pages_pages_and_both_ends() -> None:
    app = ListApp(held(100))
    async with app.run_test(size=(80, 12)) as pilot:
        for keys, expected in [
            ("ctrl+d", "k005"),
            ("pagedown", "k015"),
            ("ctrl+u", "k010"),
            ("G", "k099"),
            ("j", "k099"),
            ("pageup", "k089"),
            ("g", "k000"),
            ("k", "k000"),
        ]:
            await pilot.press(keys)
            assert under_cursor(app) == expected, keys


async def test_the_scrollbar_is_where_the_rows_are() -> None:
    app = ListApp(held(1000))
    async with app.run_test(size=(80, 12)) as pilot:
        list_ = app.decisions
        list_.scroll_to(y=500, animate=False)
        await pilot.pause()
        assert "Question k500?" in painted(app)[1]
        assert list_.vertical_scrollbar.position == 500
        assert list_.cursor_ref == Ref("home", "k000")
        await pilot.press("G")
        assert list_.vertical_scrollbar.position == 990


async def test_it_survives_every_size_and_the_cursor_stays() -> None:
    app = ListApp(held(100))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["j"] * 15)
        for size in [(20, 5), (2, 1), (1, 1), (1, 3), (3, 4), (200, 60), (80, 24)]:
            await pilot.resize_terminal(*size)
            await pilot.press("j", "k")
            assert app.decisions.cursor_ref == Ref("home", "k015")
        assert under_cursor(app) == "k015"


async def test_hidden_for_a_while_it_comes_back_as_it_was() -> None:
    app = ListApp(held(100))
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.press(*["j"] * 12, "k", "k")
        before = painted(app)
        app.decisions.display = False
        await pilot.pause()
        app.decisions.display = True
        await pilot.pause()
        assert painted(app) == before


@pytest.mark.parametrize("theme", ["ansi-dark", "textual-light", "sayso"])
async def test_every_theme_shows_the_cursor_apart(theme: str) -> None:
    app = ListApp(held(5))
    async with app.run_test(size=(80, 12)) as pilot:
        app.theme = theme
        await pilot.pause()
        cursor, other = app.decisions.render_line(0), app.decisions.render_line(1)
        assert {each.style for each in cursor}.isdisjoint({each.style for each in other})


async def test_another_query_keeps_the_decision_under_the_cursor_where_it_is_listed() -> None:
    source = held(300)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        app.decisions.go_to(Ref("home", "k150"))
        app.decisions.use(source, Query(View.ALL))
        await pilot.pause()
        assert under_cursor(app) == "k150"
        app.decisions.use(source, Query(View.ALL, text="k2"))
        await pilot.pause()
        assert under_cursor(app) == "k200"


async def test_a_decision_due_today_is_overdue_when_the_day_has_ended() -> None:
    source = Clocked(row("a", due=TODAY))
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        assert "! today" in painted(app)[1]
        source.time = NOON + timedelta(days=1)
        await app.changes(pilot)
        assert "! 1d late" in painted(app)[1]


async def test_it_tells_where_the_cursor_is() -> None:
    app = ListApp(held(5))
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.press("j")
        await pilot.press("j")
        told = [each.ref.key for each in app.heard if isinstance(each, DecisionList.Highlighted) and each.ref]
        assert told == ["k000", "k001", "k002"]


async def test_a_burst_is_taken_in_by_reading_the_window_again() -> None:
    source = held(500)
    app = ListApp(source)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.press(*["pagedown"] * 5)
        ref, before = app.decisions.cursor_ref, rows_of(app)
        source.put(*(row(f"n{n:05d}", due=TODAY + timedelta(1 + n % 900)) for n in range(10_000)))
        source.reads.clear()
        await app.changes(pilot)
        assert app.decisions.cursor_ref == ref
        assert rows_of(app) == before
        assert "100+ new" in painted(app)[-1]
        assert sum(source.reads.values()) < 1000


async def test_a_list_of_100000_reads_and_paints_only_what_is_visible() -> None:
    source = Clocked()
    rows = [row(f"k{n:06d}", due=date(2026, 7, 1)) for n in range(100_000)]
    source.held = {each.ref: each for each in rows}
    source.order = [(each.rank, each.ref) for each in rows]
    app = ListApp(source, Query(View.ALL), CountingList(id="list"))
    painted_lines = CountingList.lines
    async with app.run_test(size=(80, 24)) as pilot:
        assert sum(source.reads.values()) < 200
        await pilot.pause()
        source.reads.clear()
        painted_lines.clear()
        await pilot.press("j")
        assert sorted(painted_lines) == [0, 1]
        assert not source.reads
        painted_lines.clear()
        await pilot.press("G")
        assert under_cursor(app) == "k099999"
        assert sum(source.reads.values()) < 200
        assert len(painted_lines) <= 2 * app.decisions.size.height
