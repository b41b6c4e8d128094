"""Files of a workspace, read so that none of them can lead out of it, block, or be without end."""

import os
import stat
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from re import Pattern

from sayso_client.stores.chant.canonical import by_units

MOST_FILES = 100_000
"""Records of one kind."""
_GATHERED = 10
"""So many times MOST_FILES names are put in order before the first are taken."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells that a file is the one it was."""

    inode: int
    size: int
    written: int
    """Nanoseconds since 1970."""


@dataclass(frozen=True, slots=True)
class File:
    """A file's content, and what it was when it was read."""

    raw: bytes
    stamp: Stamp


def read(path: Path, root: Path, limit: int) -> File | None:
    """A regular file below a folder, at most limit + 1 bytes of it.

    Returns:
        None when there is none: a link, a pipe, a device or anything else is no file, nor is one that a linked folder
        puts outside the root.
    """
    try:
        if not Path(os.path.realpath(path.parent)).is_relative_to(os.path.realpath(root)):
            return None
        return read_in(os.fspath(path), None, limit)
    except (OSError, ValueError):
        return None


def read_in(name: str, folder: int | None, limit: int) -> File | None:
    """A regular file of an open folder; None as for `read`."""
    try:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except (OSError, ValueError):
        return None
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            return None
        return File(_all(opened, min(found.st_size, limit) + 1, limit + 1), stamp_of(found))
    except OSError:
        return None
    finally:
        os.close(opened)


@dataclass(frozen=True, slots=True)
class Names:
    """Names of files in a folder, in JavaScript's order."""

    names: tuple[str, ...]
    all_of_them: bool
    """False when there are more than are taken."""


def names(folder: Path, root: Path, pattern: Pattern[str], most: int = MOST_FILES) -> Names | None:
    """The names of the regular files in a folder that fit a pattern, the first `most` of them.

    Returns:
        None when the folder is not there, or is outside the root.
    """
    try:
        if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(root)):
            return None
        with os.scandir(folder) as found:
            fitting = (each.name for each in found if pattern.search(each.name) and each.is_file(follow_symlinks=False))
            taken = list(islice(filter(str.isprintable, fitting), most * _GATHERED))
    except OSError:
        return None
    taken.sort(key=by_units)
    return Names(tuple(taken[:most]), len(taken) <= most)


def stamp_in(name: str, folder: int) -> Stamp | None:
    """The stamp of a file in an open folder."""
    try:
        return stamp_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except OSError:
        return None


def stamp_of(found: os.stat_result) -> Stamp:
    """The stamp of a file."""
    return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)


def _all(opened: int, likely: int, most: int) -> bytes:
    """All of an open file up to a number of bytes; `likely` saves reading twice."""
    raw = os.read(opened, likely)
    if len(raw) < likely:
        return raw
    parts = [raw]
    left = most - len(raw)
    while left > 0 and (more := os.read(opened, min(left, 1 << 20))):
        parts.append(more)
        left -= len(more)
    return b"".join(parts)
