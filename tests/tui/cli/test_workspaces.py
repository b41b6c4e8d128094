"""A chant workspace as a store: found, added, trusted on purpose, tried out, listed; and what is missing is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chant_runs import chant
from chant_workspaces import make_workspace, standin_program
from command_line import Sayso
from sayso_config.settings import load

ASKED = "agent-question-27255b2f0819"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="asked")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A chant on the PATH, outside the workspace; and git."""
    program = standin_program(tmp_path / "bin" / "chant")
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/local/bin:/usr/bin:/bin")
    return program


def on(sayso: Sayso, path: Path) -> Sayso:
    return Sayso(sayso.home, {"PATH": f"{path.parent}:/usr/local/bin:/usr/bin:/bin"})


def test_a_workspace_is_found_from_a_folder_in_it_and_not_trusted_by_that(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    ran = on(sayso, path)("store", "add", "work", "--kind", "chant", "--path", str(folder / "answers"))

    assert ran.code == 0, ran.err
    assert f"the workspace inbox-fixture in {folder}" in ran.err
    assert "answers/answer.kind.mjs: 25 questions, 23 open" in ran.err
    assert f"chant    {path}" in ran.err
    assert "sayso store trust work" in ran.err
    (_, work) = load(sayso.home / "config.toml", {}).settings.stores
    assert (work.path, work.trust) == (str(folder), False)


def test_the_folder_that_one_is_in(sayso: Sayso, folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "decisions")
    assert on(sayso, path)("store", "add", "work", "--path", ".").code == 0
    assert load(sayso.home / "config.toml", {}).settings.stores[1].path == str(folder)


def test_a_script_says_that_it_is_trusted(sayso: Sayso, folder: Path, path: Path) -> None:
    ran = on(sayso, path)("store", "add", "work", "--path", str(folder), "--trust")
    assert ran.code == 0
    assert load(sayso.home / "config.toml", {}).settings.stores[1].trust


@pytest.mark.parametrize("mark", ["CLAUDECODE", "SAYSO_AGENT", "CHANT_STEWARD"])
def test_an_agent_does_not_trust_a_workspace_in_my_name(sayso: Sayso, folder: Path, path: Path, mark: str) -> None:
    there = on(sayso, path)
    ran = there("store", "add", "work", "--path", str(folder), "--trust", environ={mark: "1"})
    assert ran.code == 5
    assert not (sayso.home / "config.toml").exists()

    assert there("store", "add", "work", "--path", str(folder)).code == 0
    assert there("store", "trust", "work", "--unattended", environ={mark: "1"}).code == 5
    assert not load(sayso.home / "config.toml", {}).settings.stores[1].trust


def test_trust_is_given_and_taken_back_later(sayso: Sayso, folder: Path, path: Path) -> None:
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))

    refused = there("store", "trust", "work")
    assert refused.code == 5
    assert "at a terminal" in refused.err

    given = there("store", "trust", "work", "--unattended")
    assert (given.code, "holds at once" in given.err) == (0, True)
    assert load(sayso.home / "config.toml", {}).settings.stores[1].trust
    assert "already" in there("store", "trust", "work", "--unattended").err

    assert there("store", "trust", "work", "--take-back").code == 0
    assert not load(sayso.home / "config.toml", {}).settings.stores[1].trust
    assert there("store", "trust", "home").code == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--kind", "chant"), 2, "Where is the workspace? --path FOLDER"),
        (("--path", "/nowhere/at/all"), 6, "There is no folder /nowhere/at/all"),
        (("--path", "/"), 1, "There is no chant.workspace.json or chant.workspace.jsonc in /"),
        (("--path", "{folder}", "--command", "chant"), 2, "first the whole path of a program"),
        (("--path", "{folder}", "--url", "https://a.example"), 2, "takes no"),
        (("--path", "{folder}", "--answers", "/x"), 2, "has answers without points"),
        (("--path", "{folder}", "--command", '"'), 2, "cannot be split into words"),
    ],
)
def test_what_cannot_be_added_is_told_and_nothing_is_written(
    sayso: Sayso, folder: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    ran = sayso("store", "add", "work", *(each.format(folder=folder) for each in words))
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert not (sayso.home / "config.toml").exists()


def test_a_chant_that_the_workspace_brings_along_is_not_taken(sayso: Sayso, folder: Path) -> None:
    brought = standin_program(folder / "node_modules" / ".bin" / "chant")
    there = Sayso(sayso.home, {"PATH": f"{brought.parent}:/usr/bin:/bin"})
    ran = there("store", "add", "work", "--path", str(folder), "--trust")
    assert ran.code == 0
    assert "chant    no:" in ran.err
    checked = there("store", "check", "work")
    assert checked.code == 1
    assert "writing  no: There is no chant that may be run." in checked.out


def test_check_says_what_works_and_runs_nothing_that_is_not_trusted(
    sayso: Sayso, folder: Path, path: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    standin_program(path, log=log)
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))

    ran = there("store", "check", "work")

    assert ran.code == 0, ran.err
    assert "answers  yes, as the workspace inbox-fixture, 25 questions" in ran.out
    assert "store    the one that you subscribed to" in ran.out
    assert "writing  no: chant runs the workspace's own code" in ran.out
    assert not log.exists()

    there("store", "trust", "work", "--unattended")
    assert "writing  yes, what you decide" in there("store", "check", "work").out
    told = there("store", "check", "work", "--json").json
    assert (told["writes"], told["records"], told["where"]) == (["principal"], 25, str(folder))


def test_check_names_what_is_missing(sayso: Sayso, folder: Path, path: Path) -> None:
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))
    (folder / "decisions" / "points.json").write_text("{}")
    ran = there("store", "check", "work")
    assert ran.code == 1
    assert "missing  " in ran.out
    assert "decisions/points.json" in ran.out

    (folder / "chant.workspace.json").unlink()
    ran = there("store", "check", "work")
    assert ran.code == 1
    assert "answers  no: work cannot be read now. There is no chant.workspace.json" in ran.out


def test_before_the_first_sync_an_empty_list_says_that_it_is_not_read_yet(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    there = on(sayso, path)
    sayso.home.mkdir()
    (sayso.home / "config.toml").write_text(f'[[store]]\nname = "work"\nkind = "chant"\npath = "{folder}"\n')

    ran = there("list")

    assert "Nothing waits." not in ran.err
    assert "Nothing is listed, and not read yet: work. To read: sayso sync" in ran.err


def test_broken_records_are_counted_where_the_store_is_told_of(sayso: Sayso, folder: Path, path: Path) -> None:
    there = on(sayso.named("ana"), path)
    there("store", "add", "work", "--path", str(folder))
    asked = folder / "answers" / f"{ASKED}.md"
    asked.write_text(asked.read_text().replace('state: "', 'state: "un'))
    words = "1 record is broken and cannot be answered; the view “all” shows what is wrong."

    assert f"broken   {words}" in there("store", "check", "work").out
    assert there("sync").code == 0
    assert words in there("store", "list").out
    assert "1 record is broken and cannot be answered" in " ".join(there("doctor").out.split())
    ran = there(
        "answer", ASKED, "--option", "true", "--unattended", "--seen", there("show", ASKED, "--json").json["seen"]
    )
    assert ran.code != 0
    assert "There is no option" not in ran.err
    assert "draft" not in ran.err


def test_its_questions_are_listed_after_a_sync_and_why_nothing_is_written(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    there = on(sayso.named("ana"), path)
    there("store", "add", "work", "--path", str(folder))

    assert there("sync").code == 0

    assert ASKED in there("list").out
    told = there("store", "list").out
    assert "25 decisions" in told
    assert "read-only (This workspace is only read: answers are written by chant" in told
    option = next(iter(there("show", ASKED, "--json").json["options"]))["id"]
    ran = there("answer", ASKED, option, "--unattended", "--terms-rev", "1", "--store", "work")
    assert ran.code != 0
    assert there("show", ASKED, "--json").json["settlement"] is None


def test_an_answer_given_in_the_workspace_shows_after_the_next_sync(sayso: Sayso, folder: Path, path: Path) -> None:
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))
    there("sync")
    option = there("show", ASKED, "--json").json["options"][0]["id"]
    chant(folder, "answer", ASKED, "--answer", option, "--by", "eve")
    (folder / "answers" / "removed-d4a6c958878d.md").unlink()

    assert there("sync").code == 0

    assert there("show", ASKED, "--json").json["state"] == "decided"
    assert "removed-d4a6c958878d" not in there("list", "--all").out


def test_a_workspace_that_is_gone_hides_no_other_store_and_says_where_it_was(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))
    there("sync")
    there("raise", "mine", "--text", "Mine?")
    folder.rename(folder.parent / "elsewhere")

    ran = there("sync", "--patience", "2")

    assert ran.code == 6
    assert f"There is no folder {folder}" in ran.err
    listed = there("list").out
    assert "Mine?" in listed
    assert ASKED in listed


WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("yaml", "jsonschema_rs"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from sayso_tui.__main__ import main
sys.exit(main())
"""
"""sayso as it is where the extra was not installed."""


def test_without_its_libraries_it_says_what_to_install_and_the_others_go_on(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    there = on(sayso, path)
    there("store", "add", "work", "--path", str(folder))
    there("sync")
    there("raise", "mine", "--text", "Mine?")

    def without(*words: str) -> "subprocess.CompletedProcess[str]":
        environ = {**os.environ, "SAYSO_HOME": str(sayso.home), "COLUMNS": "100"}
        return subprocess.run([sys.executable, "-c", WITHOUT, *words], env=environ, capture_output=True, text=True)

    synced, added = without("sync", "--patience", "5"), without("store", "add", "other", "--path", str(folder))

    assert (synced.returncode, added.returncode) == (6, 5)
    assert all("pip install 'sayso[chant]'" in each.stderr for each in (synced, added))
    listed = without("list").stdout
    assert "Mine?" in listed
    assert ASKED in listed
    assert without("answer", "mine", "--text", "Yes.").returncode == 5  # as ever without a terminal
    assert "other" not in (sayso.home / "config.toml").read_text()
