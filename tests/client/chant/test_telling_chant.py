"""Every verdict goes through the program, and the record on the disk is what chant itself would have written."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chant_questions import captured
from chant_runs import chant
from chant_telling import Telling, telling
from chant_workspaces import CAPTURED, make_workspace, run_git
from sayso_client.stores.chant import calling
from sayso_client.stores.contract import Parcel
from sayso_client.verdict import ReceiptKind

COMMANDS: list[dict[str, Any]] = json.loads((CAPTURED / "commands.json").read_text())
ASKED = "agent-question-27255b2f0819"
NOT_OURS = {"--dry-run", "--relayed-by"}
TOLD = [
    each
    for each in COMMANDS
    if each["argv"][2:3] in (["answer"], ["retract"]) and each["exit"] == 0 and not NOT_OURS & set(each["argv"])
]
"""Captured commands that wrote a record, and that sayso would give."""


def flags(argv: list[str], name: str) -> list[str]:
    return [argv[at + 1] for at, word in enumerate(argv) if word == name]


def record(desk: Telling, key: str) -> str:
    """The text of a record, wherever it is."""
    ledger = desk.question(key)["ledger"]
    if ledger is not None:
        return run_git(desk.folder, "show", ledger)
    return (desk.folder / "answers" / f"{key}.md").read_text()


def option(desk: Telling, key: str, typed: str) -> str:
    """An answer as sayso names it."""
    is_noul = desk.question(key)["questionType"] == "noul"
    return {"yes": "true", "no": "false"}.get(typed.lower(), typed) if is_noul else typed


@pytest.mark.parametrize("command", TOLD, ids=[each["n"] for each in TOLD])
async def test_a_verdict_leaves_the_record_that_chant_left(command: dict[str, Any], tmp_path: Path) -> None:
    number, argv = command["n"], command["argv"]
    key, by, note = argv[3], flags(argv, "--by"), next(iter(flags(argv, "--note")), None)
    left = captured(number)["question"]
    today = left["answeredOn"] or left["retractions"][-1]["on"]
    desk = telling(make_workspace(tmp_path / "w", state=f"after-{int(number[:2]) - 1:02}"), today=today)
    if argv[2] == "answer":
        parcel = desk.answer(key, option(desk, key, flags(argv, "--answer")[0]), *by, note=note)
    else:
        parcel = desk.retract(key, *by, note=note)
    receipt = await desk.say(parcel)
    assert receipt.recorded, receipt.sentence
    assert record(desk, key) == (CAPTURED / "states" / f"{number}.md").read_text()


async def test_a_workspace_outside_git_is_written_to_as_well(tmp_path: Path) -> None:
    desk = telling(make_workspace(tmp_path / "w", git=False, state="asked"))
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded
    assert (await desk.say(desk.retract(ASKED, "bob"))).recorded
    assert desk.question(ASKED)["state"] == "escalated"


@pytest.mark.parametrize(("name", "taken"), [("alice", False), ("github:alice", True), ("gitlab@git.example:al", True)])
async def test_where_people_have_to_be_identified_a_name_of_a_forge_is_asked_for(
    tmp_path: Path, name: str, taken: bool
) -> None:
    folder = make_workspace(tmp_path / "w", state="asked")
    path = folder / "chant.workspace.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "identity": {"attribution": "identified"}}))
    run_git(folder, "commit", "-q", "-a", "-m", "Identify people")
    desk = telling(folder)
    receipt = await desk.say(desk.answer(ASKED, "2", name))
    assert receipt.recorded is taken, receipt.sentence
    assert taken or 'as = "github:alice"' in receipt.sentence


async def test_a_lock_that_ran_out_does_not_stop_it(tmp_path: Path) -> None:
    desk = telling(make_workspace(tmp_path / "w", state="asked"))
    lock = desk.folder / ".git" / "chant-write.lock"
    lock.mkdir()
    owner = {"token": "1" * 32, "pid": None, "host": "elsewhere", "verb": "batch", "by": "carol", "agent": None}
    times = {"acquiredAt": "2026-11-01T00:00:00.000Z", "expiresAt": "2026-11-01T00:01:00.000Z"}
    (lock / "owner.json").write_text(json.dumps({**owner, **times}))
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded


async def test_an_answer_stays_an_uncommitted_change_of_one_file(tmp_path: Path) -> None:
    desk = telling(make_workspace(tmp_path / "w", state="asked"))
    run_git(desk.folder, "add", ".")
    run_git(desk.folder, "commit", "-q", "-m", "Ask")
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded
    assert run_git(desk.folder, "status", "--porcelain").split() == ["M", f"answers/{ASKED}.md"]
    assert (desk.folder / ".git" / "chant-writes.json").exists()


async def test_whatever_was_said_is_found_again_among_all_that_came_after_it(tmp_path: Path) -> None:
    desk = telling(make_workspace(tmp_path / "w", state="asked"))
    said: list[Parcel] = []
    for command in COMMANDS[39:76]:
        argv = command["argv"]
        if command["exit"] or "--dry-run" in argv or argv[2] == "ask":
            continue
        key, by, note = argv[3], flags(argv, "--by"), next(iter(flags(argv, "--note")), None)
        if command in TOLD and argv[2] == "answer":
            noul = {"YES": "true", "no": "false"}
            said.append(desk.answer(key, noul.get(typed := flags(argv, "--answer")[0], typed), *by, note=note))
        elif command in TOLD:
            said.append(desk.retract(key, *by, note=note))
        assert chant(desk.folder, *argv[2:], today="2026-11-02").exit == 0
    assert len(said) == len(TOLD)
    now = desk.workspace()
    for parcel in said:
        found = await calling.read_back(parcel, now, uuid=desk.uuid())
        others = await calling.read_back(in_the_name_of("eve", parcel), now, uuid=desk.uuid())
        assert found is not None
        assert found.recorded, found.sentence
        assert others is not None
        assert others.kind is ReceiptKind.CONFLICT


def in_the_name_of(name: str, parcel: Parcel) -> Parcel:
    """The same, said by somebody else."""
    return replace(parcel, payload=json.dumps({**json.loads(parcel.payload), "by": [name]}).encode())
