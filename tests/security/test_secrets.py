"""A key never stands in the configuration and is never repeated; what is mine is readable by me alone."""

import os
import stat
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from command_line import Sayso
from machine import PROGRAM
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_config.children import child_environ
from sayso_tui import editor
from sayso_tui.cli.goodbye import goodbye

SECRET = "sk-5up3rS3cret"


def open_to_others(folder: Path) -> list[str]:
    return [each.name for each in [folder, *folder.rglob("*")] if stat.S_IMODE(each.stat().st_mode) & 0o077]


@pytest.mark.parametrize(
    "line",
    [
        f'key = "{SECRET}"',
        f'key = {{ value = "{SECRET}" }}',
        f'url = "https://me:{SECRET}@host"',
        f'dsn = "host=db password={SECRET}"',
    ],
)
def test_a_key_in_the_configuration_is_refused_and_never_repeated(sayso: Sayso, line: str) -> None:
    with (sayso.home / "config.toml").open("a") as file:
        file.write(f'\n[[store]]\nname = "team"\nkind = "local"\n{line}\n')
    checked = sayso("config", "check")
    assert checked.code == 2
    assert "team" in checked.out + checked.err or "store" in checked.out + checked.err
    for words in (("config", "check", "--json"), ("config", "show"), ("list",), ("show", "acme/db"), ("doctor",)):
        ran = sayso(*words)
        assert SECRET not in ran.out + ran.err
    refused = sayso("raise", "k", "--text", "Which?", "--store", "team")
    assert refused.code == 2
    assert SECRET not in refused.err


def test_a_key_is_not_written_into_the_configuration(sayso: Sayso) -> None:
    assert sayso("config", "set", "store.team.key", SECRET).code == 2
    assert SECRET not in (sayso.home / "config.toml").read_text()


async def test_ledger_drafts_and_editors_files_are_readable_by_me_alone(room: Room, inbox: Any, take_in: Any) -> None:
    await take_in(h.raised())
    await inbox.keep(replace(blank(inbox.find(h.KEY), Act.ANSWER), text="mine"))
    editor.lay_out(room.path.parent / editor.FOLDER, "mine")
    assert open_to_others(room.path.parent) == []


def test_a_new_home_and_its_log_are_readable_by_me_alone_whatever_the_umask(tmp_path: Path) -> None:
    home = tmp_path / "new"
    environ = {**os.environ, "SAYSO_HOME": str(home)}
    done = subprocess.run(
        [*PROGRAM, "raise", "k", "--text", "Which?"], env=environ, umask=0, capture_output=True, check=False
    )
    assert done.returncode == 0
    goodbye(ValueError("odd"), environ)
    assert open_to_others(home) == []


def test_what_is_named_as_a_key_is_kept_from_every_program_that_sayso_starts(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example", "--key-env", "TEAM_TOKEN_OF_THIS_TEST")
    variables = {"TEAM_TOKEN_OF_THIS_TEST": SECRET, "EDITOR": "vi"}
    assert sayso("list", environ=variables).code == 0
    assert child_environ(variables) == {"EDITOR": "vi"}
    for words in (("store", "list"), ("store", "list", "--json"), ("config", "show", "--json"), ("doctor", "--json")):
        ran = sayso(*words, environ=variables)
        assert SECRET not in ran.out + ran.err


def test_not_hidden_is_the_ledger_from_a_program_with_my_rights(sayso: Sayso) -> None:
    assert b"Which database?" in (sayso.home / "ledger.db").read_bytes()
