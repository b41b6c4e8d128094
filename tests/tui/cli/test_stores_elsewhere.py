"""The verbs on a store that is served elsewhere: what is said travels by the outbox, and exit codes tell how far."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from command_line import Ran, Sayso
from handoff_records import raised, settled
from machine import PROGRAM, Machine
from opened import Room
from published import validator
from sayso_client.sync.lock import StoreLock
from sayso_tui.cli.exits import Exit
from served import Served, served, take_in

KEY = "acme/db"


@dataclass
class There:
    """A command line with a served store named team."""

    sayso: Sayso
    server: Served
    environ: dict[str, str]

    async def __call__(self, *words: str) -> Ran:
        """From another thread: the server that is called lives in this one."""
        return await asyncio.to_thread(self.sayso, *words, environ=self.environ)

    async def settle(self, verb: str, *words: str, rev: int = 1) -> Ran:
        return await self(verb, KEY, "--unattended", "--terms-rev", str(rev), *words)

    def ids(self) -> list[str]:
        return [str(each.value["id"]) for each in self.server.store.every_record()]  # type: ignore[index]

    def options(self) -> list[str]:
        found: list[Any] = [each.value for each in self.server.store.every_record()]
        return [each["answer"]["option"] for each in found if each["type"] == "settled"]


@pytest.fixture
async def there(alice: Sayso, tmp_path: Path) -> AsyncIterator[There]:
    async with served(Room(tmp_path / "theirs"), only_here=False) as server:
        await take_in(server, raised(KEY))
        token = await server.grant("alice", "requester", "agent", "principal", assistant="desk")
        there = There(alice, server, {"TEAM_TOKEN": token})
        ran = await there("store", "add", "team", "--url", server.url, "--key-env", "TEAM_TOKEN")
        assert ran.code == 0, ran.err
        yield there


async def test_sync_brings_in_what_is_held_and_the_list_has_it(there: There) -> None:
    ran = await there("sync", "--json")
    assert ran.code == 0, ran.err
    assert ran.json == {
        "sayso": 1, "kind": "sync", "store": "team", "up_to_date": True, "on_its_way": 0, "waiting": 0, "why": ""
    }  # fmt: skip
    assert [each["key"] for each in (await there("list", "--json")).documents] == [KEY]
    assert (await there("show", KEY, "--json")).json["records"][0]["key"] == KEY


async def test_before_it_was_ever_reached_list_says_so(there: There) -> None:
    ran = await there("list")
    assert (ran.code, ran.err) == (
        0,
        "team: never reached yet; sayso sync asks it\nNothing is listed, and not read yet: team. To read: sayso sync\n",
    )


async def test_an_answer_is_written_there_before_the_verb_ends(there: There) -> None:
    await there("sync")
    ran = await there.settle("answer", "--option", "pg", "--json")
    assert (ran.code, ran.json["receipt"]) == (0, "recorded"), ran.err
    assert there.options() == ["pg"]
    assert (await there("list", "--outbox")).out == ""
    assert (await there("wait", KEY, "--timeout", "0")).out == "PostgreSQL\n"


async def test_while_it_is_out_of_reach_an_answer_is_kept_and_the_next_sync_sends_it(there: There) -> None:
    await there("sync")
    await there.server.stop()
    ran = await there.settle("answer", "--option", "pg")
    assert ran.code == Exit.UNREACHABLE
    assert (
        "not in team yet" in ran.err
        and "What was said is kept here, and sent by an open inbox or by sayso sync." in ran.err
    )
    assert "by itself" not in ran.err
    (waits,) = (await there("list", "--outbox", "--json")).documents
    assert waits["tries"] >= 1 and "cannot be reached" in waits["why"]
    listed = await there("list")
    assert "1 thing that was said is not recorded elsewhere yet: sayso list --outbox" in listed.err
    (told,) = (await there("list", "--outbox", "--json")).documents
    assert (told["stage"], told["key"], told["principal"], told["said"]) == (
        "queued",
        KEY,
        True,
        "principal: PostgreSQL",
    )
    shown = (await there("show", KEY, "--json")).json
    beside = {name: each for name, each in told.items() if name not in ("sayso", "kind")}
    assert (shown["outbox"], shown["state"]) == ([beside], "open")
    validator("decision").validate(shown)
    assert "queued for team" in (await there("list", "--outbox")).out
    ran = await there("sync")
    assert ran.code == Exit.UNREACHABLE
    assert "team: not up to date, 1 not sent yet." in ran.err


async def test_words_and_the_option_that_they_go_with_are_both_told_while_they_wait(there: There) -> None:
    await there("sync")
    await there.server.stop()
    ran = await there.settle("answer", "--option", "pg", "--text", "Only the small one.")
    assert "principal: Only the small one. (option pg)" in ran.err
    (told,) = (await there("list", "--outbox", "--json")).documents
    assert told["said"] == "principal: Only the small one. (option pg)"
    assert "principal: Only the small one. (option pg)" in (await there("list", "--outbox")).out


async def test_who_was_overtaken_ends_with_4_and_keeps_both_sides(there: There) -> None:
    await there("sync")
    await take_in(there.server, settled(KEY, "sqlite", "s9"))
    ran = await there.settle("answer", "--option", "pg")
    assert ran.code == Exit.CONFLICT
    assert "Something came before it in team" in ran.err and "sayso list --outbox" in ran.err
    assert "answered “SQLite”." in ran.err
    assert there.options() == ["sqlite"]
    ran = await there("sync")
    assert (ran.code, "1 in the outbox waits for you" in ran.err) == (Exit.FAILURE, True)
    ran = await there("doctor")
    assert ran.code == 0
    assert "1 thing in the outbox waits for you (conflict)" in " ".join(ran.out.split())


async def test_an_asker_raises_there_and_hears_whether_it_arrived(there: There) -> None:
    ran = await there("raise", "acme/new", "--text", "Which?", "--store", "team")
    assert (ran.code, ran.out) == (0, "acme/new\n"), ran.err
    assert len(there.ids()) == 2
    ran = await there("amend", "acme/new", "--text", "Which one?", "--store", "team")
    assert ran.code == 0, ran.err
    ran = await there("note", "acme/new", "By Friday, please.", "--store", "team")
    assert ran.code == 0, ran.err
    assert len(there.ids()) == 4
    await there.server.stop()
    ran = await there("raise", "acme/later", "--text", "Now?", "--store", "team")
    assert (ran.code, ran.out) == (Exit.UNREACHABLE, "acme/later\n")
    assert "What was said is kept here, and sent by an open inbox or by sayso sync." in ran.err
    (told,) = (await there("list", "--outbox", "--json")).documents
    assert (told["key"], told["principal"], told["stage"]) == ("acme/later", False, "queued")


async def test_wait_hears_an_answer_that_is_given_there(there: There) -> None:
    waiting = asyncio.create_task(there("wait", KEY, "--timeout", "20", "--store", "team"))
    while not there.server.serving.hub._followers:  # noqa: ASYNC110 - a stream that begins rings no bell
        await asyncio.sleep(0.01)
    await take_in(there.server, settled(KEY, "pg", "s9"))
    ran = await waiting
    assert (ran.code, ran.out) == (0, "pg\n"), ran.err


async def test_a_key_that_is_not_taken_any_more_is_told_and_the_answer_kept(there: There) -> None:
    await there("sync")
    await there.server.take_back("alice")
    ran = await there.settle("answer", "--option", "pg")
    assert ran.code == Exit.UNREACHABLE
    assert "does not accept the key from env TEAM_TOKEN" in ran.err
    assert there.environ["TEAM_TOKEN"] not in ran.err
    assert json.loads((await there("list", "--outbox", "--json")).out)["stage"] == "queued"


async def test_the_outbox_is_a_list_of_its_own(there: There) -> None:
    ran = await there("list", "--outbox", "--view", "all")
    assert (ran.code, ran.err) == (2, "--outbox is a list of its own: without --view and --filter.\n")
    assert (await there("list", "--outbox")).err == "Nothing is in the outbox: all that was said is recorded.\n"


async def test_watch_tells_what_happens_there_and_not_what_was_there_before(there: There) -> None:
    await there("sync")
    arguments = [*PROGRAM, "watch", "--json", "--store", "team"]
    environ = {**Machine(there.sayso.home).environ, **there.environ}
    watching = await asyncio.create_subprocess_exec(*arguments, env=environ, stdout=asyncio.subprocess.PIPE)
    assert watching.stdout is not None
    try:
        while not there.server.serving.hub._followers:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
        await take_in(there.server, settled(KEY, "pg", "s9"))
        told = json.loads(await asyncio.wait_for(watching.stdout.readline(), 20))
        await take_in(there.server, raised("acme/next"))
        then = json.loads(await asyncio.wait_for(watching.stdout.readline(), 20))
    finally:
        watching.kill()
        await watching.wait()
    assert (told["store"], told["what"], told["key"], told["text"]) == ("team", "decided", KEY, "pg")
    assert (then["what"], then["key"], then["seq"] > told["seq"]) == ("raised", "acme/next", True)


async def test_a_store_that_is_filled_for_the_first_time_answers_wait_too(there: There) -> None:
    await take_in(there.server, settled(KEY, "pg", "s9"))
    ran = await there("wait", KEY, "--timeout", "10")
    assert (ran.code, ran.out) == (0, "pg\n"), ran.err


async def test_what_an_asker_said_is_dropped_by_its_number_and_what_the_principal_said_is_not(there: There) -> None:
    await there("sync")
    await there.server.stop()
    await there("raise", "acme/later", "--text", "Now?", "--store", "team")
    await there.settle("answer", "--option", "pg")
    asked, answered = (each["number"] for each in (await there("list", "--outbox", "--json")).documents)
    ran = await there("sync", "--drop", str(answered), "--patience", "0")
    assert (ran.code, "Only the principal" in ran.err) == (Exit.REFUSED, True)
    ran = await there("sync", "--drop", str(asked), "--patience", "0")
    assert "acme/later: raised is dropped; it is not sent any more." in ran.err
    assert [each["number"] for each in (await there("list", "--outbox", "--json")).documents] == [answered]
    assert (await there("sync", "--drop", "99")).code == Exit.FAILURE


async def test_once_nobody_follows_what_is_shown_is_as_old_as_the_last_sign_at_once(there: There) -> None:
    await there("sync")
    for ran in (await there("list"), await there("show", KEY)):
        assert "team: as of " in ran.err, ran.err
    assert "no news since" in (await there("store", "list")).out
    assert (await there("store", "list", "--json")).json["stores"][-1]["condition"] == "no news"


async def test_while_somebody_follows_nothing_is_said_of_its_age(there: There) -> None:
    await there("sync")
    lock = StoreLock(there.sayso.home / "ledger.db", "team")
    assert lock.take()
    try:
        assert "as of" not in (await there("list")).err
        assert "live" in (await there("store", "list")).out
    finally:
        lock.release()
    assert "team: as of " in (await there("list")).err


def test_who_only_looks_at_the_lock_keeps_nobody_from_taking_it(tmp_path: Path) -> None:
    lock, other = (StoreLock(tmp_path / "ledger.db", "team") for _ in range(2))
    assert not other.is_held()
    assert lock.take()
    assert other.is_held() and not other.take()
    lock.release()
    assert not other.is_held() and other.take()
    other.release()


async def test_the_doctor_counts_what_was_copied_beside_what_lives_here(there: There) -> None:
    await there("sync")
    assert "holds     0 records, 1 copied record, 1 decision" in (await there("doctor")).out
    assert (await there("doctor", "--json")).json["facts"]["copied"] == 1
