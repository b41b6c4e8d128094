"""A workspace never brings along the git that it is read with, however the PATH leads into it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chant_workspaces import make_workspace, run_git
from sayso_client.errors import Unreachable
from sayso_client.stores.chant import git, identity, repository, workspace


def brought(folder: Path, ran: Path) -> Path:
    """A git in a folder that tells that it was run."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "git").write_text(f'#!/bin/sh\necho $@ >> {ran}\nexec /usr/bin/env -i PATH=/usr/bin:/bin git "$@"\n')
    (folder / "git").chmod(0o755)
    return folder


def _in_it(top: Path, tmp_path: Path, ran: Path) -> Path:
    return brought(top / "node_modules" / ".bin", ran)


def _in_the_repository(top: Path, tmp_path: Path, ran: Path) -> Path:
    return brought(top.parent / "bin", ran)


def _behind_a_linked_folder(top: Path, tmp_path: Path, ran: Path) -> Path:
    link = tmp_path / "tools"
    link.symlink_to(brought(top / "tools", ran))
    return link


def _behind_a_link(top: Path, tmp_path: Path, ran: Path) -> Path:
    outside = tmp_path / "tools"
    outside.mkdir()
    (outside / "git").symlink_to(brought(top / "tools", ran) / "git")
    return outside


@pytest.mark.parametrize("way", [_in_it, _in_the_repository, _behind_a_linked_folder, _behind_a_link])
def test_a_git_of_the_repository_is_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Callable[[Path, Path, Path], Path]
) -> None:
    top = tmp_path / "top"
    root = make_workspace(top / "work", git=False, state="asked")
    run_git(top, "init", "-q", "-b", "main")
    run_git(top, "add", ".")
    run_git(top, "commit", "-q", "-m", "All")
    ran = tmp_path / "ran"
    monkeypatch.setenv("PATH", f"{way(root, tmp_path, ran)}:{os.environ['PATH']}")

    found = workspace.read(root)
    identity.of(found.declaration)

    assert found.ground.repository is not None
    assert not ran.exists(), ran.read_text()


def test_a_git_of_the_main_working_tree_is_not_run_for_a_linked_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main, ran = make_workspace(tmp_path / "main"), tmp_path / "ran"
    run_git(main, "worktree", "add", "-q", str(tmp_path / "linked"))
    monkeypatch.setenv("PATH", f"{brought(main / 'bin', ran)}:{os.environ['PATH']}")
    assert workspace.read(tmp_path / "linked").ground.repository is not None
    assert not ran.exists()


def test_a_repository_of_somebody_else_says_what_its_reader_can_do(tmp_path: Path) -> None:
    folder, program = make_workspace(tmp_path / "w"), tmp_path / "git"
    program.write_text(
        f"#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '{folder}'\" >&2\nexit 128\n"
    )
    program.chmod(0o755)
    with pytest.raises(Unreachable, match=f"git config --global --add safe.directory {folder}$"):
        git.find(folder, str(program))


def test_a_configuration_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    os.mkfifo(tmp_path / "fifo")
    run_git(folder, "config", "include.path", "/dev/null")
    config = folder / ".git" / "config"
    config.write_text(config.read_text().replace("/dev/null", str(tmp_path / "fifo")))
    assert repository.FIRST_SECONDS <= 5
    with pytest.raises(Unreachable, match=r"within 0\.3 seconds"):
        git.find(folder, seconds=0.3)
