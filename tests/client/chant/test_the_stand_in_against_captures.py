"""The stand-in of chant prints and writes what chant itself did, for all ninety captured commands in their order."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from chant_schemas import answer_schema
from chant_standin.main import Printed, main
from chant_standin.reading import VERSION
from chant_workspaces import CAPTURED, LAST, LIFECYCLE, POINTS_CHANGED_AFTER, answers_after, make_workspace, run_git

COMMANDS: list[dict[str, Any]] = json.loads((CAPTURED / "commands.json").read_text())
# From which command on it was which day: the records and the documents say so.
DAYS = {1: "2026-11-01", 40: "2026-11-02", 64: "2026-11-03", 68: "2026-11-04"}
BATCH = {
    "token": "0" * 32,
    "pid": None,
    "host": "another-machine",
    "verb": "batch",
    "by": "carol",
    "agent": None,
    "acquiredAt": "2026-11-01T00:00:00.000Z",
    "expiresAt": "2099-01-01T00:00:00.000Z",
}


@dataclass(frozen=True)
class Replayed:
    """What one command left behind."""

    folder: Path
    printed: Printed
    tree: dict[str, str]
    ledger: dict[str, str]


def prepare(number: int, folder: Path) -> None:
    """What people did to the workspace right before a command: the captures say what it must have been."""
    answers, points = folder / "answers", folder / "decisions/points.json"
    lock = folder / ".git/chant-write.lock"
    match number:
        case 77:
            assert number == POINTS_CHANGED_AFTER + 1
            points.write_text((CAPTURED / "points.json").read_text())
        case 79:
            lock.mkdir()
            (lock / "owner.json").write_text(json.dumps(BATCH))
        case 81:
            shutil.rmtree(lock)
            (answers / "answer.schema.json").write_text(answer_schema("old"))
        case 82:
            (answers / "answer.schema.json").write_text(answer_schema("new"))
        case 86:
            for broken in (CAPTURED / "invalid").iterdir():
                shutil.copy(broken, answers)
        case 87:
            for broken in (CAPTURED / "invalid").iterdir():
                (answers / broken.name).unlink()
            declared = json.loads(points.read_text())
            declared["points"]["slice-tier"]["deciders"].pop()
            points.write_text(json.dumps(declared))


def day_of(number: int) -> str:
    return next(day for first, day in reversed(DAYS.items()) if number >= first)


def ledger_of(folder: Path) -> dict[str, str]:
    if not run_git(folder, "branch", "--list", LIFECYCLE):
        return {}
    names = run_git(folder, "ls-tree", "--name-only", f"{LIFECYCLE}:_answers/answer").splitlines()
    return {name: run_git(folder, "show", f"{LIFECYCLE}:_answers/answer/{name}") for name in names}


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Replayed]]:
    """All of them, each run once: what a command finds is what those before it left."""
    folder = make_workspace(tmp_path_factory.mktemp("workspace"))
    nowhere = tmp_path_factory.mktemp("no-workspace")
    runs: dict[str, Replayed] = {}
    ledger: dict[str, str] = {}
    for number, command in enumerate(COMMANDS, 1):
        prepare(number, folder)
        env = {**command["env"], "STANDIN_TODAY": day_of(number)}
        printed = main(command["argv"], env, command["stdin"] or "", nowhere if number > 88 else folder)
        invalid = {each.name for each in (CAPTURED / "invalid").iterdir()}
        tree = {each.name: each.read_text() for each in (folder / "answers").glob("*.md") if each.name not in invalid}
        ledger = ledger_of(folder) if number in (35, 36, 37, 62, 63, LAST) else ledger
        runs[command["n"]] = Replayed(folder, printed, tree, ledger)
    yield runs


def anywhere(text: str, folder: Path) -> str:
    """A printed text without what differs from machine to machine and from version to version."""
    text = text.replace(str(folder), "<workspace>").replace(VERSION, "0.0.0-reference")
    return re.sub(r'"\$schema": ".*"', '"$schema": ""', text)


def captured_output(name: str) -> str:
    (file,) = (CAPTURED / "json").glob(f"{name}.*")
    return file.read_text()


def test_ninety_commands_were_captured() -> None:
    assert len(COMMANDS) == LAST
    assert [int(command["n"][:2]) for command in COMMANDS] == list(range(1, LAST + 1))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command["n"])
def test_a_command_prints_what_chant_printed(command: dict[str, Any], replayed: dict[str, Replayed]) -> None:
    run = replayed[command["n"]]
    assert anywhere(run.printed.stdout, run.folder) == anywhere(captured_output(command["n"]), run.folder)
    assert run.printed.exit == command["exit"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command["n"])
def test_a_command_leaves_every_record_as_chant_left_it(command: dict[str, Any], replayed: dict[str, Replayed]) -> None:
    tree, ledger = answers_after(int(command["n"][:2]))
    run = replayed[command["n"]]
    assert run.tree == tree
    assert run.ledger == ledger


def test_a_made_workspace_is_as_the_last_command_leaves_it(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "workspace", state="final")
    kept = {each.name: each.read_text() for each in (CAPTURED / "answers").glob("*.md")}
    assert {each.name: each.read_text() for each in (folder / "answers").glob("*.md")} == kept
    assert ledger_of(folder) == {
        each.name: each.read_text() for each in (CAPTURED / "ledger/_answers/answer").iterdir()
    }
    printed = main(["workspace", "points", "--json"], {}, "", folder).stdout
    assert anywhere(printed, folder) == anywhere(captured_output("82-points-json"), folder)
