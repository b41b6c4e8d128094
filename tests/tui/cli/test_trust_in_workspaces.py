"""What happens to trust when a workspace is replaced, added twice, or its trust is taken back while chant runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chant_workspaces import make_workspace, standin_program
from command_line import Sayso
from sayso_config.settings import load
from sayso_tui.cli.session import Session
from sayso_tui.cli.workspace_read import read_at_once

QUESTION = "agent-question-d411eee84ffe"
PATH = "/usr/local/bin:/usr/bin:/bin"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="asked")


def with_chant(sayso: Sayso, tmp_path: Path, **settings: object) -> Sayso:
    program = standin_program(tmp_path / "bin" / "chant", **settings)
    return Sayso(sayso.home, {"PATH": f"{program.parent}:{PATH}"}).named()


def is_trusted(sayso: Sayso) -> bool:
    return load(sayso.home / "config.toml", {}).settings.stores[1].trust


def test_another_workspace_that_is_accepted_is_not_trusted_by_that(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path, log=tmp_path / "log")
    there("store", "add", "work", "--path", str(folder), "--trust")
    assert there("sync").code == 0
    folder.rename(tmp_path / "old")
    make_workspace(tmp_path / "other", state="asked").rename(folder)
    uuid = json.loads(there("store", "check", "work", "--json").out)["uuid"]

    accepted = there("store", "accept", "work", "--unattended", "--uuid", uuid)

    assert accepted.code == 0, accepted.err
    assert "this one is not" in accepted.err
    assert "sayso store trust work" in accepted.err
    assert not is_trusted(sayso)
    assert there("sync").code == 0
    seen = str(there("show", QUESTION, "--json").json["seen"])
    ran = there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen)
    assert "sayso store trust work" in ran.err
    said = [json.loads(line)["argv"] for line in (tmp_path / "log").read_text().splitlines()]
    assert not any("answer" in each for each in said)


def test_the_same_workspace_is_not_added_under_a_second_name(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path)
    there("store", "add", "work", "--path", str(folder))
    (tmp_path / "link").symlink_to(folder)
    for path in (folder, folder / "answers", tmp_path / "link"):
        ran = there("store", "add", "again", "--path", str(path), "--trust")
        assert ran.code == 5
        assert "added already, as work" in ran.err
    assert len(load(sayso.home / "config.toml", {}).settings.stores) == 2
    other = make_workspace(tmp_path / "other")
    assert there("store", "add", "other", "--path", str(other)).code == 0


def test_taking_trust_back_tells_of_a_chant_that_runs(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    gate.touch()
    there = with_chant(sayso, tmp_path, slow=gate)
    there("store", "add", "work", "--path", str(folder), "--trust")
    assert there("sync").code == 0
    seen = str(there("show", QUESTION, "--json").json["seen"])
    words = ("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen)
    main = "import os, sys; from sayso_tui.cli.run import run; sys.exit(run(sys.argv[1:], os.environ))"
    with subprocess.Popen(
        [sys.executable, "-c", main, *words], env={**there.environ, "HOME": str(tmp_path)}, stderr=subprocess.PIPE
    ) as running:
        while not Path(f"{gate}.waiting").exists():
            assert running.poll() is None
        back = there("store", "trust", "work", "--take-back")
        gate.unlink()
        running.communicate()
    assert back.code == 0
    assert "1 of your verdicts is being written by a chant that runs already" in back.err
    assert not is_trusted(sayso)


def test_a_command_in_a_refusal_does_not_run_into_the_next_sentence(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path)
    there("store", "add", "work", "--path", str(folder))
    there("sync")
    seen = str(there("show", QUESTION, "--json").json["seen"])

    answered = there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen)
    added = there("store", "add", "other", "--path", str(tmp_path))

    assert "Say so once: “sayso store trust work”. Nothing was written." in answered.err
    assert "or make one there: “chant workspace init”. Nothing was added." in added.err


def test_what_waits_for_a_chant_that_is_missing_is_told_once(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path)
    there("store", "add", "work", "--path", str(folder), "--trust")
    there("sync")
    (tmp_path / "bin" / "chant").unlink()
    seen = str(there("show", QUESTION, "--json").json["seen"])

    ran = there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen)

    assert ran.code == 6
    assert ran.err.count("kept") == 1
    assert "Nothing was written" not in ran.err
    assert "chant cannot be started: there is no program chant on the PATH" in ran.err
    assert "read-only (chant cannot be started: there is no program chant" in there("store", "list").out


def test_a_workspace_that_was_added_is_listed_at_once(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path)

    added = there("store", "add", "work", "--path", str(folder))
    listed = there("list")

    assert added.code == 0
    assert QUESTION in listed.out
    assert "not read yet" not in listed.err
    assert "work: as of" in listed.err


def test_trust_without_a_chant_is_told_as_one_story(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = Sayso(sayso.home, {"PATH": str(tmp_path / "nothing")}).named()

    added = there("store", "add", "work", "--path", str(folder), "--trust")

    assert added.code == 0
    assert "chant    no: there is no program chant on the PATH outside the workspace." in added.err
    assert "there is none yet that can be" in added.err
    assert "tries it out" not in added.err
    assert "work: there is no" not in added.err

    there("store", "trust", "work", "--take-back")
    again = there("store", "trust", "work", "--unattended")
    assert "work: chant may be run in it, and there is none yet that can be" in again.err
    assert "chant cannot be started: there is no program chant" in again.err


def test_beside_its_name_a_store_is_not_named_once_more(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path)
    there("store", "add", "work", "--path", str(folder))
    folder.rename(tmp_path / "moved")
    there("sync")

    assert "(cannot be read now. There is no folder" in there("store", "list").out


def test_what_starts_chant_is_changed_and_only_by_whom_trust_is_given(
    sayso: Sayso, folder: Path, tmp_path: Path
) -> None:
    program = standin_program(tmp_path / "elsewhere" / "chant")
    there = Sayso(sayso.home, {"PATH": str(tmp_path / "nothing")}).named()
    there("store", "add", "work", "--path", str(folder), "--trust")

    by_an_agent = there(
        "store", "trust", "work", "--command", str(program), "--unattended", environ={"SAYSO_AGENT": "1"}
    )
    taken = there("store", "trust", "work", "--command", str(program), "--unattended")

    assert (by_an_agent.code, taken.code) == (5, 0), taken.err
    assert "from now on chant may be run in it" in taken.err
    assert load(sayso.home / "config.toml", {}).settings.stores[1].command == (str(program),)
    seen = str(there("show", QUESTION, "--json").json["seen"])
    assert there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen).code == 0
    assert "already" in there("store", "trust", "work", "--command", str(program), "--unattended").err
    assert there("store", "trust", "work", "--command", "x", "--take-back").code == 2


def test_a_workspace_that_takes_long_to_read_is_told(
    sayso: Sayso, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sayso.home.mkdir(exist_ok=True)
    (sayso.home / "config.toml").write_text(f'[[store]]\nname = "work"\nkind = "chant"\npath = "{folder}"\n')
    session = Session(sayso.environ)

    read_at_once(session, "work", 0.0)
    session.close()

    assert "Not all of work is read yet: an open inbox goes on, or sayso sync." in capsys.readouterr().err


def test_the_outbox_gives_the_commands_that_see_to_what_waits(sayso: Sayso, folder: Path, tmp_path: Path) -> None:
    there = with_chant(sayso, tmp_path, output="garbage", killed="before-write", exit="1", error="points-invalid")
    there("store", "add", "work", "--path", str(folder), "--trust")
    seen = str(there("show", QUESTION, "--json").json["seen"])
    assert there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen).code == 5
    number = json.loads(there("list", "--outbox", "--json").out)["number"]

    out = there("list", "--outbox").out

    assert f"sayso sync --again {number} sends it once more, sayso sync --drop {number} forgets it." in out


def test_a_program_that_prints_nonsense_is_told_with_the_words_that_show_it(
    sayso: Sayso, folder: Path, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "chant"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'node: command crashed' >&2; exit 1\n")
    program.chmod(0o755)
    there = Sayso(sayso.home, {"PATH": f"{program.parent}:{PATH}"}).named()
    there("store", "add", "work", "--path", str(folder), "--trust")
    seen = str(there("show", QUESTION, "--json").json["seen"])

    ran = there("answer", QUESTION, "--option", "ts", "--unattended", "--seen", seen)

    assert ran.code == 5
    assert "It printed: “node: command crashed”." in ran.err
    assert f"“cd {folder} && {program} workspace points”" in there("list", "--outbox").out
