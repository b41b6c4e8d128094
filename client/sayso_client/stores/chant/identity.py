"""What a workspace is known by, whatever its folder is called and wherever it lies: its repository and its place in it.

A clone, a linked working tree and a repository that was moved hold the same workspace. Outside git, and in a repository
without a commit or without its first one (a shallow clone), the folder is all there is to go by.
"""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.errors import Unreachable, WrongServer
from sayso_client.stores.chant import git
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.stores.chant.model import Declaration
    from sayso_client.stores.chant.workspace import Workspace

_LENGTH = 32
SOON_S = 2.0
"""A workspace that is not there is looked for again after so long: asking a disk costs nothing."""


def of(declared: "Declaration", program: str | None = None) -> str:
    """A workspace's uuid.

    Args:
        declared: Its declaration.
        program: The git to ask; None for the one on the path.

    Raises:
        Unreachable: git does not tell, so that nobody knows which workspace this is.
    """
    root = declared.root.resolve()
    if not any((each / ".git").exists() for each in (root, *root.parents)):
        return _made("folder", str(root))
    if (asked := program or git.program_for(root)) is None:
        raise Unreachable(f"There is a repository around {root}, and no git to ask. Install git.")
    found = git.find(root, asked)
    first = found.repository.first_commit(found.head) if found is not None else None
    if found is None or first is None or not root.is_relative_to(top := found.repository.top.resolve()):
        return _made("folder", str(root))
    return _made(first, root.relative_to(top).as_posix())


def check(declared: "Declaration", uuid: str) -> None:
    """Hold a workspace against the one that is known: another one may have been put in its place.

    Raises:
        WrongServer: it is another one.
        Unreachable: it is not there, or git does not tell which one it is.
    """
    root = one_line(str(declared.root), 300)
    if not declared.root.is_dir():
        raise Unreachable(f"There is no folder {root} now. It was moved or removed, or its disk is not there.", SOON_S)
    if of(declared) != uuid:
        raise WrongServer(
            f"In {root} there is another workspace than the one that is known. Nothing was read from it, and nothing "
            "was written. Put the known one back, or take the other one in its place: sayso store accept NAME"
        )


class Known:
    """The workspace that was met, held against what is read later. For one thread at a time."""

    def __init__(self, uuid: str) -> None:
        """Remember it."""
        self.uuid = uuid
        self._marks: tuple[object, ...] = ()

    def check(self, found: "Workspace") -> None:
        """As `check`; git is only asked when a folder is not the one that it was."""
        declared, there = found.declaration, found.ground.repository
        folders = (declared.root, *((there.git_dir, there.common_dir) if there is not None else ()))
        marks = (folders, *map(_mark, folders))
        if marks != self._marks or not self._marks[1]:
            check(declared, self.uuid)
            self._marks = marks


def _mark(folder: Path) -> tuple[int, int] | None:
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _made(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()[:_LENGTH]
