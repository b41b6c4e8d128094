import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chant_workspaces import CAPTURED, make_workspace, put_in_ledger, run_git, standin_argv
from sayso_client.stores.chant import workspace
from sayso_client.stores.chant.model import WorkspaceUnreadable
from sayso_client.stores.chant.workspace import Workspace

LONG_AGO = 1_000_000_000
NOW = 1_793_491_200.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "w", state="final")


def write(path: Path, text: str, at: float = NOW) -> None:
    path.write_text(text)
    os.utime(path, (at, at))


def anew(old: Workspace, new: Workspace) -> set[str]:
    """Keys of the objects that were made anew."""
    before, after = old.objects(), new.objects()
    return {key for key in before.keys() | after.keys() if before.get(key) is not after.get(key)}


def question(found: Workspace, key: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(found.objects()[key])["question"]
    return read


def opened_files(folder: Path, changed: str) -> list[str]:
    """Files of the workspace that a process opens when it reads it again."""
    program = f"""
import sys
from pathlib import Path
from sayso_client.stores.chant import workspace
folder = Path({str(folder)!r})
found = workspace.read(folder)
opened = []
sys.addaudithook(lambda name, args: opened.append(str(args[0])) if name == "open" else None)
found.again([folder / {changed!r}])
print("\\n".join(each for each in opened if "/answers/" in each or "/decisions/" in each))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_nothing_changed_means_nothing_is_made_anew(folder: Path) -> None:
    found = workspace.read(folder)
    assert anew(found, found.again([])) == set()
    assert anew(found, found.again([folder / "answers", folder / "decisions/points.json", folder / ".git"])) == set()


def test_one_changed_answer_costs_one_file(folder: Path) -> None:
    assert opened_files(folder, "answers/slice-tier-11f10b8d6fc1.md") == [
        f"{folder}/answers/slice-tier-11f10b8d6fc1.md"
    ]
    found = workspace.read(folder)
    shutil.copy(CAPTURED / "states/41-answer-otherwise.md", folder / "answers/slice-tier-e6055a4c25b4.md")
    path = folder / "answers/slice-tier-11f10b8d6fc1.md"
    path.write_text(path.read_text().replace("2026-11-01", "2026-11-05"))
    later = found.again([path])
    assert anew(found, later) == {"slice-tier-11f10b8d6fc1"}
    assert question(later, "slice-tier-11f10b8d6fc1")["askedOn"] == "2026-11-05"


def test_the_folder_stands_for_all_of_its_files(folder: Path) -> None:
    found = workspace.read(folder)
    answers = folder / "answers"
    (answers / "slice-tier-11f10b8d6fc1.md").unlink()
    (answers / "slice-tier-e6055a4c25b4.md").write_text((answers / "slice-tier-e6055a4c25b4.md").read_text() + "\n")
    later = found.again([answers])
    assert anew(found, later) == {"slice-tier-11f10b8d6fc1", "slice-tier-e6055a4c25b4"}
    assert later.document() == workspace.read(folder).document()


def test_a_new_answer_takes_its_place_in_the_order(folder: Path) -> None:
    path = folder / "answers/agent-score-ac66e3d0c209.md"
    text = path.read_text()
    path.unlink()
    found = workspace.read(folder)
    path.write_text(text)
    later = found.again([path])
    assert list(later.objects()) == list(workspace.read(folder).objects())


def test_a_changed_points_file_costs_its_questions_and_no_record(folder: Path) -> None:
    assert opened_files(folder, "decisions/points.json") == [f"{folder}/decisions/points.json"]
    found = workspace.read(folder)
    path = folder / "decisions/points.json"
    path.write_text(path.read_text().replace("How risky is this change", "How risky it is"))
    later = found.again([path])
    assert question(later, "risk-level-7ae638017fe1")["current"] is False
    assert later.document() == workspace.read(folder).document()


def test_a_steward_s_new_question_comes_with_the_branch(folder: Path) -> None:
    found = workspace.read(folder)
    name = "ship-skip-4c2b4b1ff388.md"
    text = (CAPTURED / "ledger/_answers/answer" / name).read_text()
    put_in_ledger(folder, {f"_answers/answer/{name}": text.replace("Hold it.", "Hold it still.")})
    later = found.again([folder / ".git/refs/heads/chant/lifecycle"])
    assert anew(found, later) == {"ship-skip-4c2b4b1ff388"}
    assert question(later, "ship-skip-4c2b4b1ff388")["note"] == "Hold it still."


def test_a_policy_that_moves_at_base_is_seen(folder: Path) -> None:
    found = workspace.read(folder)
    (folder / ".chant/trust.json").write_text('{"schema": 1, "roles": {"agent": ["robot"]}}')
    run_git(folder, "commit", "-q", "-a", "-m", "Trust")
    assert found.again([folder / ".git/refs/heads/main"]).ground.trust.agents == ("robot",)


def test_chants_journal_is_read_without_asking_git(folder: Path, tmp_path: Path) -> None:
    counted = tmp_path / "git"
    counted.write_text(f'#!/bin/sh\necho x >> {tmp_path}/asked\nexec git "$@"\n')
    counted.chmod(0o755)
    found = workspace.read(folder, git=str(counted))
    (tmp_path / "asked").unlink()
    name = "slice-tier-11f10b8d6fc1.md"
    sha256 = found.questions[0].by_name[name].held.record.sha256
    entry = {"sha256": sha256, "at": "2026-11-09T08:07:06.005Z"}
    journal = folder / ".git/chant-writes.json"
    journal.write_text(json.dumps({"version": 1, "files": {f"answers/{name}": entry}}))
    later = found.again([journal, folder / ".git/chant-write.lock"])
    assert anew(found, later) == {"slice-tier-11f10b8d6fc1"}
    assert json.loads(later.objects()["slice-tier-11f10b8d6fc1"])["seen_at"] == "2026-11-09T08:07:06.005Z"
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("half", ["", "---\n", '---\nid: "slice', '---\nid: "slice-tier-11f10b8d6fc1"\ntitle: "x"\n'])
def test_of_a_half_written_record_the_former_version_stays_for_a_second(folder: Path, half: str) -> None:
    path = folder / "answers/slice-tier-11f10b8d6fc1.md"
    whole = path.read_text()
    found = workspace.read(folder)
    write(path, half)
    during = found.again([path], now=NOW + 0.01)
    assert during.unsettled == {path}
    assert anew(found, during) == set()
    write(path, whole.replace("2026-11-01", "2026-11-02"), NOW + 0.02)
    after = during.again([], now=NOW + 0.1)
    assert after.unsettled == frozenset()
    assert question(after, path.stem)["askedOn"] == "2026-11-02"


def test_a_record_that_stays_broken_is_listed_as_broken_after_a_second(folder: Path) -> None:
    path = folder / "answers/slice-tier-11f10b8d6fc1.md"
    found = workspace.read(folder)
    write(path, "---\nid: [\n")
    during = found.again([path], now=NOW + 0.01)
    after = during.again([], now=NOW + 1.02)
    assert after.unsettled == frozenset()
    assert json.loads(after.objects()[path.stem])["question"] is None
    mended = after.again([path], now=NOW + 1.02)
    assert anew(after, mended) == {path.stem}, "it is read again"


def test_a_record_that_is_written_over_and_over_is_not_half_written_for_ever(folder: Path) -> None:
    path = folder / "answers/slice-tier-11f10b8d6fc1.md"
    found = workspace.read(folder)
    for step in range(12):
        write(path, "---\n", NOW + step / 10)
        found = found.again([path], now=NOW + step / 10 + 0.01)
    assert json.loads(found.objects()[path.stem])["question"] is None


def test_a_new_record_that_is_half_written_is_not_listed_yet(folder: Path) -> None:
    path = folder / "answers/slice-tier-aaaaaaaaaaaa.md"
    found = workspace.read(folder)
    write(path, "---\nid:")
    during = found.again([path], now=NOW)
    assert path.stem not in during.objects()
    assert during.unsettled == {path}
    first = workspace.read(folder, now=NOW)
    assert path.stem not in first.objects()
    assert path.stem in first.again([], now=NOW + 2).objects()


def test_an_old_broken_record_is_told_at_once(folder: Path) -> None:
    path = folder / "answers/slice-tier-aaaaaaaaaaaa.md"
    write(path, "---\nid:", LONG_AGO)
    assert path.stem in workspace.read(folder, now=NOW).objects()


@pytest.mark.parametrize(
    "name", ["decisions/points.json", "answers/answer.schema.json", "answers/answer.kind.mjs", "chant.workspace.json"]
)
def test_of_other_half_written_files_the_former_version_stays_too(folder: Path, name: str) -> None:
    found = workspace.read(folder)
    whole = (folder / name).read_text()
    write(folder / name, whole[: len(whole) // 2])
    during = found.again([folder / name], now=NOW + 0.1)
    assert during.unsettled == {folder / name}
    assert anew(found, during) == set()
    write(folder / name, whole)
    assert anew(found, during.again([], now=NOW + 0.2)) == set()


def test_questions_of_a_kind_that_cannot_be_read_any_more_do_not_vanish(folder: Path) -> None:
    found = workspace.read(folder)
    schema = folder / "answers/answer.schema.json"
    write(schema, "{")
    broken = found.again([schema], now=NOW + 0.1).again([], now=NOW + 2)
    assert broken.objects().keys() == found.objects().keys()
    assert all("answer.schema.json" in json.loads(raw)["problems"][-1] for raw in broken.objects().values())
    shown: Any = broken.document()
    assert shown["questions"] == []
    assert shown["sources"][0]["reason"]["code"] == "schema-unreadable"
    assert "answer.schema.json" in broken.problems[0]


def test_a_declaration_that_stays_broken_is_an_error(folder: Path) -> None:
    found = workspace.read(folder)
    write(folder / "chant.workspace.json", "{")
    during = found.again([folder / "chant.workspace.json"], now=NOW)
    with pytest.raises(WorkspaceUnreadable):
        during.again([], now=NOW + 2)


def test_a_kind_that_is_no_longer_declared_is_gone(folder: Path) -> None:
    found = workspace.read(folder)
    declared = json.loads((folder / "chant.workspace.json").read_text())
    write(folder / "chant.workspace.json", json.dumps(declared | {"records": []}))
    assert found.again([folder / "chant.workspace.json"]).objects() == {}


def test_after_every_write_of_chant_our_document_is_its_own(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="asked")

    def chant(*words: str) -> dict[str, Any]:
        argv = [*standin_argv(today="2026-11-02"), "workspace", "points", *words]
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=True)
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    found = workspace.read(folder)
    for words in (
        ("answer", "slice-tier-4ed4abbd4dfd", "--answer", "large", "--by", "alice"),
        ("answer", "ship-skip-4c2b4b1ff388", "--answer", "no", "--by", "alice"),
        ("retract", "slice-tier-4ed4abbd4dfd", "--by", "bob"),
        ("ask", "two-people", "--inputs", '{"member.name": "zed"}'),
    ):
        key = chant(*words)["id"]
        later = found.again([folder / "answers", folder / ".git"])
        assert anew(found, later) == {key}
        theirs = {name: each for name, each in chant("--json").items() if name not in ("$schema", "chant")}
        assert json.dumps(later.document()) == json.dumps(theirs)
        found = later
