"""A workspace is known by its repository and its place in it, wherever it lies; without a repository by its folder."""

import os
import shutil
from pathlib import Path

import pytest

from chant_workspaces import make_workspace, run_git, standin_argv
from sayso_client.errors import StoreError, Unreachable
from sayso_client.stores.chant.model import WorkspaceUnreadable
from sayso_client.stores.chant.wire import ChantWire
from sayso_config.model import StoreSetting


def setting_of(folder: Path) -> StoreSetting:
    return StoreSetting("work", "chant", path=str(folder), trust=True, command=tuple(standin_argv()))


def wire_to(folder: Path, *, trust: bool = False) -> ChantWire:
    return ChantWire(StoreSetting("work", "chant", path=str(folder), trust=trust), {})


async def uuid(folder: Path) -> str:
    return (await wire_to(folder).hello()).uuid


def moved(folder: Path) -> Path:
    """The same folder elsewhere."""
    return folder.rename(folder.parent / "moved")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work")


async def test_it_is_the_same_from_any_folder_in_it_and_after_it_was_moved(folder: Path) -> None:
    known = await uuid(folder)
    assert await uuid(folder / "answers") == known
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "One more")
    assert await uuid(moved(folder)) == known


async def test_a_clone_and_a_linked_working_tree_are_the_same(folder: Path, tmp_path: Path) -> None:
    known = await uuid(folder)
    run_git(folder, "clone", "-q", str(folder), str(tmp_path / "clone"))
    run_git(folder, "worktree", "add", "-q", str(tmp_path / "linked"))
    assert await uuid(tmp_path / "clone") == known
    assert await uuid(tmp_path / "linked") == known


async def test_another_repository_and_another_place_in_one_are_others(folder: Path, tmp_path: Path) -> None:
    known = await uuid(folder)
    assert await uuid(make_workspace(tmp_path / "another")) != known
    inner = make_workspace(folder / "inner", git=False)
    assert await uuid(inner) not in (known, await uuid(tmp_path / "another"))


async def test_histories_that_are_merged_in_change_nothing(folder: Path, tmp_path: Path) -> None:
    known = await uuid(folder)
    other = make_workspace(tmp_path / "another")
    run_git(folder, "fetch", "-q", str(other), "main")
    run_git(folder, "merge", "-q", "-s", "ours", "--allow-unrelated-histories", "-m", "Both", "FETCH_HEAD")
    assert await uuid(folder) == known


async def test_outside_git_it_is_known_by_its_folder(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "work", git=False)
    known = await uuid(folder)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert await uuid(link) == known
    assert await uuid(moved(folder)) != known


async def test_before_the_first_commit_and_in_a_shallow_clone_it_is_known_by_its_folder(
    folder: Path, tmp_path: Path
) -> None:
    fresh = make_workspace(tmp_path / "fresh", git=False)
    run_git(fresh, "init", "-q", "-b", "main")
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "One more")
    run_git(folder, "clone", "-q", "--depth", "1", f"file://{folder}", str(tmp_path / "shallow"))
    assert len({await uuid(fresh), await uuid(tmp_path / "shallow"), await uuid(folder)}) == 3


async def test_what_may_be_written_is_what_was_trusted(folder: Path) -> None:
    without, trusted = wire_to(folder, trust=True), ChantWire(setting_of(folder), {"PATH": os.environ["PATH"]})
    read_only = await wire_to(folder).hello()
    assert (read_only.can_write, (await trusted.hello()).can_write) == (False, True)
    assert (await trusted.hello()).why_not is None
    assert "there is no program chant" in ((await without.hello()).why_not or "")
    assert "sayso store trust work" in (read_only.why_not or "")
    assert read_only.name == "inbox-fixture"


@pytest.mark.parametrize(
    ("spoil", "error", "words"),
    [
        (lambda folder: shutil.rmtree(folder), Unreachable, "There is no folder"),
        (lambda folder: (folder / "chant.workspace.json").unlink(), WorkspaceUnreadable, "Name the folder"),
        (lambda folder: (folder / "chant.workspace.jsonc").write_text("{}"), WorkspaceUnreadable, "Keep one of them"),
        (lambda folder: (folder / "chant.workspace.json").write_text("{"), WorkspaceUnreadable, "chant.workspace.json"),
    ],
)
async def test_a_workspace_that_cannot_be_read_says_why_and_what_to_do(
    folder: Path, spoil: object, error: type[StoreError], words: str
) -> None:
    assert callable(spoil)
    spoil(folder)
    with pytest.raises(error, match="work cannot be read now") as raised:
        await uuid(folder)
    assert words in str(raised.value)


async def test_a_repository_without_git_to_ask_is_not_taken_for_another_workspace(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unreachable, match="Install git"):
        await uuid(folder)
