"""What git said holds while nothing of the repository moved, and not a moment longer."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chant_workspaces import make_workspace, put_in_ledger, run_git
from sayso_client.stores.chant import branch, git, trust, unmoved, workspace
from sayso_client.stores.chant.lately import Lately
from sayso_client.stores.chant.reading import Reading
from sayso_client.stores.chant.watching import Watching
from sayso_config.model import StoreSetting


class Asked:
    """A git on the PATH that writes down what it is asked."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "tools" / "git"
        self._list = folder / "asked"
        self.program.parent.mkdir()
        real = shutil.which("git")
        noted = f"case $each in rev-parse|cat-file|ls-tree|rev-list) echo $each >> {self._list};; esac"
        self.program.write_text(f'#!/bin/sh\nfor each; do {noted}; done\nexec {real} "$@"\n')
        self.program.chmod(0o755)

    def since(self) -> list[str]:
        """What it was asked since the last time."""
        told = self._list.read_text().split() if self._list.exists() else []
        self._list.unlink(missing_ok=True)
        return told


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    found = Asked(tmp_path)
    monkeypatch.setenv("PATH", f"{found.program.parent}:{os.environ['PATH']}")
    return found


def settled(folder: Path) -> None:
    """Until what changed in it is so old that another change would show."""
    end = time.monotonic() + 20
    while git.find(folder) is not git.find(folder):
        assert time.monotonic() < end


def test_a_workspace_is_met_and_read_with_few_questions_to_git(folder: Path, asked: Asked) -> None:
    settled(folder)
    reading, watching = Reading(StoreSetting("work", "chant", path=str(folder))), Watching()
    try:
        asked.since()
        reading.greet()
        assert asked.since() == ["rev-list"]
        reading.meant()
        reading.first(watching)
        # Where the branches are; what base holds; what the stewards asked.
        assert sorted(asked.since()) == ["cat-file"] * 3 + ["ls-tree"] * 2
        reading.greet()
        reading.next(watching, rung=True)
        assert asked.since() == []
    finally:
        watching.close()


def _commit(folder: Path) -> None:
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "One more")


def _amend(folder: Path) -> None:
    run_git(folder, "commit", "-q", "--amend", "--allow-empty", "-m", "Otherwise")


def _branch(folder: Path) -> None:
    run_git(folder, "checkout", "-q", "-b", "aside")
    _commit(folder)
    run_git(folder, "pack-refs", "--all")
    run_git(folder, "checkout", "-q", "main")


def _detach(folder: Path) -> None:
    run_git(folder, "checkout", "-q", "--detach")
    _commit(folder)


def _move_the_ref_alone(folder: Path) -> None:
    run_git(folder, "update-ref", "refs/heads/main", "chant/lifecycle")


def _write_the_ref_in_place(folder: Path) -> None:
    (folder / ".git/refs/heads/main").write_text(run_git(folder, "rev-parse", "chant/lifecycle"))


def _write_head_in_place(folder: Path) -> None:
    (folder / ".git/HEAD").write_text("ref: refs/heads/chant/lifecycle\n")


def _pack(folder: Path) -> None:
    _commit(folder)
    run_git(folder, "pack-refs", "--all", "--prune")


def _drop_the_branch(folder: Path) -> None:
    run_git(folder, "update-ref", "-d", "refs/heads/main")


def _another_repository(folder: Path) -> None:
    another = make_workspace(folder.parent / "another", state="asked")
    shutil.rmtree(folder / ".git")
    (another / ".git").rename(folder / ".git")


def _another_folder(folder: Path) -> None:
    another = make_workspace(folder.parent / "another", state="asked")
    shutil.rmtree(folder)
    another.rename(folder)


def _the_same_folder_made_anew(folder: Path) -> None:
    shutil.rmtree(folder)
    make_workspace(folder, state="answered")
    run_git(folder, "commit", "-q", "--amend", "-m", "Begun anew")


def _a_repository_around_is_left(folder: Path) -> None:
    shutil.rmtree(folder / ".git")
    (folder.parent / "chant.txt").write_text("all")
    run_git(folder.parent, "init", "-q", "-b", "main")
    run_git(folder.parent, "add", "chant.txt")
    run_git(folder.parent, "commit", "-q", "-m", "Around it")


MOVES = [
    _commit,
    _amend,
    _branch,
    _detach,
    _move_the_ref_alone,
    _write_the_ref_in_place,
    _write_head_in_place,
    _pack,
    _drop_the_branch,
    _another_repository,
    _another_folder,
    _the_same_folder_made_anew,
    _a_repository_around_is_left,
]


@pytest.mark.parametrize("move", MOVES)
def test_what_moved_is_asked_anew(folder: Path, move: Callable[[Path], None]) -> None:
    settled(folder)
    before = git.find(folder)
    move(folder)
    found = git.find(folder)
    assert found is not before
    assert found is not None
    there = run_git(folder, "rev-parse", "--revs-only", "-q", "HEAD^{commit}").strip()
    assert (found.head or "") == there
    assert str(found.repository.top) == run_git(folder, "rev-parse", "--show-toplevel").strip()


BRANCHES = (branch.REVISION, *trust.BASES)


def there(folder: Path) -> dict[str, str]:
    """Where the branches are, as git says it."""
    told = {each: run_git(folder, "rev-parse", "--revs-only", "-q", f"{each}^{{commit}}").strip() for each in BRANCHES}
    return {name: commit for name, commit in told.items() if commit}


def _ask_a_steward(folder: Path) -> None:
    put_in_ledger(folder, {"_answers/answer/x.md": "x"})


def _fetch(folder: Path) -> None:
    run_git(folder, "update-ref", "refs/remotes/origin/trunk", "HEAD^{commit}")
    run_git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")


def _fetch_again(folder: Path) -> None:
    run_git(folder, "update-ref", "refs/remotes/origin/trunk", "chant/lifecycle")


def _pack_all(folder: Path) -> None:
    run_git(folder, "pack-refs", "--all")
    run_git(folder, "update-ref", "refs/heads/main", "chant/lifecycle")


def _rename(folder: Path) -> None:
    run_git(folder, "branch", "-m", "main", "master")


@pytest.mark.parametrize(
    ("first", "move"),
    [
        (None, _ask_a_steward),
        (None, _fetch),
        (_fetch, _fetch_again),
        (None, _pack_all),
        (None, _rename),
        (None, _write_the_ref_in_place),
        (None, _another_repository),
    ],
)
def test_branches_that_moved_are_asked_for_anew(
    folder: Path, first: Callable[[Path], None] | None, move: Callable[[Path], None]
) -> None:
    if first is not None:
        first(folder)
    found = git.find(folder)
    assert found is not None
    repository, end = found.repository, time.monotonic() + 20
    while repository.commits(BRANCHES) is not repository.commits(BRANCHES):
        assert time.monotonic() < end
    assert repository.commits(BRANCHES) == there(folder)
    move(folder)
    assert repository.commits(BRANCHES) == there(folder)


def test_an_object_that_was_missing_is_seen_when_it_comes(folder: Path, tmp_path: Path) -> None:
    other = make_workspace(tmp_path / "other")
    run_git(other, "commit", "-q", "--allow-empty", "-m", "Not here yet")
    commit = run_git(other, "rev-parse", "HEAD").strip()
    (folder / ".git/refs/heads/master").write_text(f"{commit}\n")
    found = git.find(folder)
    assert found is not None
    repository, end = found.repository, time.monotonic() + 20
    while repository.commits(BRANCHES) is not repository.commits(BRANCHES):
        assert time.monotonic() < end
    assert "refs/heads/master" not in repository.commits(BRANCHES)
    run_git(other, "repack", "-q", "-a", "-d")
    for each in sorted((other / ".git/objects/pack").glob("pack-*"), reverse=True):
        shutil.copy(each, folder / ".git/objects/pack")
    assert repository.commits(BRANCHES)["refs/heads/master"] == commit


def test_a_branch_that_stands_for_another_one_is_asked_each_time(folder: Path) -> None:
    run_git(folder, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    run_git(folder, "symbolic-ref", "HEAD", "refs/heads/alias")
    before = git.find(folder)
    assert before is not None
    assert unmoved.of_place(folder, "/usr/bin/git", folder / ".git", folder / ".git") is None
    run_git(folder, "update-ref", "refs/heads/main", "chant/lifecycle")
    found = git.find(folder)
    assert found is not None
    assert found.head == run_git(folder, "rev-parse", "chant/lifecycle").strip() != before.head


def test_another_working_tree_in_the_settings_is_seen(folder: Path, tmp_path: Path) -> None:
    settled(folder)
    (tmp_path / "elsewhere").mkdir()
    with (folder / ".git/config").open("a") as settings:
        settings.write(f"[core]\n\tworktree = {tmp_path}/elsewhere\n")
    found = git.find(folder)
    assert found is not None
    assert found.repository.top == tmp_path / "elsewhere"


def test_what_changed_just_now_is_not_relied_on() -> None:
    marks = (("HEAD", (1, 2, 1_000_000_001)), ("packed-refs", None))
    assert unmoved.are_older(marks, 1_100_000_000)
    assert not unmoved.are_older(marks, 1_000_000_002)
    assert not unmoved.are_older(marks, 999_999_999)
    # A file system that knows whole seconds alone.
    assert not unmoved.are_older((("HEAD", (1, 2, 1_000_000_000)),), 2_500_000_000)


def test_what_is_committed_is_asked_once(tmp_path: Path, asked: Asked) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    first = workspace.read(folder)
    asked.since()
    again = workspace.read(folder)
    assert again.ground.trust == first.ground.trust
    assert again.objects() == first.objects()
    # Where it is and where the branches are, when it is so new that another change would not show.
    assert set(asked.since()) <= {"rev-parse", "cat-file"}
    put_in_ledger(folder, {"_answers/answer/more-aaaaaaaaaaaa.md": "x"})
    assert workspace.read(folder).objects().keys() - first.objects().keys() == {"more-aaaaaaaaaaaa"}
    (folder / ".chant/trust.json").write_text('{"schema": 1, "roles": {"agent": ["robot"]}}')
    run_git(folder, "commit", "-q", "-a", "-m", "Trust")
    assert workspace.read(folder).ground.trust.agents == ("robot",)


def test_only_the_last_few_are_remembered() -> None:
    held = Lately[str, int](2)
    for number, name in enumerate("abcbd"):
        held.keep(name, number)
    assert [held.get(name) for name in "abcd"] == [None, 3, None, 4]
