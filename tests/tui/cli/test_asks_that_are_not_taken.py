"""What a store elsewhere does not take of an asker: told to the asker as a local store tells it, and to nobody else."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from asking_machines import Desk, Team
from handoff_records import raised
from sayso_client.stores.limits import MOST_OPEN
from sayso_tui.cli.exits import Exit
from served import Served, take_in, withdrawn

KEY = "acme/db"
OTHER = ("--text", "Which cache?", "--by", "cc-18")


@pytest.fixture
def team() -> Iterator[Team]:
    with tempfile.TemporaryDirectory() as folder:  # short: a socket's path may have about a hundred characters
        yield Team(Path(folder), Path(folder) / "s")


@pytest.fixture
def one(team: Team) -> Desk:
    return team.machine("one")


@pytest.fixture
def two(team: Team) -> Desk:
    return team.machine("two")


async def test_asked_elsewhere_in_the_same_words_counts_as_asked_already(team: Team, one: Desk, two: Desk) -> None:
    async with team.there():
        assert (await two("sync")).code == 0
        assert (await one.ask(KEY)).code == 0
        ran = await two.ask(KEY)
        assert (ran.code, ran.out) == (0, f"{KEY}\n"), ran.err
        assert ran.err == f"{KEY} is asked already, in the same words. Nothing was written.\n"
        assert await two.outbox() == []
        assert (await two("show", KEY)).code == 0
    assert team.types() == ["raised"]


async def test_nor_does_it_matter_which_of_two_machines_is_heard_first_after_days(
    team: Team, one: Desk, two: Desk
) -> None:
    for desk in (one, two):
        assert (await desk.ask(KEY)).code == Exit.UNREACHABLE
    assert (await two("amend", KEY, "--due", "2026-12-31")).code == Exit.UNREACHABLE
    async with team.there():
        assert (await one("sync")).code == 0
        ran = await two("sync")
        assert (ran.code, ran.err) == (0, "team: up to date.\n")
        assert await two.outbox() == []
        assert (await one("sync")).code == 0
        assert (await one("show", KEY, "--json")).json["due"] == "2026-12-31"
    assert team.types() == ["raised", "amended"]


async def test_asked_elsewhere_in_other_words_ends_as_in_a_local_store(team: Team, one: Desk, two: Desk) -> None:
    async with team.there():
        assert (await two("sync")).code == 0
        assert (await one.ask(KEY)).code == 0
        ran = await two.ask(KEY, *OTHER)
        assert (ran.code, f"{KEY} is already asked with other terms (revision 1)" in ran.err) == (Exit.CONFLICT, True)
        assert await two.outbox() == []
        local = await two("raise", "here", "--text", "Which?"), await two("raise", "here", "--text", "Which one?")
    assert local[1].code == ran.code
    assert local[1].err.replace("here", KEY) == ran.err


async def test_who_was_away_meanwhile_hears_it_from_wait_and_the_principal_is_not_bothered(
    team: Team, one: Desk, two: Desk
) -> None:
    await two.ask(KEY, *OTHER)
    await two("amend", KEY, "--due", "2026-12-31")
    async with team.there():
        assert (await one.ask(KEY)).code == 0
        ran = await two("sync")
        assert ran.code == 0
        assert "2 things asked there came to nothing (sayso list --outbox)" in ran.err
        ran = await two("wait", KEY, "--timeout", "5")
        assert ran.code == Exit.CONFLICT
        assert "already asked with other terms" in ran.err and "--drop" in ran.err
        (row,) = (await two("list", "--json")).documents
        assert (row["key"], row["flags"]) == (KEY, [])
        assert (await two("list", "--view", "outbox", "--json")).documents == []
        ran = await two("doctor")
        assert "2 things that were asked have come to nothing elsewhere" in " ".join(ran.out.split())
        assert "for you" not in ran.out
        assert await two.outbox() == [("raised", "conflict"), ("amended", "conflict")]
        for each in (await two("list", "--outbox", "--json")).documents:
            assert (await two("sync", "--drop", str(each["number"]))).code == 0
        assert (await two("wait", KEY, "--timeout", "0")).code == Exit.STILL_OPEN
    assert team.types() == ["raised"]


async def test_whoever_amends_the_others_question_on_purpose_is_done_with_their_own(
    team: Team, one: Desk, two: Desk
) -> None:
    await two.ask(KEY, *OTHER)
    async with team.there():
        assert (await one.ask(KEY)).code == 0
        await two("sync")
        assert (await two("amend", KEY, "--text", "Which of the two?")).code == 0
        assert await two.outbox() == []
    assert team.types() == ["raised", "amended"]


async def fill(server: Served) -> None:
    """As many open asks as one asker may have."""
    await take_in(server, *(raised(f"k{n}") for n in range(MOST_OPEN)))


async def test_one_ask_too_many_is_refused_with_the_way_out_and_stops_no_later_sync(team: Team, one: Desk) -> None:
    async with team.there() as server:
        await fill(server)
        ran = await one.ask(KEY)
        assert (ran.code, ran.out) == (Exit.REFUSED, f"{KEY}\n")
        assert "cc-17 has 200 open asks" in ran.err and "sayso withdraw KEY" in ran.err and "amend" in ran.err
        assert await one.outbox() == [("raised", "refused")]
        ran = await one("sync", "--patience", "600")
        assert (ran.code, "1 thing asked there came to nothing" in ran.err) == (0, True), ran.err
        for verb in (("wait", KEY), ("amend", KEY, "--text", "Which?"), ("show", KEY)):
            ran = await one(*verb)
            assert (ran.code, "200 open asks" in ran.err) == (Exit.REFUSED, True), (verb, ran.err)
        await take_in(server, withdrawn("k0"))
        assert (await one.ask(KEY)).code == 0
        assert await one.outbox() == []
        assert (await one("show", KEY)).code == 0


async def test_what_was_said_upon_a_question_that_is_refused_is_not_sent_without_it(team: Team, one: Desk) -> None:
    await one.ask(KEY)
    await one("note", KEY, "By Friday, please.")
    async with team.there() as server:
        await fill(server)
        assert (await one("sync")).code == 0
        assert await one.outbox() == [("raised", "refused"), ("note", "refused")]
        assert list(server.store.records(KEY)) == []
        (_, behind) = (await one("list", "--outbox", "--json")).documents
        assert "What it belongs to was not taken" in behind["why"]
