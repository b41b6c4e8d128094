from collections.abc import Callable, Sequence

import pytest

from list_app import NOON, Clocked, ListApp, painted
from sayso_client.inbox import StoreLine
from sayso_client.rows import Counts
from sayso_client.stores.health import Condition, Health

LIVE = Health(Condition.LIVE)
STORES = (
    StoreLine("home", "local", LIVE),
    StoreLine("team", "http", LIVE),
    StoreLine("chant", "chant", Health(Condition.STALE, since=NOON)),
)
COUNTS = Counts(waiting=12, proposed=3, contested=1, total=40)


async def top(width: int, stores: Sequence[StoreLine] = STORES, counts: Counts = COUNTS, drafts: int = 0) -> str:
    app = ListApp(Clocked())
    async with app.run_test(size=(width, 12)) as pilot:
        app.stores.show(stores, counts, drafts)
        await pilot.pause()
        return painted(app)[0]


async def test_wide_it_says_everything(reader_in: Callable[[str], None]) -> None:
    reader_in("UTC")
    line = await top(120)
    assert line.startswith(" sayso    ● home   ● team   ◌ chant no news since 12:00 ")
    assert line.endswith("12 waiting   3 proposed   1 contested")


async def test_at_80_all_is_counted_while_it_fits() -> None:
    line = await top(80)
    assert "● home   ● team   ◌ chant" in line
    assert line.endswith("12 waiting   3 proposed   1 contested")
    assert (await top(60)).endswith("12 waiting   3 proposed   1 contested")
    assert (await top(48)).endswith("12 waiting   3 proposed")


async def test_a_live_store_says_what_is_out_of_the_usual_all_the_same() -> None:
    out_of_sight = "12 of yours hidden from this token"
    line = await top(140, (StoreLine("team", "http", LIVE._replace(why=out_of_sight)),))
    assert line.startswith(f" sayso    ● team {out_of_sight} ")
    assert "12 waiting" in await top(60, (StoreLine("team", "http", LIVE._replace(why=out_of_sight)),))


async def test_drafts_are_counted_where_there_are_any() -> None:
    assert (await top(120, drafts=1)).endswith("1 contested   1 draft")
    assert (await top(120, drafts=2)).endswith("1 contested   2 drafts")


async def test_at_40_signs_stand_for_the_stores_that_are_well() -> None:
    line = await top(40, STORES[:2])
    assert line.startswith(" sayso  ● ● ")
    assert line.endswith("12 waiting   3 proposed")
    assert "home" not in line


LOST = Counts(waiting=14, proposed=4, contested=1, not_from_here=3, outbox=2, total=40, to_see_to=1)


async def test_what_waits_for_me_in_the_outbox_stands_before_what_is_proposed() -> None:
    assert (await top(40, STORES[:2], LOST)).endswith("14 waiting  2 outbox")
    assert (await top(80, STORES[:2], LOST)).endswith("14 waiting   2 in the outbox   4 proposed   1 contested")
    assert (await top(120, STORES[:2], LOST)).count("in the outbox") == 1


async def test_what_is_only_on_its_way_stands_behind_it() -> None:
    on_its_way = LOST._replace(to_see_to=0)
    assert (await top(40, STORES[:2], on_its_way)).endswith("14 waiting   4 proposed")
    assert (await top(110, STORES[:2], on_its_way)).endswith("1 contested   3 not from here   2 in the outbox")


@pytest.mark.parametrize("width", [40, 41, 44, 50, 60, 80, 120])
@pytest.mark.parametrize("name", ["chant", "a store of a long name"])
async def test_beside_a_store_in_trouble_something_tells_of_it_at_every_width(width: int, name: str) -> None:
    down = (*STORES[:2], StoreLine(name, "http", Health(Condition.FAILING, why="no answer")))
    line = await top(width, down, LOST, drafts=1)
    assert "14 waiting" in line
    assert f"◌ {name[:6]}" in line
    assert "2 in the outbox" in line or "2 outbox" in line or "!2" in line


@pytest.mark.parametrize("width", [40, 50, 60, 80, 120])
async def test_a_store_in_trouble_keeps_its_name_whatever_is_counted(width: int) -> None:
    counts = Counts(waiting=12, proposed=3, contested=1, not_from_here=3, outbox=9, total=40)
    line = await top(width, STORES, counts, drafts=1)
    assert "◌ chant" in line
    assert "12 waiting" in line
    down = (*STORES[:2], StoreLine("a store of a long name", "http", Health(Condition.FAILING, why="no answer")))
    assert "◌ a store" in await top(width, down, counts, drafts=1)


@pytest.mark.parametrize("width", [1, 2, 8, 20, 60, 100])
async def test_many_stores_with_long_names_never_push_the_number_away(width: int) -> None:
    many = tuple(StoreLine(f"[/]\x1b]0;x\x07 store {n} " + "long " * 20, "local", LIVE) for n in range(20))
    line = await top(width, many)
    assert len(line) <= width
    assert width < 20 or "12 waiting" in line
    assert "\x1b" not in line


@pytest.mark.parametrize(
    ("health", "words"),
    [
        (Health(Condition.POLLING), "polling"),
        (Health(Condition.FILLING, percent=40), "filling 40 %"),
        (Health(Condition.READ_ONLY, why="another user owns it"), "read-only"),
        (Health(Condition.FAILING, why="refused by [/] example.net"), "failing: refused by [/] example.net"),
        (Health(Condition.FAILING), "failing"),
    ],
)
async def test_a_store_that_is_not_live_says_how_it_is(health: Health, words: str) -> None:
    assert words in await top(120, (StoreLine("team", "http", health),))
