"""Where agents ask when they name no store, and as whom: by flag, variable, configuration, in this order."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from asking_machines import Desk, Team
from command_line import Ran, Sayso
from handoff_records import raised
from opened import Room
from sayso_tui.cli.exits import Exit
from served import Served, served, take_in

KEY = "acme/db"
ASK = ("raise", KEY, "--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "lite=SQLite")


@pytest.fixture
def two(sayso: Sayso) -> Sayso:
    """A command line with two local stores beside `home`."""
    config = sayso.home / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text('[[store]]\nname = "Team"\nkind = "local"\n\n[[store]]\nname = "side"\nkind = "local"\n')
    return sayso


def store_of(sayso: Sayso, key: str = KEY) -> list[str]:
    return [each["store"] for each in sayso("list", "--view", "all", "--json").documents if each["key"] == key]


@pytest.mark.parametrize(
    ("setting", "variables", "flags", "where"),
    [
        ("", {}, (), "home"),
        ("team", {}, (), "Team"),
        ("team", {"SAYSO_STORE": "side"}, (), "side"),
        ("team", {"SAYSO_ASKER_STORE": "side"}, (), "side"),
        ("", {"SAYSO_ASKER_STORE": "home", "SAYSO_STORE": "TEAM"}, (), "Team"),
        ("team", {"SAYSO_STORE": "side"}, ("--store", "home"), "home"),
    ],
)
def test_it_is_asked_where_the_flag_else_the_variable_else_the_configuration_says(
    two: Sayso, setting: str, variables: Mapping[str, str], flags: tuple[str, ...], where: str
) -> None:
    if setting:
        assert two("config", "set", "asker.store", setting).code == 0
    ran = two(*ASK, *flags, environ=variables)
    assert (ran.code, ran.out) == (0, f"{KEY}\n"), ran.err
    assert f"Asked in {where}" in ran.err
    assert store_of(two) == [where]


def test_where_nobody_chose_a_store_it_says_how_one_does(two: Sayso, sayso: Sayso) -> None:
    assert "To ask elsewhere: --store NAME, or for good: sayso config set asker.store NAME." in two(*ASK).err
    assert "To ask elsewhere" not in two(*ASK[:1], "other", *ASK[2:], "--store", "home").err


def test_with_one_store_nothing_is_said_of_stores(sayso: Sayso) -> None:
    assert sayso(*ASK).err == ""


def test_a_store_that_does_not_exist_is_never_another_one(two: Sayso) -> None:
    two("config", "set", "asker.store", "tema")
    ran = two(*ASK)
    assert ran.code != 0
    assert "asker.store names tema, and no store is named so. Known are: home, Team, side." in ran.err.replace('"', "")
    assert store_of(two) == []
    assert two("config", "check").code == Exit.USAGE
    assert two(*ASK, "--store", "side").code == 0
    assert two(*ASK, environ={"SAYSO_STORE": "nowhere"}).code != 0
    assert store_of(two) == ["side"]


def test_a_broken_setting_is_no_reason_to_ask_somewhere_else(two: Sayso) -> None:
    config = two.home / "config.toml"
    config.write_text(config.read_text() + "\n[asker]\nstore = 7\n")
    ran = two(*ASK)
    assert (ran.code, "mend the configuration first" in ran.err) == (Exit.USAGE, True)
    assert store_of(two) == []


def test_config_show_tells_where_agents_ask_and_who_says_so(two: Sayso) -> None:
    two("config", "set", "asker.store", "team")
    held = {each["name"]: each for each in two("config", "show", "--json").json["settings"]}
    assert (held["asker.store"]["value"], held["asker.store"]["source"]["kind"]) == ("Team", "file")
    held = {
        each["name"]: each for each in two("config", "show", "--json", environ={"SAYSO_STORE": "side"}).json["settings"]
    }
    assert held["asker.store"] == {
        "name": "asker.store", "value": "side", "source": {"kind": "variable", "variable": "SAYSO_STORE", "line": None}
    }  # fmt: skip


def test_a_key_that_several_stores_hold_is_the_one_of_the_store_that_is_set(two: Sayso) -> None:
    two(*ASK, "--store", "Team")
    two(*ASK, "--store", "home")
    assert two("wait", KEY, "--timeout", "0").code == Exit.USAGE
    two("config", "set", "asker.store", "team")
    assert two("note", KEY, "for the team").code == 0
    assert two("withdraw", KEY, "--reason", "not_needed").code == 0
    held = {each["store"]: each["state"] for each in two("list", "--view", "all", "--json").documents}
    assert held == {"home": "open", "Team": "withdrawn"}


def test_what_was_withdrawn_in_one_store_does_not_compete_with_what_is_open_in_another(two: Sayso) -> None:
    two(*ASK, "--store", "home")
    two(*ASK, "--store", "Team")
    assert "held by several stores" in two("propose", KEY, "--option", "pg", "--by", "cc-17").err
    assert two("withdraw", KEY, "--reason", "not_needed", "--store", "home").code == 0
    assert two("propose", KEY, "--option", "pg", "--by", "cc-17").code == 0
    assert two.named().settle("answer", KEY, "--option", "pg", "--store", "Team").code == 0
    assert two("wait", KEY, "--timeout", "0").out == "PostgreSQL\n"


@pytest.mark.parametrize(("mark", "name"), [("cc-17", "cc-17"), ("1", None), ("true", None), ("", None)])
def test_the_asker_is_the_agent_of_the_shell_where_it_has_a_name(sayso: Sayso, mark: str, name: str | None) -> None:
    assert sayso(*ASK, environ={"SAYSO_AGENT": mark}).code == 0
    assert sayso("show", KEY, "--json").json["asked_by"] == name


def test_a_proposal_is_by_the_agent_of_the_shell_where_nobody_is_named(sayso: Sayso) -> None:
    sayso(*ASK)
    assert sayso("propose", KEY, "--option", "pg").code == Exit.USAGE
    assert sayso("propose", KEY, "--option", "pg", environ={"SAYSO_AGENT": "cc-17"}).code == 0
    assert [each["by"] for each in sayso("show", KEY, "--json").json["proposals"]] == ["cc-17"]


def test_who_is_named_is_the_asker_whatever_the_shell_says(sayso: Sayso) -> None:
    sayso(*ASK, "--by", "scout", environ={"SAYSO_AGENT": "cc-17"})
    assert sayso("show", KEY, "--json").json["asked_by"] == "scout"


@dataclass
class There:
    """A command line with a served store named team, and no name of its own."""

    sayso: Sayso
    server: Served
    environ: dict[str, str]

    async def __call__(self, *words: str, **variables: str) -> Ran:
        return await asyncio.to_thread(self.sayso, *words, environ={**self.environ, **variables})


@pytest.fixture
async def there(sayso: Sayso, tmp_path: Path) -> AsyncIterator[There]:
    async with served(Room(tmp_path / "theirs"), only_here=False) as server:
        token = await server.grant("ana", "requester", "agent", "principal")
        there = There(sayso, server, {"TEAM_TOKEN": token})
        ran = await there("store", "add", "team", "--url", server.url, "--key-env", "TEAM_TOKEN")
        assert ran.code == 0, ran.err
        yield there


async def test_the_asker_is_else_whom_the_token_names(there: There) -> None:
    assert (await there("sync")).code == 0
    assert (await there(*ASK, "--store", "team")).code == 0
    assert (await there("raise", "b", "--text", "And?", "--store", "team", SAYSO_AGENT="cc-17")).code == 0
    for key, name in ((KEY, "ana"), ("b", "cc-17")):
        assert (await there("show", key, "--json")).json["asked_by"] == name


async def test_who_decides_is_whom_the_store_says_without_a_name_of_ones_own(there: There) -> None:
    await take_in(there.server, raised(KEY))
    assert (await there("sync")).code == 0
    ran = await there("answer", KEY, "--option", "pg", "--unattended", "--terms-rev", "1")
    assert ran.code == 0, ran.err
    settlement = (await there("show", KEY, "--json")).json["settlement"]
    assert settlement["authority"]["by"] == "ana"


async def test_who_decides_there_is_whom_the_store_says_also_with_another_name_at_home(there: There) -> None:
    await take_in(there.server, raised(KEY))
    there.sayso.named("somebody-else")
    assert (await there("sync")).code == 0
    ran = await there("answer", KEY, "--option", "pg", "--unattended", "--terms-rev", "1")
    assert ran.code == 0, ran.err
    assert (await there("show", KEY, "--json")).json["settlement"]["authority"]["by"] == "ana"


@pytest.fixture
def team() -> Iterator[Team]:
    with tempfile.TemporaryDirectory() as folder:  # short: a socket's path may have about a hundred characters
        yield Team(Path(folder), Path(folder) / "s")


async def test_a_whole_exchange_needs_no_store_once_it_is_set(team: Team) -> None:
    desk: Desk = team.machine("one")
    assert (await desk("config", "set", "asker.store", "team")).code == 0
    async with team.there():
        ran = await desk(*ASK)
        assert (ran.code, ran.err) == (0, "Asked in team.\n")
        assert (await desk("propose", KEY, "--option", "pg", "--by", "cc-17")).code == 0
        assert (await desk("amend", KEY, "--due", "2026-12-31")).code == 0
        assert (await desk("wait", KEY, "--timeout", "0")).code == Exit.STILL_OPEN
    assert team.types() == ["raised", "proposed", "amended"]
