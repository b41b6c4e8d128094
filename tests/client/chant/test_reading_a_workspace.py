import json
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from chant_workspaces import CAPTURED, make_workspace, put_in_ledger, run_git
from sayso_client.stores.chant import workspace
from sayso_client.stores.chant.model import WorkspaceUnreadable
from sayso_client.stores.chant.workspace import Places, Workspace

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    return lambda **more: make_workspace(tmp_path / "w", **more)


def captured(number: int) -> dict[str, Any]:
    (path,) = (CAPTURED / "json").glob(f"{number}-*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return {key: value for key, value in found.items() if key not in ("$schema", "chant")}


def same(ours: object, theirs: object) -> bool:
    """Also the order of names, which equality passes over."""
    return json.dumps(ours) == json.dumps(theirs)


def document(found: Workspace, open_only: bool = False) -> dict[str, Any]:
    shown: dict[str, Any] = dict(found.document(open_only))
    return shown


def told(found: Workspace) -> dict[str, dict[str, Any]]:
    return {key: json.loads(raw) for key, raw in found.objects().items()}


@pytest.mark.parametrize(
    ("state", "number", "open_only"),
    [("asked", 38, False), ("asked", 39, True), ("final", 82, False), ("final", 83, True)],
)
def test_our_document_is_chants_own(make: Make, state: str, number: int, open_only: bool) -> None:
    assert same(workspace.read(make(state=state)).document(open_only), captured(number))


def test_our_document_is_chants_own_with_broken_records(make: Make) -> None:
    folder = make(state="final")
    for path in (CAPTURED / "invalid").iterdir():
        shutil.copy(path, folder / "answers")
    assert same(workspace.read(folder, now=9e9).document(), captured(86))


def test_our_document_is_chants_own_with_a_broken_points_file(make: Make) -> None:
    folder = make(state="final")
    points = json.loads((folder / "decisions/points.json").read_text())
    points["points"]["slice-tier"]["deciders"].pop()
    (folder / "decisions/points.json").write_text(json.dumps(points))
    found = workspace.read(folder, now=9e9)
    assert same(document(found), captured(87))
    assert found.problems == (captured(87)["sources"][0]["reason"]["message"],)


def test_a_folder_without_a_declaration_fails_with_chants_code(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceUnreadable) as failed:
        workspace.read(tmp_path)
    assert failed.value.code == captured(89)["error"]["code"]


def test_a_folder_inside_the_workspace_is_enough(make: Make) -> None:
    folder = make(state="final")
    assert same(workspace.read(folder / "answers").document(), captured(82))


def test_outside_git_there_are_no_stewards_and_no_roles(make: Make) -> None:
    folder = make(state="final", git=False)
    found = workspace.read(folder)
    shown = document(found)
    assert shown["workspace"] == {"name": "inbox-fixture", "root": str(folder)}
    assert not any(each["ledger"] for each in shown["questions"])
    assert all(not each["agents"] and not any(each["roles"].values()) for each in told(found).values())


def test_every_question_is_one_object_with_all_that_is_known(make: Make) -> None:
    found = workspace.read(make(state="final"))
    objects = told(found)
    questions = {each["id"]: each for each in document(found)["questions"]}
    points = {each["name"]: each for each in document(found)["points"]}
    assert objects.keys() == questions.keys()
    for key, each in objects.items():
        assert each["v"] == 1
        assert each["question"] == questions[key]
        assert each["point"] == points.get(questions[key]["point"])
        assert each["kind"] == "answers/answer.kind.mjs"
        assert each["agents"] == ["bot", "github:ci-bot"]
        assert {"note", "retractions", "relayed_by", "reason", "asked"} <= set(each["holds"])
        assert each["problems"] == []
        assert each["workspace"] == "inbox-fixture"
        assert each["identified"] is False
        assert re.fullmatch("[0-9a-f]{64}", each["digest"])
    assert objects["needs-decision-66310abe409f"]["roles"] == {"lead": ["alice", "bob", "bot"]}
    assert objects["slice-tier-11f10b8d6fc1"]["roles"] == {}
    assert objects["slice-tier-592dbc6540d5"]["file"] == "chant/lifecycle:_answers/answer/slice-tier-592dbc6540d5.md"
    assert objects["slice-tier-592dbc6540d5"]["seen_at"] is None
    assert objects["slice-tier-11f10b8d6fc1"]["file"] == "answers/slice-tier-11f10b8d6fc1.md"


def test_an_old_schema_copy_does_not_hold_notes(make: Make) -> None:
    each = next(iter(told(workspace.read(make(state="after-04", schema="old"))).values()))
    assert not {"note", "retractions", "reason", "relayed_by"} & set(each["holds"])


def test_a_record_was_last_written_when_the_journal_says_as_long_as_it_speaks_of_this_content(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    found = workspace.read(folder)
    (each,) = told(found).values()
    by_the_file_system = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    assert abs(datetime.fromisoformat(each["seen_at"]) - by_the_file_system).total_seconds() < 0.01
    entry = {"sha256": found.questions[0].by_name[path.name].held.record.sha256, "at": "2026-11-01T08:09:10.123Z"}
    journal = folder / ".git/chant-writes.json"
    journal.write_text(json.dumps({"version": 1, "files": {f"answers/{path.name}": entry}}))
    assert told(workspace.read(folder))[path.stem]["seen_at"] == "2026-11-01T08:09:10.123Z"
    path.write_text(path.read_text() + "\nMore.\n")
    assert told(workspace.read(folder))[path.stem]["seen_at"] != "2026-11-01T08:09:10.123Z"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 2}', '{"version": 1, "files": {"a": 1}}', "[" * 100_000])
def test_a_journal_that_is_none_is_passed_over(make: Make, text: str) -> None:
    folder = make(state="after-01")
    (folder / ".git/chant-writes.json").write_text(text)
    (each,) = told(workspace.read(folder)).values()
    assert each["seen_at"]


def test_a_record_that_cannot_be_read_is_listed_with_its_name_and_a_sentence(make: Make) -> None:
    folder = make(state="after-01")
    (folder / "answers/slice-tier-eeeeeeeeeeee.md").write_text("---\nid: [\n---\n\nnot yaml\n")
    (folder / "answers/slice-tier-dddddddddddd.md").write_text('---\ntitle: "nobody"\n---\n')
    found = workspace.read(folder, now=9e9)
    broken = told(found)["slice-tier-eeeeeeeeeeee"]
    assert broken["question"] is None
    assert broken["file"] == "answers/slice-tier-eeeeeeeeeeee.md"
    assert "slice-tier-eeeeeeeeeeee.md cannot be read" in broken["problems"][0]
    assert "has no id" in told(found)["slice-tier-dddddddddddd"]["problems"][0]
    assert len(document(found)["questions"]) == 1


def test_a_record_that_does_not_fit_the_schema_says_where(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    path.write_text(path.read_text().replace('state: "answered"', 'state: "waiting"'))
    (each,) = told(workspace.read(folder)).values()
    assert each["question"]["valid"] is False
    assert each["question"]["state"] == "escalated"
    assert "state" in each["problems"][0]


def test_a_second_record_with_the_same_id_is_invalid_and_has_a_key_of_its_own(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    shutil.copy(path, path.with_name("slice-tier-ffffffffffff.md"))
    found = told(workspace.read(folder))
    assert found[path.stem]["question"]["valid"] is True
    assert found["slice-tier-ffffffffffff"]["question"]["valid"] is False
    assert "has the id of another one" in found["slice-tier-ffffffffffff"]["problems"][0]


@pytest.mark.parametrize("name", ["slice-tier-000000000008", "slice-tier-ffffffffffff", "aaa-000000000008"])
def test_of_two_records_with_one_id_the_question_is_the_one_that_is_named_like_it(make: Make, name: str) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    text = path.read_text().replace('"work-item.fits_small": true', '"work-item.fits_small": false')
    path.with_name(f"{name}.md").write_text(text)
    found = told(workspace.read(folder))
    own, copy = found[path.stem], found[name]
    assert (own["file"], copy["file"]) == (f"answers/{path.name}", f"answers/{name}.md")
    assert own["question"]["inputs"]["work-item.fits_small"] is True
    assert [each["question"]["valid"] for each in (own, copy)] == [True, False]
    assert [each["twin"] for each in (own, copy)] == [f"{name}.md", path.name]
    assert all("has the id of another one" in each["problems"][0] for each in (own, copy))
    shown: Any = workspace.read(folder).document()
    in_order = sorted((path.stem, name))
    assert [Path(each["path"]).stem for each in shown["questions"]] == in_order
    assert [each["valid"] for each in shown["questions"]] == [True, False], "as chant says it"


def test_no_copy_takes_the_key_of_a_question_whose_name_it_bears(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    other = "slice-tier-ffffffffffff"
    path.with_name("slice-tier-fffffffffffe.md").write_text(path.read_text().replace(path.stem, other))
    shutil.copy(path, path.with_name(f"{other}.md"))
    found = told(workspace.read(folder))
    assert found[other]["question"]["id"] == other
    assert found[path.stem]["file"] == f"answers/{path.name}"
    assert len(found) == 3


def test_once_the_copy_is_gone_the_question_is_as_it_was(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    before = workspace.read(folder)
    copy = path.with_name("aaa-000000000008.md")
    shutil.copy(path, copy)
    during = before.again([copy])
    assert "twin" in told(during)[path.stem]
    copy.unlink()
    assert during.again([copy]).objects() == before.objects()


def test_inputs_that_were_changed_after_the_question_are_noticed(make: Make) -> None:
    folder = make(state="after-01")
    (path,) = (folder / "answers").glob("slice-tier-*.md")
    path.write_text(path.read_text().replace('"work-item.fits_small": true', '"work-item.fits_small": false'))
    (each,) = told(workspace.read(folder)).values()
    assert "do not fit its inputs_hash" in each["problems"][0]


def test_the_same_id_in_a_second_kind_is_told_with_that_kind(make: Make) -> None:
    folder = make(state="after-01", git=False)
    shutil.copytree(folder / "answers", folder / "app/answers")
    shutil.copytree(folder / "decisions", folder / "app/decisions")
    declared = json.loads((folder / "chant.workspace.json").read_text())
    declared["members"][0]["records"] = [{"kind": "answers/answer.kind.mjs"}]
    (folder / "chant.workspace.json").write_text(json.dumps(declared))
    first, second = told(workspace.read(folder))
    assert second == f"{first}@app/answers/answer.kind.mjs"


def test_a_kind_file_that_is_a_program_is_not_run_but_its_places_can_be_told(make: Make, tmp_path: Path) -> None:
    folder = make(state="final")
    kind = folder / "answers/answer.kind.mjs"
    kind.write_text(f"import fs from 'fs'; fs.writeFileSync('{tmp_path}/ran', ''); export const recordKind = make();\n")
    found = workspace.read(folder, now=9e9)
    assert found.objects() == {}
    assert any("not plain data" in each for each in found.problems)
    assert document(found)["sources"][0]["reason"]["code"] == "kind-unreadable"
    places = Places(folder / "answers", folder / "decisions/points.json")
    assert same(workspace.read(folder, kinds=places).document(), captured(82))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda at: (at / "answers/answer.schema.json").write_text("{"), "schema-unreadable"),
        (lambda at: (at / "answers/answer.schema.json").write_text('{"$id": "urn:x"}'), "schema-id-mismatch"),
        (lambda at: (at / "answers/answer.kind.mjs").unlink(), "kind-unreadable"),
        (lambda at: (at / "answers/answer.kind.mjs").write_text("export const recordKind = {};"), "kind-invalid"),
        (lambda at: (at / "decisions/points.json").unlink(), "points-invalid"),
    ],
)
def test_what_cannot_be_read_has_chants_reason(make: Make, spoil: Callable[[Path], object], code: str) -> None:
    folder = make(state="after-01")
    spoil(folder)
    found = workspace.read(folder, now=9e9)
    (source,) = document(found)["sources"]
    assert source["reason"]["code"] == code
    assert found.problems == (source["reason"]["message"],)


def test_a_folder_of_records_that_is_not_there_is_told(make: Make) -> None:
    folder = make(state="before-first-command")
    kind = folder / "answers/answer.kind.mjs"
    kind.write_text(kind.read_text().replace('dir: "."', 'dir: "elsewhere"'))
    (source,) = document(workspace.read(folder))["sources"]
    assert source["reason"] == {
        "code": "location-missing",
        "message": "records directory answers/elsewhere does not exist",
    }


def test_a_workspace_below_the_top_of_its_repository_shows_paths_from_there(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "top/inside/w", state="final", git=False)
    run_git(tmp_path / "top", "init", "-q", "-b", "main")
    put_in_ledger(
        tmp_path / "top",
        {"_answers/answer/" + each.name: each.read_text() for each in (CAPTURED / "ledger/_answers/answer").iterdir()},
    )
    shown = document(workspace.read(folder))
    assert shown["workspace"]["root"] == "inside/w"
    assert shown["sources"][0]["points"] == "inside/w/decisions/points.json"
    assert {each["path"].rpartition("/")[0] for each in shown["questions"]} == {"inside/w/answers"}
    assert sum(each["ledger"] is not None for each in shown["questions"]) == 3
