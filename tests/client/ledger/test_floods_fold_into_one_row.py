"""More than 20 asks of one asker within an hour are one row, which hides nobody else's and nothing urgent."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handoff_records import START, line, raised, settled
from opened import Room, home
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Ref
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger import rebuild
from sayso_client.ledger.flood_rows import CHANGES
from sayso_client.rows import Query, Row, View

LIST = Query(folds=True)
SOON, TODAY = "2026-12-01", "2026-10-27"


async def flood(inbox: Inbox, count: int, by: str | None = "agent-x", first: float = 0, **more: Any) -> None:
    """So many asks, one a minute."""
    asks = [raised(f"{by}/{number:04}", minutes=first + number % 60, by=by, **more) for number in range(count)]
    await home(inbox).take_in([line(each) for each in asks], "import")


def listed(inbox: Inbox, query: Query = LIST) -> list[Row]:
    return list(inbox.after(query, None, 2_000))


def floods(inbox: Inbox) -> list[Row]:
    return [each for each in listed(inbox) if each.folds]


async def test_twenty_an_hour_are_listed_one_by_one_and_one_more_folds_them(inbox: Inbox) -> None:
    await flood(inbox, 20)
    assert len(listed(inbox)) == 20

    await home(inbox).take_in([line(raised("late", minutes=60, by="agent-x"))], "import")

    (row,) = listed(inbox)
    assert (row.folds, row.asked_by, row.waiting) == (21, "agent-x", False)
    assert inbox.count(LIST) == 1


async def test_what_was_asked_in_another_hour_is_no_part_of_it(inbox: Inbox) -> None:
    await flood(inbox, 20)
    await home(inbox).take_in([line(raised("later", minutes=60.1, by="agent-x"))], "import")
    assert len(listed(inbox)) == 21
    assert floods(inbox) == []


async def test_the_list_still_shows_what_others_ask(inbox: Inbox) -> None:
    await flood(inbox, 57)
    await home(inbox).take_in([line(raised("mine", minutes=10, by="cc-17"))], "import")

    assert [(each.asked_by, each.folds) for each in listed(inbox)] == [("agent-x", 57), ("cc-17", 0)]


async def test_a_thousand_asks_in_an_hour_leave_the_first_page_to_the_others(inbox: Inbox) -> None:
    others = [raised(f"o/{number:02}", minutes=number, by=f"cc-{number}", due="2026-12-05") for number in range(30)]
    await home(inbox).take_in([line(each) for each in others], "import")
    await flood(inbox, 1_000, due=SOON)

    page = inbox.after(LIST, None, 50)

    assert [each.folds for each in page] == [1_000] + [0] * 30
    assert [each.ref.key for each in page[1:]] == [str(each["key"]) for each in others]


async def test_a_flood_of_the_night_is_still_one_row_in_the_morning(room: Room, inbox: Inbox) -> None:
    await flood(inbox, 57)
    room.clock.forward(hours=9)
    assert [each.folds for each in listed(inbox)] == [57]


async def test_what_is_due_by_today_is_listed_by_itself_and_the_rest_is_folded(room: Room, inbox: Inbox) -> None:
    await flood(inbox, 30)
    more = [("yesterday", "2026-10-26"), ("today", TODAY), ("tomorrow", "2026-10-28")]
    await home(inbox).take_in([line(raised(key, due=due, by="agent-x", minutes=5)) for key, due in more], "import")

    assert [(each.ref.key, each.folds) for each in listed(inbox)][:2] == [("yesterday", 0), ("today", 0)]
    assert [each.folds for each in listed(inbox)][2:] == [31]
    assert inbox.count(LIST) == 3

    room.clock.forward(days=1)
    assert [each.ref.key for each in listed(inbox) if not each.folds] == ["yesterday", "today", "tomorrow"]
    assert inbox.count(LIST) == 4


async def test_the_row_stands_where_the_first_of_them_would(inbox: Inbox) -> None:
    await flood(inbox, 25, due=SOON)
    others = [("before", "2026-11-30"), ("after", "2026-12-02")]
    await home(inbox).take_in([line(raised(key, due=due)) for key, due in others], "import")
    assert [each.folds or each.ref.key for each in listed(inbox)] == ["before", 25, "after"]


async def test_the_numbers_in_the_header_stay_true(inbox: Inbox) -> None:
    await flood(inbox, 57)
    assert (inbox.counts().waiting, inbox.counts().total) == (57, 57)


async def test_the_row_is_no_decision(inbox: Inbox) -> None:
    await flood(inbox, 57)
    (row,) = listed(inbox)
    assert inbox.decision(row.ref) is None
    assert inbox.matching(Query(View.ALL), (row.ref,)) == frozenset()
    assert row.ref not in {each.ref for each in inbox.changed_since(0, 1_000)}


async def test_its_filter_lists_what_stands_behind_it_and_nothing_else(inbox: Inbox) -> None:
    await flood(inbox, 57)
    await flood(inbox, 30, by="agent-xy")
    await home(inbox).take_in([line(raised("mine"))], "import")
    row = next(each for each in floods(inbox) if each.asked_by == "agent-x")

    text = inbox.flood_filter(row.ref)

    assert text == 'by:"agent-x"'
    assert {each.asked_by for each in listed(inbox, LIST._replace(text=text))} == {"agent-x"}
    assert inbox.count(LIST._replace(text=text)) == 57
    assert inbox.flood_filter(Ref("home", "mine")) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("by:agent-x", 57 + 30),
        ('by:"AGENT-X"', 57),
        ("by:agent-xy", 30),
        ('by:"agent-x" database', 57),
        ('by:"agent-x" 0007', 1),
        ("by:nobody", 0),
        ('by:"requester"', 2),
        ("BY:cc", 1),
    ],
)
async def test_a_filter_may_name_the_asker(inbox: Inbox, text: str, found: int) -> None:
    await flood(inbox, 57)
    await flood(inbox, 30, by="agent-xy")
    await home(inbox).take_in([line(raised(key, by=by)) for key, by in [("a", None), ("b", ""), ("c", "cc")]], "import")

    for view in (View.WAITING, View.ALL):
        query = Query(view, text, folds=True)
        rows = listed(inbox, query)
        assert len(rows) == inbox.count(query) == found
        assert [each.rank for each in rows] == sorted(each.rank for each in rows)
        assert [*inbox.before(query, None, 1_000)] == rows
        assert inbox.matching(query, tuple(each.ref for each in listed(inbox, Query(view)))) == {e.ref for e in rows}
    assert inbox.found_in(Query(text=text))[View.WAITING] == found


async def test_an_asker_of_more_than_a_thousand_is_found_too(inbox: Inbox) -> None:
    await flood(inbox, 1_500)
    query = Query(text="by:agent-x")
    assert len(listed(inbox, query)) == 1_500
    assert [each.ref.key for each in inbox.after(query, None, 3)] == ["agent-x/0000", "agent-x/0060", "agent-x/0120"]


async def test_other_views_and_searches_list_each_by_itself(inbox: Inbox) -> None:
    await flood(inbox, 57)
    for query in (Query(), Query(View.ALL, folds=True), Query(View.OPEN, folds=True), LIST._replace(text="database")):
        assert len(listed(inbox, query)) == inbox.count(query) == 57


async def test_what_is_answered_or_withdrawn_down_to_20_is_listed_again(inbox: Inbox) -> None:
    await flood(inbox, 22)
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id)
    await asking.withdraw("agent-x/0003", "not_needed")
    assert [each.folds for each in listed(inbox)] == [21]

    await home(inbox).take_in([line(settled("agent-x/0004"))], "import")

    assert len(listed(inbox)) == 20
    assert floods(inbox) == []


async def test_askers_without_a_name_fold_too(inbox: Inbox) -> None:
    await flood(inbox, 30, by=None)
    (row,) = listed(inbox)
    assert (row.folds, row.asked_by) == (30, "requester")
    assert inbox.flood_filter(row.ref) == 'by:"requester"'


async def test_one_name_in_two_stores_is_two_floods(room: Room) -> None:
    with room.inbox(stores=("home", "team")) as inbox:
        await flood(inbox, 15)
        asks = [line(raised(f"t/{number}", minutes=number, by="agent-x")) for number in range(21)]
        await home(inbox, "team").take_in(asks, "import")
        assert sorted(each.folds for each in listed(inbox)) == [0] * 15 + [21]
        assert [inbox.count(LIST._replace(store=name)) for name in ("home", "team", "none")] == [15, 1, 0]
        assert len(listed(inbox, LIST._replace(store="team"))) == 1


async def test_an_ask_that_goes_over_to_another_asker_leaves_the_flood(inbox: Inbox) -> None:
    await flood(inbox, 21)
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id)
    await asking.amend("agent-x/0000", Ask("Which database?", by="agent-y"))
    assert len(listed(inbox)) == 21


async def test_the_flood_that_an_ask_leaves_says_how_many_are_left(room: Room, inbox: Inbox) -> None:
    await flood(inbox, 30)
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id)
    for number, left in ((0, 29), (29, 28)):
        revision = inbox.revision()
        assert [each.folds for each in floods(inbox)] == [left + 1]

        await asking.amend(f"agent-x/{number:04}", Ask("Which database?", by="agent-y"))

        assert [each.folds for each in floods(inbox)] == [left]
        assert any(each.asked_by == "agent-x" for each in inbox.changed_since(revision))
        with room.inbox() as fresh:
            assert listed(fresh) == listed(inbox)


async def test_a_flood_counts_right_whether_few_or_many_changed(room: Room, inbox: Inbox) -> None:
    await flood(inbox, 30)
    for count in (1, CHANGES, CHANGES + 1, 3 * CHANGES):
        assert floods(inbox)
        asks = [raised(f"more/{count}/{number}", minutes=10, by=f"agent-{count % 2}") for number in range(count)]
        await home(inbox).take_in([line(each) for each in asks], "import")
        with room.inbox() as fresh:
            assert listed(fresh) == listed(inbox)
            assert fresh.count(LIST) == inbox.count(LIST)


async def test_folding_is_the_same_after_everything_is_derived_anew(room: Room) -> None:
    with room.inbox() as inbox:
        await flood(inbox, 57)
        before = [each._replace(revision=0) for each in listed(inbox)]
    with room.ledger() as ledger, ledger.writing() as writing:
        rebuild.everything(writing)
    with room.inbox() as inbox:
        assert [each._replace(revision=0) for each in listed(inbox)] == before


class Said(NamedTuple):
    """An ask of the property test."""

    by: str
    minutes: int
    due: str | None
    ends: bool


ASKS = st.lists(
    st.builds(
        Said,
        st.sampled_from(["x", "y"]),
        st.integers(0, 30).map(lambda each: each * 7),
        st.sampled_from([None, None, TODAY, SOON]),
        st.integers(0, 5).map(lambda each: each == 0),
    ),
    max_size=110,
)


def ask(key: str, said: Said) -> dict[str, object]:
    """As a record."""
    return raised(key, minutes=said.minutes, by=said.by, **({"due": said.due} if said.due else {}))


def crowded(said: Said, asks: Sequence[Said]) -> bool:
    """By the words of the rule: some hour holds it and more than 20 open asks of the same asker."""
    times = [each.minutes for each in asks if each.by == said.by and not each.ends]
    starts = [start for start in times if start <= said.minutes <= start + 60]
    return any(sum(start <= each <= start + 60 for each in times) > 20 for start in starts)


@settings(max_examples=25, deadline=None)
@given(ASKS, st.integers(1, 7), st.integers(1, 40))
def test_windows_of_the_list_agree_with_the_rule_whatever_comes_in_which_order(
    empty_ledger: Path, asks: list[Said], height: int, batch: int
) -> None:
    keys = {f"{number:03}": each for number, each in enumerate(asks)}
    folded = {key for key, each in keys.items() if not each.ends and each.due != TODAY and crowded(each, asks)}
    alone = {key for key, each in keys.items() if not each.ends} - folded
    records = [line(ask(key, said)) for key, said in keys.items()]
    records += [line(settled(key, minutes=999)) for key, said in keys.items() if said.ends]
    with TemporaryDirectory() as folder, Room(Path(folder)).begin_with(empty_ledger).inbox() as inbox:
        for start in range(0, len(records), batch):
            asyncio.run(home(inbox).take_in(records[start : start + batch], "import"))
            rows = listed(inbox)  # read each time, so that only what changed is counted anew
        rows = listed(inbox)

        assert {each.ref.key for each in rows if not each.folds} == alone
        assert sum(each.folds for each in rows) == len(folded)
        assert {each.asked_by for each in rows if each.folds} == {keys[key].by for key in folded}
        assert all(one.rank < other.rank for one, other in pairwise(rows))
        assert inbox.count(LIST) == len(rows)
        assert inbox.matching(LIST, tuple(each.ref for each in rows)) == {each.ref for each in rows}
        assert list(inbox.rows(tuple(each.ref for each in rows)).values()) == sorted(
            rows, key=lambda each: bool(each.folds)
        )
        for index, each in enumerate(rows):
            assert list(inbox.after(LIST, each.rank, height)) == rows[index + 1 : index + 1 + height]
            assert list(inbox.before(LIST, each.rank, height)) == rows[max(0, index - height) : index]
            assert list(inbox.at(LIST, index, height)) == rows[index : index + height]
        assert list(inbox.before(LIST, None, height)) == rows[-height:]


def test_the_clock_of_these_tests_stands_on_the_day_that_they_call_today() -> None:
    assert (START + timedelta(minutes=30)).astimezone().date() == datetime.fromisoformat(TODAY).date()
