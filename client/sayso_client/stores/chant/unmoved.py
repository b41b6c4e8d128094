"""Marks of where a repository is and of what is checked out in it: while they stay, git would say the same again.

A folder that is put in the place of another one, a commit, another branch, other settings of git: each of them gives a
file or a folder another inode, or another time of change, which nobody can set.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from sayso_client.stores.chant import folder

_TICK_NS = 30_000_000
"""The clock of a file system ticks so slowly at most: what changed as short a time ago can change unseen."""
_SECOND_NS = 1_000_000_000
"""Some file systems know whole seconds alone, and ones of two."""
_LARGEST = 4_096
_POINTS_ON = b"ref:"

Mark = tuple[int, int, int] | None
"""Device, inode, and when it changed last; None when it is not there."""
Marks = tuple[tuple[str, Mark], ...]


def marks(start: Path, program: str, git_dir: Path, common_dir: Path) -> Marks | None:
    """The marks of a folder's repository; None where a change could leave them as they are.

    Args:
        start: The folder that git was asked about.
        program: The git that was asked.
        git_dir: Of the working tree that it is in.
        common_dir: Of all working trees of the repository.
    """
    branch = _branch(git_dir, common_dir)
    if branch is None:
        return None
    settings = (common_dir / "config", git_dir / "config.worktree")
    refs = (git_dir / "HEAD", branch, common_dir / "packed-refs", common_dir / "reftable")
    wanted = (Path(program), start, *_upwards(start), git_dir, common_dir, *settings, *refs)
    return tuple((os.fspath(each), _mark(each)) for each in wanted)


def are_older(several: Marks, moment: int) -> bool:
    """Whether nothing changed since a moment (nanoseconds since 1970), nor shortly before it."""
    return all(mark is None or mark[2] < moment - _tick(mark[2]) for _, mark in several)


def _tick(changed: int) -> int:
    return 2 * _SECOND_NS if changed % _SECOND_NS == 0 else _TICK_NS


def _upwards(start: Path) -> Iterator[Path]:
    """Where a repository is looked for, up to where one is."""
    for each in (start, *start.parents):
        yield (found := each / ".git")
        if found.exists():
            return


def _branch(git_dir: Path, common_dir: Path) -> Path | None:
    """The file of the branch that is checked out; HEAD itself when none is. None when that is not plain to see."""
    head = folder.read_in(os.fspath(git_dir / "HEAD"), None, _LARGEST)
    if head is None:
        return None
    if not head.raw.startswith(_POINTS_ON):
        return git_dir / "HEAD"
    branch = common_dir / os.fsdecode(head.raw.removeprefix(_POINTS_ON).strip())
    held = folder.read_in(os.fspath(branch), None, _LARGEST)
    if held is None:
        return branch if not os.path.lexists(branch) else None
    return None if held.raw.startswith(_POINTS_ON) else branch


def _mark(path: Path) -> Mark:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_ctime_ns
