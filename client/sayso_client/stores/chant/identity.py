"""What a workspace is known by, whatever its folder is called and wherever it lies: its repository and its place in it.

A clone, a linked working tree and a repository that was moved hold the same workspace. Outside git, and in a repository
without a commit or without its first one (a shallow clone), the folder is all there is to go by.
"""

import hashlib
import shutil
from typing import TYPE_CHECKING

from sayso_client.errors import Unreachable
from sayso_client.stores.chant import git

if TYPE_CHECKING:
    from sayso_client.stores.chant.model import Declaration

_LENGTH = 32


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
    if (program or shutil.which("git")) is None:
        raise Unreachable(f"There is a repository around {root}, and no git to ask. Install git.")
    repository = git.find(root, program)
    first = repository.first_commit() if repository is not None else None
    if repository is None or first is None or not root.is_relative_to(repository.top.resolve()):
        return _made("folder", str(root))
    return _made(first, root.relative_to(repository.top.resolve()).as_posix())


def _made(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()[:_LENGTH]
