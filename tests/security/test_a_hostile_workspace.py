"""A folder that others fill is read as data; only chant itself may be run for it, and only when I said so."""

import os
from pathlib import Path
from typing import Any

import pytest

from chant_store import work
from chant_telling import telling
from chant_workspaces import make_workspace, standin_program
from sayso_client.errors import Denied

ASKED = "agent-question-27255b2f0819"
TWO_PEOPLE = "two-people-05bf15a516ef"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="asked")


@pytest.fixture
def ran(folder: Path, tmp_path: Path) -> Path:
    """A file that is there once anything of the workspace was run: all that lies in it would make it."""
    told = tmp_path / "it-was-run"
    evil = f"#!/bin/sh\ntouch {told}\n"
    for name in ("node_modules/.bin/chant", "bin/chant", "chant", "git", "node", ".git/hooks/post-checkout"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(evil)
        path.chmod(0o755)
    with (folder / ".git" / "config").open("a") as file:
        file.write(f"[core]\n\tfsmonitor = {folder}/chant\n\tsshCommand = {folder}/chant\n\tpager = {folder}/chant\n")
    return told


def was_made(told: Path) -> bool:
    return told.exists()


async def test_reading_it_runs_nothing_that_lies_in_it(
    folder: Path, ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{folder}:{folder}/bin:{os.environ['PATH']}")
    with work(tmp_path / "data", folder) as there:
        await there.sync()
        assert there.inbox.counts().waiting
    assert not was_made(ran)


async def test_a_kind_file_that_does_more_than_declare_is_not_obeyed(folder: Path, ran: Path, tmp_path: Path) -> None:
    kind = folder / "answers" / "answer.kind.mjs"
    kind.write_text(f"import {{ writeFileSync }} from 'fs';\nwriteFileSync('{ran}', '');\n{kind.read_text()}")
    with work(tmp_path / "data", folder) as there:
        (synced,) = await there.sync()
    assert not was_made(ran)
    assert "answer.kind.mjs" in synced.why


async def test_without_my_word_nothing_is_run_for_an_answer_either(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder, log=tmp_path / "log")
    desk.setting = desk.setting._replace(trust=False)
    with pytest.raises(Denied, match="sayso store trust work"):
        await desk.say(desk.answer(ASKED, "2", "alice"))
    assert not (tmp_path / "log").exists()


async def test_what_was_changed_after_i_read_it_is_not_answered(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder, log=tmp_path / "log")
    said = desk.answer(TWO_PEOPLE, "postgres", "alice", "bob")
    points = folder / "decisions" / "points.json"
    points.write_text(points.read_text().replace("PostgreSQL.", "Delete all data."))
    receipt = await desk.say(said)
    assert not receipt.recorded
    assert not (tmp_path / "log").exists()


async def test_not_what_chant_does_once_it_may_be_run(folder: Path, tmp_path: Path) -> None:
    """It evaluates the workspace's own code with my rights: that is what the question of trust is about."""
    done = tmp_path / "done"
    real = standin_program(tmp_path / "programs" / "real", today="2026-11-05")
    chant: Any = tmp_path / "programs" / "chant"
    chant.write_text(f'#!/bin/sh\ntouch {done}\nexec {real} "$@"\n')
    chant.chmod(0o755)
    desk = telling(folder)
    desk.setting = desk.setting._replace(command=(str(chant),))
    receipt = await desk.say(desk.answer(ASKED, "2", "alice"))
    assert receipt.recorded, receipt.sentence
    assert done.exists()
