"""While a store elsewhere is out of reach, what was asked there goes on as it does in a local one."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from asking_machines import Desk, Team
from handoff_records import settled
from sayso_tui.cli.exits import Exit
from served import take_in

KEY = "acme/db"


@pytest.fixture
def team() -> Iterator[Team]:
    with tempfile.TemporaryDirectory() as folder:  # short: a socket's path may have about a hundred characters
        yield Team(Path(folder), Path(folder) / "s")


@pytest.fixture
def desk(team: Team) -> Desk:
    return team.machine("one")


async def test_a_question_is_shown_while_it_waits_to_be_sent(desk: Desk) -> None:
    ran = await desk.ask(KEY)
    assert (ran.code, ran.out) == (Exit.UNREACHABLE, f"{KEY}\n")
    ran = await desk("show", KEY)
    assert ran.code == 0, ran.err
    assert "Which database?" in ran.out and "PostgreSQL" in ran.out and "verdict" not in ran.out
    assert "raised: queued for team" in ran.err
    ran = await desk("show", KEY, "--json")
    assert (ran.json["state"], ran.json["flags"]) == ("open", ["unsent"])
    assert [each["type"] for each in ran.json["records"]] == ["raised"]
    assert (await desk("list")).out == ""


async def test_what_is_said_about_it_follows_it_in_order_and_arrives_once(team: Team, desk: Desk) -> None:
    await desk.ask(KEY)
    said = [
        ("amend", KEY, "--text", "Which database, then?"),
        ("amend", KEY, "--due", "2026-12-31"),
        ("note", KEY, "By Friday, please."),
        ("propose", KEY, "--option", "pg", "--model", "m-1"),
        ("withdraw", KEY, "--reason", "settled"),
    ]
    for words in said:
        ran = await desk(*words)
        assert ran.code == Exit.UNREACHABLE, (words, ran.err)
        assert "What was said is kept here, and sent by an open inbox or by sayso sync." in ran.err
    kinds = ["raised", "amended", "amended", "note", "proposed", "withdrawn"]
    assert await desk.outbox() == [(each, "queued") for each in kinds]
    shown = (await desk("show", KEY, "--json")).json
    assert (shown["terms_rev"], shown["due"], shown["state"]) == (3, "2026-12-31", "withdrawn")
    async with team.there():
        assert (await desk("sync")).code == 0
        assert (await desk("sync")).code == 0
    assert team.types() == kinds
    assert await desk.outbox() == []


async def test_saying_the_same_again_of_a_question_that_waits_writes_nothing(desk: Desk) -> None:
    await desk.ask(KEY)
    ran = await desk.ask(KEY)
    assert (ran.code, ran.out) == (0, f"{KEY}\n")
    assert "is asked already, in the same words" in ran.err
    ran = await desk("amend", KEY, "--by", "cc-17")
    assert (ran.code, "Nothing was written" in ran.err) == (0, True)
    ran = await desk.ask(KEY, "--text", "Which cache?")
    assert (ran.code, "already asked with other terms (revision 1)" in ran.err) == (Exit.CONFLICT, True)
    assert await desk.outbox() == [("raised", "queued")]


async def test_an_amendment_of_a_question_that_was_read_waits_and_is_shown_to_wait(team: Team, desk: Desk) -> None:
    async with team.there():
        assert (await desk.ask(KEY)).code == 0
    assert (await desk("amend", KEY, "--text", "Which one?")).code == Exit.UNREACHABLE
    assert (await desk("amend", KEY, "--text", "Which one now?")).code == Exit.UNREACHABLE
    ran = await desk("show", KEY, "--json")
    assert (ran.json["text"], ran.json["flags"]) == ("Which database?", [])  # as it stands for whoever answers it
    assert ran.err.count("amended: queued for team") == 2
    async with team.there():
        assert (await desk("sync")).code == 0
    assert [each["terms_rev"] for each in team.held()] == [1, 2, 3]
    assert (await desk("show", KEY, "--json")).json["text"] == "Which one now?"


async def test_wait_sends_the_question_and_hears_its_answer(team: Team, desk: Desk) -> None:
    await desk.ask(KEY)
    ran = await desk("wait", KEY, "--timeout", "0")
    assert (ran.code, f"{KEY} is not in team yet" in ran.err) == (Exit.STILL_OPEN, True)
    async with team.there() as server:
        waiting = asyncio.create_task(desk("wait", KEY, "--timeout", "30"))
        while not list(server.store.records(KEY)):  # noqa: ASYNC110 - what arrives there rings no bell here
            await asyncio.sleep(0.01)
        await take_in(server, settled(KEY, "pg", "s9"))
        ran = await waiting
    assert (ran.code, ran.out) == (0, "pg\n"), ran.err
    assert await desk.outbox() == []


async def test_wait_ends_when_what_waits_to_be_sent_is_withdrawn(desk: Desk) -> None:
    await desk.ask(KEY)
    await desk("withdraw", KEY, "--reason", "not_needed")
    ran = await desk("wait", KEY, "--timeout", "5")
    assert (ran.code, f"{KEY} was withdrawn" in ran.err) == (Exit.DISMISSED, True)


async def test_a_key_that_waits_for_one_store_and_stands_in_another_is_asked_back(desk: Desk) -> None:
    assert (await desk("raise", KEY, "--text", "Here?")).code == 0
    await desk.ask(KEY)
    ran = await desk("amend", KEY, "--text", "Which?")
    assert (ran.code, "held by several stores: home, team" in ran.err) == (Exit.USAGE, True), ran.err
    assert (await desk("amend", KEY, "--text", "Which?", "--store", "home")).code == 0
    assert await desk.outbox() == [("raised", "queued")]


async def test_a_key_that_nobody_asked_is_not_found(desk: Desk) -> None:
    await desk.ask(KEY)
    ran = await desk("amend", "acme/other", "--text", "Which?")
    assert (ran.code, "No decision has the key acme/other" in ran.err) == (Exit.FAILURE, True)


async def test_what_waits_to_be_sent_is_decided_once_it_is_there_and_that_is_said(team: Team, desk: Desk) -> None:
    await desk.ask(KEY)
    answer = ("answer", KEY, "--option", "pg", "--unattended", "--terms-rev", "1")
    ran = await desk(*answer)
    assert (ran.code, ran.err) == (
        Exit.REFUSED,
        f"{KEY} was asked here and is not in team yet; it can be decided once it is there (sayso sync). "
        "Nothing was written.\n",
    )
    ran = await desk("answer", "acme/other", "--option", "pg", "--unattended", "--terms-rev", "1")
    assert (ran.code, "No decision has the key acme/other" in ran.err) == (Exit.FAILURE, True)
    assert await desk.outbox() == [("raised", "queued")]
