"""Questions that a steward asked: they are not in the working tree but on the branch `chant/lifecycle`.

A member's questions lie below `_members/<name>/`, one level for each workspace around it.
"""

import re
from pathlib import Path

from sayso_client.stores.chant import declaration, folder
from sayso_client.stores.chant.model import AnswerKind, Declaration, WorkspaceUnreadable
from sayso_client.stores.chant.repository import Blob, Repository

NAME = "chant/lifecycle"
REVISION = f"refs/heads/{NAME}"

_UNUSUAL = re.compile(r"[^A-Za-z0-9._-]")
_MOST_LEVELS = 16


def place_of(kind: AnswerKind, declared: Declaration, repository: Repository) -> str | None:
    """The folder on the branch that holds a kind's questions; None when chant could not place it either."""
    try:
        members = _members(kind.file.parent, declared, repository.top, 0)
    except WorkspaceUnreadable:
        return None
    prefix = "".join(f"_members/{each}/" for each in members)
    return f"{prefix}_answers/{_UNUSUAL.sub('_', kind.name)}"


def questions(repository: Repository, commit: str, place: str) -> tuple[Blob, ...]:
    """The records in a folder of the branch."""
    return tuple(each for each in repository.folder(commit, place) if each.name.endswith(".md"))


def _members(inside: Path, declared: Declaration, top: Path, level: int) -> list[str]:
    """The names of the members that a folder is in, the outermost first."""
    owner = max(
        (each for each in declared.members if inside.is_relative_to(each.folder)),
        key=lambda each: len(each.folder.parts),
        default=None,
    )
    own = [owner.name] if owner is not None and owner.folder != declared.root else []
    if declared.root == top or level == _MOST_LEVELS or not declared.root.is_relative_to(top):
        return own
    try:
        path = declaration.find(declared.root.parent)
    except WorkspaceUnreadable as error:
        if error.code == "declaration-missing":
            return own
        raise
    found = folder.read(path, top, declaration.LARGEST)
    outer = declaration.parse(found.raw if found else b"", path)
    return [*_members(declared.root, outer, top, level + 1), *own]
