"""Finding a workspace's declaration and reading what it names."""

import json
from pathlib import Path
from typing import Any

import pytest

from sayso_client.stores.chant import declaration
from sayso_client.stores.chant.model import Declaration, WorkspaceUnreadable

DECLARED: dict[str, Any] = {"name": "w", "schema": 1, "members": []}


def put(folder: Path, name: str = "chant.workspace.json", value: object = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(DECLARED if value is None else value))
    return path


def parsed(value: object, name: str = "chant.workspace.json") -> Declaration:
    return declaration.parse(json.dumps(value).encode(), Path("/w") / name)


def code_of(raw: bytes, name: str = "chant.workspace.json") -> str:
    with pytest.raises(WorkspaceUnreadable) as refused:
        declaration.parse(raw, Path("/w") / name)
    assert f"/w/{name}" in str(refused.value)
    return refused.value.code


def test_the_nearest_one_at_or_above_the_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    outer = put(tmp_path)
    inner = put(tmp_path / "a" / "b", "chant.workspace.jsonc")
    (tmp_path / "a" / "b" / "c").mkdir()
    assert declaration.find(tmp_path / "a") == outer
    assert declaration.find(tmp_path / "a" / "b" / "c") == inner


def test_none_is_looked_for_above_the_top_of_the_repository(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "repo" / "folder").mkdir(parents=True)
    (tmp_path / "repo" / ".git").write_text("gitdir: elsewhere\n")
    with pytest.raises(WorkspaceUnreadable, match=r"There is no chant\.workspace\.json or") as refused:
        declaration.find(tmp_path / "repo" / "folder")
    assert refused.value.code == "declaration-missing"


def test_outside_a_repository_only_the_folder_itself_counts(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "folder").mkdir()
    assert declaration.find(tmp_path) == tmp_path / "chant.workspace.json"
    with pytest.raises(WorkspaceUnreadable):
        declaration.find(tmp_path / "folder")


def test_two_in_one_folder_are_refused_with_what_to_do(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, "chant.workspace.jsonc")
    with pytest.raises(WorkspaceUnreadable, match="Keep one of them") as refused:
        declaration.find(tmp_path)
    assert refused.value.code == "declaration-ambiguous"


def test_the_workspaces_own_kinds_come_before_those_of_its_members() -> None:
    found = parsed(
        DECLARED
        | {
            "members": [
                {"name": "app", "dir": "apps/app", "kind": "other", "records": [{"kind": "a/x.kind.mjs"}]},
                {"name": "all", "kind": "examples", "glob": "*", "records": [{"kind": "never.mjs"}]},
                {"name": "top", "dir": ".", "kind": "chant", "records": [{"kind": "y.mjs"}, {"kind": "z.mjs"}]},
            ],
            "records": [{"kind": "answers/answer.kind.mjs"}],
        }
    )
    assert [(each.declared, each.member) for each in found.kinds] == [
        ("answers/answer.kind.mjs", None),
        ("apps/app/a/x.kind.mjs", "app"),
        ("y.mjs", "top"),
        ("z.mjs", "top"),
    ]
    assert found.kinds[1].file == Path("/w/apps/app/a/x.kind.mjs")
    assert (found.name, found.root) == ("w", Path("/w"))


@pytest.mark.parametrize(
    "kind",
    ["/etc/x.mjs", "../x.mjs", "a/../../x.mjs", "./x.mjs", "a//x.mjs", "a/", "", "a\\x", "a\0", "\ud800", None, 1],
)
def test_a_kind_outside_the_workspace_is_refused(kind: object) -> None:
    assert code_of(json.dumps(DECLARED | {"records": [{"kind": kind}]}).encode()) == "declaration-invalid"
    member = {"name": "m", "dir": kind, "kind": "other", "records": [{"kind": "x.mjs"}]}
    assert code_of(json.dumps(DECLARED | {"members": [member]}).encode()) == "declaration-invalid"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{", "declaration-unparseable"),
        (b"\xff", "declaration-unparseable"),
        (b" " * (declaration.LARGEST + 1), "declaration-unparseable"),
        (b'{"name": "a", "name": "b"}', "declaration-unparseable"),
        (b"[]", "declaration-invalid"),
        (b'{"members": []}', "declaration-invalid"),
        (b'{"name": "a", "records": {}}', "declaration-invalid"),
        (b'{"name": "a", "records": ["a.mjs"]}', "declaration-invalid"),
        (b'{"name": "a", "members": ["a"]}', "declaration-invalid"),
        (b'{"name": "a", "members": [{"dir": "a"}]}', "declaration-invalid"),
    ],
)
def test_what_is_no_declaration_is_refused_with_chants_code(raw: bytes, code: str) -> None:
    assert code_of(raw) == code


def test_comments_are_for_the_file_that_ends_in_jsonc() -> None:
    raw = b'// ours\n{"name": "w", "members": [],}'
    assert declaration.parse(raw, Path("/w/chant.workspace.jsonc")).name == "w"
    assert code_of(raw) == "declaration-unparseable"


def test_people_have_to_be_identified_only_where_the_bytes_at_base_say_so() -> None:
    path = Path("/w/chant.workspace.json")
    for attribution, wanted in (("identified", True), ("any", False), (None, False), (["identified"], False)):
        value = DECLARED | {"identity": {"attribution": attribution}}
        assert parsed(value).identified is wanted
        assert declaration.is_identified(json.dumps(value).encode(), path) is wanted
    assert not parsed(DECLARED).identified
    assert not declaration.is_identified(None, path)
    with pytest.raises(WorkspaceUnreadable):
        declaration.is_identified(b"{", path)


def test_a_hostile_path_cannot_act_on_the_terminal_from_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceUnreadable) as refused:
        declaration.parse(b"{", tmp_path / "\x1b[2J" / "chant.workspace.json")
    assert str(refused.value).isprintable()
