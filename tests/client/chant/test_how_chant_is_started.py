"""chant is started as the person meant it: never a program of the workspace, and with nothing that it could smuggle."""

import json
import os
import sys
from pathlib import Path

import pytest

from chant_telling import Telling, telling
from chant_workspaces import make_workspace, standin_program
from sayso_client.errors import Denied
from sayso_client.stores.chant import command, environment
from sayso_config.children import keep_back
from sayso_config.model import StoreSetting

ASKED = "agent-question-27255b2f0819"
STORE = StoreSetting("work", "chant", trust=True)
SMUGGLED = {
    "NODE_OPTIONS": "--require=./evil.js",
    "NODE_PATH": "evil",
    "CHANT_STEWARD": "box-steward",
    "CHANT_WRITE_LOCK": "1" * 32,
    "CHANT_WRITE_LOCK_WAIT_MS": "0",
    "GIT_DIR": "/elsewhere",
    "GIT_SSH_COMMAND": "evil",
    "npm_config_prefix": "evil",
    "BASH_ENV": "evil",
    "LD_PRELOAD": "evil.so",
    "PYTHONPATH": "evil",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "SAYSO_TOKEN": "secret",
}


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def found(root: Path, path: str, *own: str) -> tuple[str, ...]:
    return command.find(STORE._replace(command=own), root, {"PATH": path})


async def test_nothing_that_lies_in_the_workspace_is_run(folder: Path, tmp_path: Path) -> None:
    ran = tmp_path / "it-was-run"
    evil = f"#!/bin/sh\ntouch {ran}\n"
    for name in ("node_modules/.bin/chant", "bin/chant", "chant", "node", ".envrc", "git", "python3"):
        program(folder / name, evil)
    (folder / ".npmrc").write_text(f"node-options=--require={folder}/evil.js\nscript-shell={folder}/chant\n")
    (folder / "evil.js").write_text(f"require('fs').writeFileSync('{ran}', '')\n")
    real = standin_program(tmp_path / "programs" / "chant", log=tmp_path / "log", today="2026-11-05")
    path = f":.:node_modules/.bin:{folder}:{folder}/node_modules/.bin:{folder}/bin:{real.parent}:{os.environ['PATH']}"
    desk = telling(folder)
    desk = Telling(folder, desk.setting._replace(command=()), {**desk.environ, **SMUGGLED, "PATH": path})
    receipt = await desk.say(desk.answer(ASKED, "2", "alice"))
    assert receipt.recorded, receipt.sentence
    assert not ran.exists()
    call = json.loads((tmp_path / "log").read_text())
    assert call["argv"] == [
        *("workspace", "points", "answer", ASKED, "--answer", "2", "--by", "alice"),
        *("--kind", "answers/answer.kind.mjs"),
    ]
    assert call["cwd"] == str(folder)
    assert call["stdin"] == ""
    assert not SMUGGLED.keys() & call["env"].keys()
    assert all(str(folder) not in each for each in call["env"]["PATH"].split(":"))


def test_chant_gets_a_few_variables_and_no_key_of_mine(tmp_path: Path) -> None:
    keep_back(["LC_NUMERIC"])
    given = environment.of_chant(
        {
            "HOME": "/h",
            "LANG": "de_DE.UTF-8",
            "TMPDIR": "/t",
            "SSH_AUTH_SOCK": "/s",
            "LC_NUMERIC": "key",
            **SMUGGLED,
        },
        tmp_path,
    )
    assert given == {
        **{"HOME": "/h", "LANG": "de_DE.UTF-8", "TMPDIR": "/t", "SSH_AUTH_SOCK": "/s"},
        **{"PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_TERMINAL_PROMPT": "0", "NO_COLOR": "1"},
    }


def lowest_free() -> int:
    """The number that the next file to be opened gets."""
    with Path(os.devnull).open() as opened:
        return opened.fileno()


def test_looking_where_a_workspace_is_holds_nothing_open(folder: Path) -> None:
    before = lowest_free()
    assert environment.is_inside(folder / "bin", folder)
    assert lowest_free() == before


def test_chant_is_found_on_the_path_outside_the_workspace(folder: Path, tmp_path: Path) -> None:
    there = program(tmp_path / "programs" / "chant")
    assert found(folder, f"/nowhere:{there.parent}:/usr/bin") == (str(there),)


@pytest.mark.parametrize("path", ["", ".", "bin", "bin:.::", "/nowhere"])
def test_a_path_of_no_absolute_folders_holds_no_chant(folder: Path, path: str) -> None:
    program(folder / "chant")
    program(folder / "bin" / "chant")
    with pytest.raises(Denied, match=r"no program chant on the PATH outside the workspace.*Install it"):
        found(folder, path)


def test_a_link_into_the_workspace_is_passed_over(folder: Path, tmp_path: Path) -> None:
    inside = program(folder / "node_modules" / ".bin" / "chant")
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "chant").symlink_to(inside)
    (tmp_path / "two").symlink_to(inside.parent)
    with pytest.raises(Denied, match="leads into it"):
        found(folder, f"{tmp_path / 'two'}:{tmp_path / 'one'}")
    there = program(tmp_path / "programs" / "chant")
    assert found(folder, f"{tmp_path / 'two'}:{tmp_path / 'one'}:{there.parent}") == (str(there),)


def test_a_folder_of_the_workspace_that_leads_out_of_it_is_passed_over(folder: Path, tmp_path: Path) -> None:
    there = program(tmp_path / "programs" / "chant")
    (folder / "bin").symlink_to(there.parent)
    with pytest.raises(Denied, match="no program chant"):
        found(folder, str(folder / "bin"))


def test_a_program_of_the_repository_around_a_workspace_is_passed_over(tmp_path: Path) -> None:
    repository = make_workspace(tmp_path / "w")
    there = program(repository / "node_modules" / ".bin" / "chant")
    (repository / "inner").mkdir()
    with pytest.raises(Denied, match="no program chant"):
        found(repository / "inner", str(there.parent))


@pytest.mark.parametrize(
    ("mode", "words"), [(0o644, "cannot be executed"), (0o757, "can be changed by everybody on this machine")]
)
def test_a_program_that_may_not_be_started_is_told(folder: Path, tmp_path: Path, mode: int, words: str) -> None:
    there = program(tmp_path / "programs" / "chant")
    there.chmod(mode)
    with pytest.raises(Denied, match=words):
        found(folder, str(there.parent))
    with pytest.raises(Denied, match=words):
        found(folder, "", str(there))


def test_a_program_in_a_folder_that_everybody_may_write_to_is_not_started(folder: Path, tmp_path: Path) -> None:
    there = program(tmp_path / "programs" / "chant")
    there.parent.chmod(0o777)
    with pytest.raises(Denied, match="can be changed by everybody"):
        found(folder, str(there.parent))


def test_the_command_of_the_configuration_is_taken_as_it_was_written(folder: Path, tmp_path: Path) -> None:
    inside = program(folder / "node_modules" / ".bin" / "chant")
    assert found(folder, "", str(inside), "--flag") == (str(inside), "--flag")
    there = program(tmp_path / "programs" / "npx")
    assert found(folder, str(there.parent), "npx", "chant") == (str(there), "chant")


@pytest.mark.parametrize("own", ["./chant", "bin/chant", "~/chant", ""])
def test_a_command_that_depends_on_where_one_is_is_refused(folder: Path, own: str) -> None:
    with pytest.raises(Denied, match="a name or an absolute path"):
        found(folder, "/usr/bin", own, "x")


@pytest.mark.parametrize(("name", "words"), [("nowhere/chant", "is not there"), ("a-folder", "is no file")])
def test_a_command_that_is_none_is_told_with_the_way_out(folder: Path, tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a-folder").mkdir()
    with pytest.raises(Denied, match=rf'{words}.*command = \["/path/to/chant"\]'):
        found(folder, "", str(tmp_path / name))


async def test_a_workspace_that_is_not_trusted_is_not_written_to(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder, log=tmp_path / "log")
    desk.setting = desk.setting._replace(trust=False)
    with pytest.raises(Denied, match="sayso store trust work"):
        await desk.say(desk.answer(ASKED, "2", "alice"))
    assert not (tmp_path / "log").exists()


async def test_a_chant_says_its_version_without_looking_at_the_workspace(folder: Path, tmp_path: Path) -> None:
    says = program(tmp_path / "chant", "#!/bin/sh\necho \"0.108.1 in $PWD $*\"; echo '\x1b[31m' >&2\n")
    told = await command.version((str(says),), folder, os.environ)
    assert told == "0.108.1 in / --version"


@pytest.mark.parametrize("text", ["exit 1", "kill -9 $$"])
async def test_a_chant_that_does_not_say_its_version_has_none(folder: Path, tmp_path: Path, text: str) -> None:
    assert await command.version((str(program(tmp_path / "chant", f"#!/bin/sh\n{text}\n")),), folder, {}) == ""


async def test_a_program_that_is_started_has_no_terminal_and_a_group_of_its_own(folder: Path, tmp_path: Path) -> None:
    asks = "import os, sys; print(os.getpgid(0) == os.getpid() == os.getsid(0), sys.stdin.read() == '')"
    script = program(tmp_path / "chant", f"#!{sys.executable}\n{asks}\n")
    assert await command.version((str(script),), folder, {}) == "True True"
