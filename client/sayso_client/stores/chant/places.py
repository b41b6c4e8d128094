"""Where a workspace can change: the folders to watch, and which names in each of them mean something."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.stores.chant.model import DECLARATIONS

if TYPE_CHECKING:
    from sayso_client.stores.chant.model import AnswerKind, Declaration
    from sayso_client.stores.chant.repository import Repository
    from sayso_client.stores.chant.workspace import Workspace

    Shape = tuple[Declaration, tuple[AnswerKind, ...], Repository | None]

Names = frozenset[str] | None
"""Of files in a folder; None for all of them."""

_JOURNAL = "chant-writes.json"


def shape(workspace: "Workspace") -> "Shape":
    """What decides about `of`: while it is the same, so are the places."""
    return workspace.declaration, tuple(_kinds(workspace)), workspace.ground.repository


def of(workspace: "Workspace") -> dict[Path, Names]:
    """Every folder to watch. It may be missing: then its parent is there too, and names it."""
    found: dict[Path, set[str] | None] = {}
    root = workspace.declaration.root
    for path in _files(workspace):
        _add(found, path.parent, path.name)
        _add_upwards(found, path.parent, root)
    for folder in (each.dir for each in _kinds(workspace)):
        found[folder] = None
        _add_upwards(found, folder, root)
    if (there := workspace.ground.repository) is not None:
        for folder, names in _of_git(there):
            if names is None:
                found[folder] = None
            else:
                for name in names:
                    _add(found, folder, name)
    return {folder: None if names is None else frozenset(names) for folder, names in found.items()}


def _kinds(workspace: "Workspace") -> Iterator["AnswerKind"]:
    """Those that are read, and those that could be if what they name were there."""
    for each in workspace.sources:
        if each.kind is not None:
            yield each.kind
        if each.awaits is not None and each.awaits != each.kind:
            yield each.awaits


def _files(workspace: "Workspace") -> Iterator[Path]:
    """Files that mean something by themselves."""
    declared = workspace.declaration
    for name in DECLARATIONS:
        yield declared.root / name
    # Also a kind that holds no answers today: it may tomorrow.
    yield from (each.file for each in declared.kinds)
    for each in _kinds(workspace):
        yield from (each.file, each.points_file, each.schema_path)


def _of_git(there: "Repository") -> Iterator[tuple[Path, Names]]:
    """Where branches are kept, loose, packed, or as tables; what is checked out; and chant's journal of writes."""
    own, common = there.git_dir, there.common_dir
    yield own, frozenset({"HEAD", _JOURNAL})
    yield common, frozenset({"packed-refs"})
    yield common / "refs", frozenset({"heads", "remotes"})
    yield common / "refs" / "heads", frozenset({"main", "master", "chant"})
    yield common / "refs" / "heads" / "chant", frozenset({"lifecycle"})
    yield common / "refs" / "remotes", frozenset({"origin"})
    yield common / "refs" / "remotes" / "origin", None
    yield common / "reftable", None


def _add(found: dict[Path, set[str] | None], folder: Path, name: str) -> None:
    names = found.setdefault(folder, set())
    if names is not None:
        names.add(name)


def _add_upwards(found: dict[Path, set[str] | None], folder: Path, root: Path) -> None:
    """A folder that goes, or comes, is told by the one that it is in."""
    while folder != root and folder.is_relative_to(root):
        _add(found, folder.parent, folder.name)
        folder = folder.parent


def means_something(name: str, names: Names) -> bool:
    """Whether a file of that name is to be looked at, in a folder of which those names are."""
    return not name.endswith(".lock") if names is None else name in names
