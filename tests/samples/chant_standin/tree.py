"""Where files are read from: the working tree, or a commit."""

import posixpath
import stat
from pathlib import Path
from typing import Protocol

from chant_standin.git import Git


class Tree(Protocol):
    """Paths are from the workspace's own folder."""

    def read(self, path: str) -> bytes | None:
        """A regular file, or None."""
        ...

    def names(self, folder: str) -> list[str] | None:
        """The regular files right in a folder, or None when there is none."""
        ...


class Working:
    """The files as they are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, path: str) -> bytes | None:
        file = self._folder / path
        return file.read_bytes() if file.is_file() else None

    def names(self, folder: str) -> list[str] | None:
        at = self._folder / folder
        if not at.is_dir():
            return None
        return [each.name for each in at.iterdir() if stat.S_ISREG(each.lstat().st_mode)]


class Committed:
    """The files of a commit."""

    def __init__(self, git: Git, commit: str, root: str) -> None:
        self._git = git
        self._commit = commit
        self._root = root

    def read(self, path: str) -> bytes | None:
        return self._git.show(self._commit, posixpath.normpath(posixpath.join(self._root, path)))

    def names(self, folder: str) -> list[str] | None:
        return self._git.names(self._commit, posixpath.normpath(posixpath.join(self._root, folder))) or None
