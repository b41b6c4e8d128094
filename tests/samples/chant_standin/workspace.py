"""A workspace: its declaration, and the answer kinds that it names."""

import posixpath
import re
from pathlib import Path
from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.git import Git
from chant_standin.kinds import Kind, read_kind
from chant_standin.tree import Committed, Tree, Working

Fields = dict[str, Any]
_NAMES = ("chant.workspace.json", "chant.workspace.jsonc")
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*[\s\S]*?\*/')
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')


class Workspace(NamedTuple):
    """A workspace whose declaration could be read.

    Attributes:
        prefix: Its folder from the root of the repository, "" for the root itself.
        sources: Each declared answer kind, or why it cannot be read.
    """

    folder: Path
    git: Git
    tree: Tree
    declaration: Fields
    prefix: str
    sources: list[tuple[str, Kind | Failure]]

    @property
    def root(self) -> str:
        if self.git.top is None:
            return str(self.folder)
        return self.prefix or "."

    def from_root(self, path: str) -> str:
        """A path from the workspace's folder as chant shows it: from the root of the repository."""
        return posixpath.normpath(posixpath.join(self.prefix, path))

    def kinds(self) -> list[Kind]:
        """Those that can be read.

        Raises:
            Failure: None is declared, or the first that is declared cannot be read.
        """
        if not self.sources:
            raise undeclared()
        failed = [each for _, each in self.sources if isinstance(each, Failure)]
        found = [each for _, each in self.sources if isinstance(each, Kind)]
        if not found:
            raise failed[0]
        return found


def undeclared() -> Failure:
    """What a write answers where nothing is declared."""
    return Failure(
        "points-undeclared",
        "no record kind with an answers block is declared: name one with --kind, or declare one in"
        " chant.workspace.json",
    )


def find(cwd: Path, git: Git, only: str | None = None, revision: str | None = None) -> Workspace:
    """The workspace that a folder is in.

    Raises:
        Failure: With a code of chant's read document.
    """
    folder = _above(cwd, git.top)
    prefix = "" if git.top is None else posixpath.normpath(folder.relative_to(git.top).as_posix()).removeprefix(".")
    tree: Tree = Working(folder)
    if revision is not None:
        if git.top is None:
            raise Failure("not-a-git-repository", "--at needs a git repository")
        commit = git.commit(revision)
        if commit is None:
            raise Failure("revision-unknown", f"{revision} names no commit")
        tree = Committed(git, commit, prefix)
    declaration = _declaration(tree, folder)
    bare = Workspace(folder, git, tree, declaration, prefix, [])
    declared = [name for name in _declared(declaration) if only in (None, name)]
    if only is not None and not declared:
        declared = [only]
    sources = [(name, read_kind(bare, name)) for name in declared]
    return Workspace(
        folder, git, tree, declaration, prefix, [(name, each) for name, each in sources if each is not None]
    )


def _above(cwd: Path, top: Path | None) -> Path:
    here = cwd.resolve()
    for folder in (here, *here.parents):
        if any((folder / name).is_file() for name in _NAMES):
            return folder
        if folder == top or (top is None and folder == here):
            break
    sentence = "no chant.workspace.json or .jsonc in this directory; chant workspace init proposes one"
    raise Failure("declaration-missing", sentence)


def _declaration(tree: Tree, folder: Path) -> Fields:
    found = [(name, raw) for name in _NAMES if (raw := tree.read(name)) is not None]
    if not found:
        raise Failure("declaration-missing", f"no {_NAMES[0]} at that revision")
    if len(found) > 1:
        raise Failure("declaration-ambiguous", f"{folder} holds both {' and '.join(_NAMES)}")
    text = _TRAILING.sub(
        lambda m: m[1] or "", _COMMENT.sub(lambda m: m[1] or " ", found[0][1].decode(errors="replace"))
    )
    try:
        declaration = js.parse(text)
    except ValueError as error:
        raise Failure("declaration-unparseable", f"{found[0][0]} is not JSON: {error}") from error
    if not isinstance(declaration, dict) or not isinstance(declaration.get("name"), str):
        raise Failure("declaration-invalid", f"{found[0][0]} must be an object with a name")
    return declaration


def _declared(declaration: Fields) -> list[str]:
    holders = [declaration, *declaration.get("members", [])]
    return [record["kind"] for holder in holders for record in holder.get("records", [])]
