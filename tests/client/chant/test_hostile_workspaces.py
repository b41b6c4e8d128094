import json
import os
import re
import shutil
from pathlib import Path

import pytest

from chant_workspaces import make_workspace
from sayso_client.stores.chant import folder as folders
from sayso_client.stores.chant import record, workspace

ID = "slice-tier-aaaaaaaaaaaa"
ANYTHING = re.compile(r"\.md\Z")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "w", state="after-01", git=False)


def keys(folder: Path) -> set[str]:
    return set(workspace.read(folder, now=9e9).objects())


def problem(folder: Path, key: str) -> str:
    found: str = json.loads(workspace.read(folder, now=9e9).objects()[key])["problems"][0]
    return found


def test_a_pipe_never_blocks_and_is_no_record(folder: Path) -> None:
    os.mkfifo(folder / f"answers/{ID}.md")
    assert ID not in keys(folder)


@pytest.mark.parametrize("name", ["decisions/points.json", "answers/answer.schema.json", "answers/answer.kind.mjs"])
def test_a_pipe_in_the_place_of_another_file_never_blocks(folder: Path, name: str) -> None:
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert workspace.read(folder, now=9e9).problems


@pytest.mark.parametrize("name", ["decisions/points.json", "answers/answer.schema.json", "answers/answer.kind.mjs"])
def test_a_link_in_the_place_of_a_file_is_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    assert workspace.read(folder, now=9e9).problems


def test_a_link_in_the_folder_of_records_is_no_record(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("---\nid: secret\n---\n")
    (folder / f"answers/{ID}.md").symlink_to(tmp_path / "secret")
    assert ID not in keys(folder)
    again = workspace.read(folder).again([folder / f"answers/{ID}.md"], now=9e9)
    assert "secret" not in again.objects()


def test_a_folder_that_is_a_link_out_of_the_workspace_is_not_entered(folder: Path, tmp_path: Path) -> None:
    kind = folder / "answers/answer.kind.mjs"
    kind.write_text(kind.read_text().replace('dir: "."', 'dir: "out"'))
    shutil.copytree(folder / "answers", tmp_path / "outside")
    (folder / "answers/out").symlink_to(tmp_path / "outside")
    found = workspace.read(folder)
    assert found.objects() == {}
    assert found.problems == ("records directory answers/out does not exist",)


def test_a_folder_that_is_a_link_inside_the_workspace_is_entered(folder: Path) -> None:
    kind = folder / "answers/answer.kind.mjs"
    kind.write_text(kind.read_text().replace('dir: "."', 'dir: "in"'))
    (folder / "records").mkdir()
    for path in (folder / "answers").glob("slice-tier-*.md"):
        path.rename(folder / "records" / path.name)
    (folder / "answers/in").symlink_to(folder / "records")
    assert len(keys(folder)) == 1


def test_a_huge_record_is_listed_but_not_read(folder: Path) -> None:
    with (folder / f"answers/{ID}.md").open("wb") as file:
        file.truncate(1 << 40)
    assert "more than 1,048,576 bytes" in problem(folder, ID)


@pytest.mark.parametrize(
    "name", [f"{ID}.md\n", f"\n{ID}.md", f"{ID}.md.swp", f".{ID}.md", "Slice-tier-aaaaaaaaaaaa.md", f"{ID}\x1b[2J.md"]
)
def test_a_name_that_chant_would_not_take_is_no_record(folder: Path, name: str) -> None:
    before = keys(folder)
    (folder / "answers" / name).write_text("---\nid: x\n---\n")
    assert keys(folder) == before


def test_a_name_that_is_no_utf_8_is_passed_over(folder: Path) -> None:
    kind = folder / "answers/answer.kind.mjs"
    kind.write_text(kind.read_text().replace(re.search(r"match: (.*),", kind.read_text())[1], '".md$"'))  # type: ignore[index]  # it is there
    before = keys(folder)
    Path(os.fsdecode(os.fsencode(folder / "answers") + b"/\xff.md")).write_text("---\nid: x\n---\n")
    (folder / "answers/a\nb.md").write_text("---\nid: y\n---\n")
    assert keys(folder) == before


def test_a_folder_in_the_place_of_a_record_is_none(folder: Path) -> None:
    (folder / f"answers/{ID}.md").mkdir()
    assert ID not in keys(folder)


def test_bytes_that_are_no_utf_8_are_read_as_chant_reads_them() -> None:
    found = record.read("x.md", b'---\nid: "x"\ntitle: "a\xff\xc3"\n---\n')
    assert found.data == {"id": "x", "title": "a\ufffd\ufffd"}


def test_windows_ends_of_lines_do_not_change_the_digest() -> None:
    unix = b'---\nid: "x"\ntitle: "y"\n---\n\nbody\n'
    one, other = record.read("x.md", unix), record.read("x.md", unix.replace(b"\n", b"\r\n"))
    assert one.data == other.data
    assert one.digest == other.digest
    assert one.sha256 != other.sha256


def test_the_body_is_not_in_the_digest() -> None:
    one, other = (record.read("x.md", b'---\nid: "x"\n---\n' + body) for body in (b"one", b"other"))
    assert one.digest == other.digest


def test_a_byte_order_mark_makes_it_no_record_as_it_does_for_chant() -> None:
    found = record.read("x.md", b'\xef\xbb\xbf---\nid: "x"\n---\n')
    assert found.data is None
    assert found.problem is not None


def test_a_name_cannot_act_on_the_terminal_from_inside_a_sentence() -> None:
    found = record.read("x\x1b[2J\n.md", b"")
    assert found.problem is not None
    assert found.problem.isprintable()
    nasty = record.read("x.md", b'---\n"\\e[2J": 1\n"\\e[2J": 2\n---\n')
    assert nasty.problem is not None
    assert nasty.problem.isprintable()


def test_only_the_first_so_many_records_are_read(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.md").touch()
    found = folders.names(tmp_path, tmp_path, ANYTHING, most=3)
    assert found == folders.Names(("0.md", "1.md", "2.md"), all_of_them=False)
    assert folders.names(tmp_path, tmp_path, ANYTHING, most=5) == folders.Names(
        ("0.md", "1.md", "2.md", "3.md", "4.md"), all_of_them=True
    )


def test_records_stand_in_javascripts_order_of_names(tmp_path: Path) -> None:
    for name in ("b", "a-", "a", "é", "😀", "\ufb01"):
        (tmp_path / f"{name}.md").touch()
    found = folders.names(tmp_path, tmp_path, ANYTHING)
    assert found is not None
    assert found.names == ("a-.md", "a.md", "b.md", "é.md", "😀.md", "\ufb01.md")


@pytest.mark.parametrize(
    "text",
    [
        "inputs: [1]\nstate: 3\ncandidates: {a: 1}\nconstrains: x\ndecider: quorum\n",
        "escalations: [1, {kind: model}, null]\nretractions: [null, x, {}]\nsource: chant-steward\n",
        "source: {harness: chant-steward, client: x, session: 1}\nprobabilities: []\nconfidence: yes\n",
        "point: [x]\npoint_version: 1\nasked: x\nanswer: [a]\nanswered_by: alice\ntitle: 3\nquestion_type: null\n",
        'point: "\\ud800"\npoint_version: x\ninputs: {"\\udfff": "\\ud800"}\ntitle: "\\ud800"\n',
    ],
)
def test_fields_of_any_kind_are_shown_as_absent_and_never_fail(folder: Path, text: str) -> None:
    (folder / f"answers/{ID}.md").write_text(f"---\nid: {ID}\n{text}---\n")
    found = json.loads(workspace.read(folder, now=9e9).objects()[ID])
    assert found["question"]["valid"] is False
    assert found["question"]["open"] is True
    assert found["problems"]


def test_a_point_that_is_too_large_is_not_in_every_question(folder: Path) -> None:
    points = json.loads((folder / "decisions/points.json").read_text())
    points["points"]["slice-tier"]["question"]["instructions"] = "x" * 300_000
    (folder / "decisions/points.json").write_text(json.dumps(points))
    (found,) = (json.loads(raw) for raw in workspace.read(folder).objects().values())
    assert found["point"] is None
    assert found["question"]["current"] is False
    assert "so it is not shown" in found["problems"][0]
