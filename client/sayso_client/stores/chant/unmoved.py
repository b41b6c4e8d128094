"""Marks of what decides about git's answers: while they stay, git would say the same again.

A repository that is put in the place of another one, a commit, another branch, other settings of git: each of them
gives a file another inode, or another time of change, which nobody can set. A folder has the inode alone for its mark,
for its time changes with all that comes and goes in it.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from sayso_client.stores.chant import folder

_TICK_NS = 30_000_000
"""The clock of a file system ticks so slowly at most: what changed as short a time ago can change unseen."""
_SECOND_NS = 1_000_000_000
"""Some file systems know whole seconds alone, and ones of two."""
_LARGEST = 4_096
_POINTS_ON = b"ref:"
_UNCLEAR = b"?"

Mark = tuple[int, int, int] | None
"""Device, inode, and when it changed last; None when it is not there."""
Marks = tuple[tuple[str, Mark], ...]


def of_place(start: Path, program: str, git_dir: Path, common_dir: Path) -> Marks | None:
    """Of where a folder's repository is, and of the commit that is checked out there.

    Args:
        start: The folder that git was asked about.
        program: The git that was asked.
        git_dir: Of the working tree that it is in.
        common_dir: Of all working trees of the repository.

    Returns:
        None where a change could leave the marks as they are.
    """
    refs = _refs(("HEAD",), git_dir, common_dir)
    if refs is None:
        return None
    wanted = (start, *_upwards(start), git_dir, common_dir, git_dir / "config.worktree")
    return _marks((*wanted, *_settings(program, common_dir), *refs))


def of_branches(names: Iterable[str], program: str, git_dir: Path, common_dir: Path) -> Marks | None:
    """Of the commits that full names of branches stand for; else as `of_place`."""
    refs = _refs(names, git_dir, common_dir)
    if refs is None:
        return None
    # A commit that was missing comes in a pack; only then does the time of that folder change.
    packs = os.fspath(common_dir / "objects" / "pack"), _mark(common_dir / "objects" / "pack", its_time=True)
    return (*_marks((*_settings(program, common_dir), *refs)), packs)


def are_older(several: Marks, moment: int) -> bool:
    """Whether nothing changed since a moment (nanoseconds since 1970), nor shortly before it."""
    return all(mark is None or mark[2] < moment - _tick(mark[2]) for _, mark in several)


def _tick(changed: int) -> int:
    return 2 * _SECOND_NS if changed and changed % _SECOND_NS == 0 else _TICK_NS


def _settings(program: str, common_dir: Path) -> tuple[Path, ...]:
    return Path(program), common_dir / "config"


def _upwards(start: Path) -> Iterator[Path]:
    """Where a repository is looked for, up to where one is."""
    for each in (start, *start.parents):
        yield (found := each / ".git")
        if found.exists():
            return


def _refs(names: Iterable[str], git_dir: Path, common_dir: Path) -> tuple[Path, ...] | None:
    """The files that hold branches, loose, packed or as tables, and those that they point on to."""
    found = [common_dir / "packed-refs", common_dir / "reftable" / "tables.list", git_dir / "reftable" / "tables.list"]
    for name in names:
        ref = (git_dir if name == "HEAD" else common_dir) / name
        held = _held(ref)
        found.append(ref)
        if held.startswith(_POINTS_ON):
            found.append(common_dir / os.fsdecode(held.removeprefix(_POINTS_ON).strip()))
            held = _held(found[-1])
        if held.startswith(_POINTS_ON) or held == _UNCLEAR:
            return None
    return tuple(found)


def _held(ref: Path) -> bytes:
    """What stands in a file; nothing when there is none, _UNCLEAR when it is no plain one."""
    found = folder.read_in(os.fspath(ref), None, _LARGEST)
    if found is not None:
        return found.raw
    return _UNCLEAR if ref.is_symlink() or (os.path.lexists(ref) and not ref.is_dir()) else b""


def _marks(paths: Iterable[Path]) -> Marks:
    return tuple((os.fspath(each), _mark(each)) for each in paths)


def _mark(path: Path, *, its_time: bool = False) -> Mark:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    timed = its_time or not stat.S_ISDIR(found.st_mode)
    return found.st_dev, found.st_ino, found.st_ctime_ns if timed else 0
