"""Limits at the door for those who ask, and one line for a flood; what they do not stop is said."""

from itertools import pairwise
from typing import Any

import pytest

from handoff_records import START, line, raised
from opened import Room, home
from sayso_client.asking import Ask, Asking
from sayso_client.errors import OverLimit
from sayso_client.inbox import Inbox
from sayso_client.ledger.floods import MOST
from sayso_client.rows import Query
from sayso_client.stores.limits import LARGEST, MOST_OPEN, MOST_OPTIONS


def asking(inbox: Inbox) -> Asking:
    return Asking(home(inbox), door="cli", clock=inbox.now, mint=inbox.mint)


async def flood(inbox: Inbox, count: int, by: str = "agent-x", **more: Any) -> None:
    records = [raised(f"{by}/{n:03}", minutes=n % 30, by=by, **more) for n in range(count)]
    await home(inbox).take_in([line(each) for each in records], "import")


def listed(inbox: Inbox) -> list[str]:
    return [each.title if each.ref.store == "" else each.ref.key for each in inbox.after(Query(folds=True), None, 500)]


def test_the_page_names_the_limits_that_are_there() -> None:
    assert (MOST_OPEN, LARGEST, MOST_OPTIONS, MOST) == (200, 65_536, 255, 20)


async def test_one_asker_has_200_open_asks_at_most(inbox: Inbox) -> None:
    await flood(inbox, MOST_OPEN)
    with pytest.raises(OverLimit, match="Nothing was written"):
        await asking(inbox).raise_("one-more", Ask("Which?", by="agent-x"))
    await asking(inbox).raise_("other", Ask("Which?", by="agent-y"))
    assert inbox.counts().waiting == MOST_OPEN + 1


@pytest.mark.parametrize(
    "ask", [Ask("x" * (LARGEST + 1)), Ask("Which?", options=tuple((f"o{n}", "x") for n in range(MOST_OPTIONS + 1)))]
)
async def test_a_record_has_65_536_bytes_and_255_options_at_most(inbox: Inbox, ask: Ask) -> None:
    with pytest.raises(OverLimit, match="Nothing was written"):
        await asking(inbox).raise_("k", ask)
    assert inbox.counts().total == 0


async def test_more_than_20_an_hour_are_one_line_and_hide_nobody_elses_decision(inbox: Inbox) -> None:
    await flood(inbox, MOST + 1)
    await home(inbox).take_in([line(raised("mine", minutes=29, by="cc"))], "import")
    assert listed(inbox) == [f"agent-x: {MOST + 1} asks", "mine"]


async def test_the_line_hides_nothing_that_is_due_by_today(room: Room, inbox: Inbox) -> None:
    today = START.date().isoformat()
    await flood(inbox, MOST + 5)
    await home(inbox).take_in([line(raised("urgent", minutes=3, by="agent-x", due=today))], "import")
    assert listed(inbox) == ["urgent", f"agent-x: {MOST + 5} asks"]


async def test_not_limited_is_an_import_or_whoever_writes_the_file(inbox: Inbox) -> None:
    await flood(inbox, MOST_OPEN + 50)
    assert inbox.counts().waiting == MOST_OPEN + 50


async def test_not_recognised_is_one_asker_under_many_names(inbox: Inbox) -> None:
    for number in range(MOST * 2):
        await asking(inbox).raise_(f"k{number}", Ask("Which?", by=f"agent-{number}"))
    assert len(listed(inbox)) == MOST * 2


async def test_not_doubted_is_the_time_that_a_record_gives_itself(inbox: Inbox) -> None:
    records = [raised(f"k{n:02}", minutes=-61 * n, by="agent-x") for n in range(MOST * 2)]
    await home(inbox).take_in([line(each) for each in records], "import")
    rows = listed(inbox)
    assert len(rows) == MOST * 2
    assert all(one > other for one, other in pairwise(rows))
