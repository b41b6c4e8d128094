"""The stand-in of chant where the captures do not reach: as a process, beside another one, and in its bad moods."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chant_runs import STEWARD, chant, start_chant, told
from chant_workspaces import make_workspace, put_in_ledger, run_git, standin_argv, standin_program

PROPOSED = "slice-tier-4ed4abbd4dfd"
ESCALATED = "ship-skip-28d2ae044d42"
FOR_TWO = "two-people-f1c772ac42b2"
CONFIRM = ("answer", PROPOSED, "--answer", "large", "--by", "alice")
OF_THE_STEWARD = "slice-tier-592dbc6540d5"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "workspace", state="asked")


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The file that a run waits for to go."""
    (tmp_path / "gate").touch()
    return tmp_path / "gate"


def until(holds: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < give_up, "it never came to be"
        os.sched_yield()


def is_waiting(gate: Path) -> bool:
    return Path(f"{gate}.waiting").exists()


def record(folder: Path, identity: str) -> str:
    return (folder / "answers" / f"{identity}.md").read_text()


def test_a_question_is_proposed_confirmed_retracted_and_answered_by_processes(folder: Path) -> None:
    runs = [
        CONFIRM,
        ("retract", PROPOSED, "--by", "bob", "--note", "Too early."),
        ("answer", PROPOSED, "--answer", "small", "--by", "carol"),
    ]
    states = []
    for words in runs:
        out, _ = start_chant(folder, *words, today="2026-11-05").communicate()
        states.append(json.loads(out)["question"]["state"])
    assert states == ["answered", "escalated", "answered"]
    view = told(chant(folder, "--json"))["questions"]
    (question,) = [each for each in view if each["id"] == PROPOSED]
    assert question["answeredBy"] == ["carol"]
    assert [each["answeredBy"] for each in question["retractions"]] == [["alice"]]


def test_the_stand_in_shares_no_code_with_what_it_bears_witness_for() -> None:
    modules = list(Path(standin_argv()[-1]).parent.glob("*.py"))
    assert len(modules) > 10
    assert [each.name for each in modules if "sayso" in each.read_text()] == []


def test_one_file_stands_for_the_whole_command(folder: Path, tmp_path: Path) -> None:
    program = standin_program(tmp_path / "bin" / "chant", today="2026-11-05")
    done = subprocess.run([program, "workspace", "points", *CONFIRM], cwd=folder, capture_output=True, check=True)
    assert json.loads(done.stdout)["question"]["answeredOn"] == "2026-11-05"


def test_an_unknown_verb_is_told_in_words_only(folder: Path) -> None:
    printed = chant(folder, "settle", "x")
    assert (printed.exit, printed.stdout, printed.stderr) == (1, "", "unknown verb: settle\n")


def test_a_value_that_begins_with_a_dash_is_taken_for_a_flag(folder: Path) -> None:
    printed = chant(folder, *CONFIRM, "--note", "--json")
    assert told(printed)["error"]["code"] == "write-usage-invalid"


def test_a_write_waits_for_the_one_that_holds_the_lock(folder: Path, gate: Path) -> None:
    first = start_chant(folder, *CONFIRM, slow_locked=gate)
    until(lambda: is_waiting(gate))
    second = start_chant(folder, "answer", ESCALATED, "--answer", "no", "--by", "bob")
    assert (folder / ".git/chant-write.lock/owner.json").exists()
    gate.unlink()
    assert (first.wait(30), second.wait(30)) == (0, 0)
    first.communicate()
    second.communicate()
    assert not (folder / ".git/chant-write.lock").exists()


def test_of_two_who_answer_at_once_the_second_is_told_that_it_is_closed(folder: Path, gate: Path) -> None:
    first = start_chant(folder, *CONFIRM, slow_locked=gate)
    until(lambda: is_waiting(gate))
    second = start_chant(folder, "answer", PROPOSED, "--answer", "small", "--by", "bob")
    gate.unlink()
    first.communicate()
    out, _ = second.communicate()
    assert json.loads(out)["error"]["code"] == "record-closed"
    assert '"alice"' in record(folder, PROPOSED)


def test_the_lock_of_a_dead_program_is_broken(folder: Path) -> None:
    dead = start_chant(folder, *CONFIRM, killed="before-write")
    dead.communicate()
    assert dead.returncode == -signal.SIGKILL
    assert (folder / ".git/chant-write.lock/owner.json").exists()
    assert 'state: "proposed"' in record(folder, PROPOSED)
    assert chant(folder, *CONFIRM).exit == 0


def test_killed_after_the_write_leaves_the_answer_and_prints_nothing(folder: Path) -> None:
    dead = start_chant(folder, *CONFIRM, killed="after-write")
    out, _ = dead.communicate()
    assert (out, dead.returncode) == (b"", -signal.SIGKILL)
    assert 'state: "answered"' in record(folder, PROPOSED)


def test_a_record_is_half_written_until_the_gate_is_gone(folder: Path, gate: Path) -> None:
    whole = told(chant(folder, *CONFIRM, "--dry-run", today="2026-11-05"))["text"]
    run = start_chant(folder, *CONFIRM, half=gate, today="2026-11-05")
    until(lambda: is_waiting(gate))
    half = record(folder, PROPOSED)
    assert whole.startswith(half)
    assert len(half) < len(whole)
    gate.unlink()
    run.communicate()
    assert record(folder, PROPOSED) == whole


@pytest.mark.parametrize("where", ["slow", "slow_after"])
def test_a_slow_run_waits_before_or_after_the_write(where: str, folder: Path, gate: Path) -> None:
    run = start_chant(folder, *CONFIRM, **{where: gate})
    until(lambda: is_waiting(gate))
    assert ('state: "answered"' in record(folder, PROPOSED)) == (where == "slow_after")
    gate.unlink()
    out, _ = run.communicate()
    assert json.loads(out)["written"] is True


@pytest.mark.parametrize("output", ["garbage", "html", "empty", "half", "huge"])
def test_what_is_printed_can_be_no_document_though_the_write_was_done(output: str, folder: Path) -> None:
    printed = chant(folder, *CONFIRM, output=output)
    with pytest.raises(ValueError):
        json.loads(printed.stdout if output != "huge" else printed.stdout[: 4 * 1024 * 1024])
    assert (len(printed.stdout) > 4 * 1024 * 1024) == (output == "huge")
    assert 'state: "answered"' in record(folder, PROPOSED)


def test_any_code_can_be_answered(folder: Path) -> None:
    printed = chant(folder, *CONFIRM, error="record-seal-mismatch:the seal is broken")
    assert told(printed)["error"] == {"code": "record-seal-mismatch", "message": "the seal is broken"}
    assert printed.exit == 1


def test_the_log_tells_how_the_program_was_called(folder: Path, tmp_path: Path) -> None:
    out, _ = start_chant(folder, *CONFIRM, log=tmp_path / "log").communicate()
    assert out
    (call,) = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert call["argv"] == ["workspace", "points", *CONFIRM]
    assert call["cwd"] == str(folder)
    assert sorted(call["env"])[:1] == ["HOME"]


def test_a_child_that_is_left_behind_ends_with_its_group(folder: Path, tmp_path: Path) -> None:
    argv = [*standin_argv(child=tmp_path / "child"), "workspace", "points", "--open"]
    run = subprocess.Popen(argv, cwd=folder, stdout=subprocess.PIPE, start_new_session=True)
    run.wait(30)
    child = int((tmp_path / "child").read_text())
    os.kill(child, 0)
    os.killpg(run.pid, signal.SIGKILL)
    assert run.stdout is not None
    assert run.stdout.read().decode().endswith("23 open questions\n")
    run.stdout.close()


def test_an_answer_to_a_steward_changes_the_branch_and_not_the_tree(folder: Path) -> None:
    before = run_git(folder, "status", "--porcelain")
    assert chant(folder, "answer", OF_THE_STEWARD, "--answer", "large", "--by", "alice").exit == 0
    assert run_git(folder, "status", "--porcelain") == before
    shown = run_git(folder, "show", f"chant/lifecycle:_answers/answer/{OF_THE_STEWARD}.md")
    assert 'state: "answered"' in shown
    log = run_git(folder, "log", "-1", "--format=%s", "chant/lifecycle")
    assert log == "Decision point slice-tier: answered large by alice\n"
    assert not (folder / ".git/chant-writes.json").exists()


def test_the_branch_wins_over_the_tree(folder: Path) -> None:
    old = record(folder, PROPOSED)
    chant(folder, *CONFIRM)
    put_in_ledger(folder, {f"_answers/answer/{PROPOSED}.md": old})
    (question,) = [each for each in told(chant(folder, "--json"))["questions"] if each["id"] == PROPOSED]
    assert (question["state"], question["ledger"]) == ("proposed", f"chant/lifecycle:_answers/answer/{PROPOSED}.md")


def test_a_commit_is_read_without_the_branch_and_without_what_is_not_committed(folder: Path) -> None:
    now = told(chant(folder, "--json"))["summary"]["questions"]
    then = told(chant(folder, "--json", "--at", "main"))
    assert (now, then["summary"]["questions"], then["at"]) == (25, 0, run_git(folder, "rev-parse", "main").strip())
    assert told(chant(folder, "--json", "--at", "nothing"))["error"]["code"] == "revision-unknown"


def test_a_write_is_told_in_the_journal_by_its_digest(folder: Path) -> None:
    chant(folder, *CONFIRM, today="2026-11-05")
    journal = json.loads((folder / ".git/chant-writes.json").read_text())
    (entry,) = journal["files"].values()
    (path,) = journal["files"]
    assert (journal["version"], path, entry["at"]) == (1, f"answers/{PROPOSED}.md", "2026-11-05T12:00:00.000Z")


def test_outside_git_nobody_holds_a_role_and_the_root_is_a_folder(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "plain", git=False, state="asked")
    assert told(chant(folder, "--json"))["workspace"]["root"] == str(folder)
    assert chant(folder, "answer", PROPOSED, "--answer", "large", "--by", "bot").exit == 0


def test_trust_that_is_not_committed_has_no_effect(folder: Path) -> None:
    (folder / ".chant/trust.json").write_text('{"schema": 1, "roles": {"agent": ["alice"]}}')
    assert chant(folder, *CONFIRM).exit == 0
    assert told(chant(folder, "answer", FOR_TWO, "--answer", "sqlite", "--by", "bot", "--by", "bob"))["error"]


def test_where_people_are_identified_a_bare_name_is_refused(folder: Path) -> None:
    declaration = json.loads((folder / "chant.workspace.json").read_text())
    declaration["identity"] = {"attribution": "identified"}
    (folder / "chant.workspace.json").write_text(json.dumps(declaration))
    assert chant(folder, *CONFIRM, "--dry-run").exit == 0
    run_git(folder, "commit", "-q", "-m", "Want people", "--", "chant.workspace.json")
    assert told(chant(folder, *CONFIRM))["error"]["code"] == "principal-unidentified"
    assert chant(folder, "answer", PROPOSED, "--answer", "large", "--by", "github:alice").exit == 0


def test_the_next_write_loses_a_written_body_and_keeps_own_fields(folder: Path) -> None:
    file = folder / "answers" / f"{PROPOSED}.md"
    text = file.read_text().replace("asked_on:", 'x-mine: "kept"\nasked_on:')
    file.write_text(text + "\nWritten by hand.\n")
    chant(folder, *CONFIRM)
    assert 'x-mine: "kept"' in record(folder, PROPOSED)
    assert "Written by hand." not in record(folder, PROPOSED)


def test_an_old_schema_keeps_no_reason_and_no_retraction(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "old", schema="old")
    inputs = '{"work-item.criteria": 9}'
    asked = chant(folder, "ask", "slice-tier", "--inputs", inputs, "--response", "inputs/response-confident.json")
    question = told(asked)["question"]
    assert (question["state"], question["reason"]) == ("proposed", None)
    assert chant(folder, "answer", question["id"], "--answer", "large", "--by", "alice").exit == 0
    retracted = chant(folder, "retract", question["id"], "--by", "alice")
    assert told(retracted)["error"]["code"] == "answer-field-unsupported"


def test_a_workspace_in_a_folder_of_a_repository_names_its_files_from_the_root(tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q", "-b", "main")
    folder = make_workspace(tmp_path / "part", git=False, state="asked")
    chant(folder, "ask", "ship-skip", "--inputs", '{"release.units": 7}', env=STEWARD)
    shown = told(chant(folder / "app", "--json"))
    assert shown["workspace"]["root"] == "part"
    assert {each["path"].partition("/")[0] for each in shown["questions"]} == {"part"}
    assert [each["ledger"] for each in shown["questions"] if each["ledger"]] == [
        "chant/lifecycle:_answers/answer/ship-skip-4c2b4b1ff388.md"
    ]
