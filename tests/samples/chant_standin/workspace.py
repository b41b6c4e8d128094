"""A workspace: its declaration, its answer kinds, and where their files are."""

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chant_standin import js, literal
from chant_standin.failing import Failure
from chant_standin.git import Git
from chant_standin.points import Point, read_points
from chant_standin.schema import Schema
from chant_standin.tree import Committed, Tree, Working

Fields = dict[str, Any]
_NAMES = ("chant.workspace.json", "chant.workspace.jsonc")
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*[\s\S]*?\*/')
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')


@dataclass(frozen=True)
class Kind:
    """An answer kind that could be read.

    Attributes:
        file: Its module, as it is declared.
        folder: Where its records are, from the workspace's folder.
        points_file: Where its points are, from the root of the repository.
        fault: Why its points cannot be read.
    """

    file: str
    name: str
    schema_id: str
    folder: str
    match: re.Pattern[str]
    closed: frozenset[str]
    schema: Schema
    points_file: str
    points: dict[str, Point]
    fault: Failure | None
    ledger: str


@dataclass(frozen=True)
class Workspace:
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
    sources = [(name, _kind(bare, name)) for name in declared]
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


def _kind(workspace: Workspace, file: str) -> Kind | Failure | None:
    """A declared kind; None when it holds no answers."""
    raw = workspace.tree.read(file)
    if raw is None:
        return Failure("kind-unreadable", f"{file} cannot be read")
    try:
        declared = literal.record_kind(raw.decode(errors="replace"))
    except ValueError as error:
        return Failure("kind-unreadable", f"{file} cannot be read: {error}")
    if "answers" not in declared:
        return None
    try:
        return _kind_of(workspace, file, declared)
    except (KeyError, TypeError, re.error) as error:
        return Failure("kind-invalid", f"{file} is no answer kind: {error}")
    except Failure as failure:
        return failure


def _kind_of(workspace: Workspace, file: str, declared: Fields) -> Kind:
    beside = posixpath.dirname(file)

    def near(path: str) -> str:
        return posixpath.normpath(posixpath.join(beside, path))

    schema = _schema(workspace.tree, near(declared["schema"]["path"]), declared["schema"]["id"])
    folder = near(declared["location"]["dir"])
    if workspace.tree.names(folder) is None:
        raise Failure("location-missing", f"{folder} is no folder")
    points_file = workspace.from_root(near(declared["answers"]["points"]))
    points: dict[str, Point] = {}
    fault = None
    try:
        points = read_points(workspace.tree.read(near(declared["answers"]["points"])), file, points_file)
    except Failure as failure:
        fault = failure
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", declared["name"])
    return Kind(
        file,
        declared["name"],
        declared["schema"]["id"],
        folder,
        re.compile(declared["location"]["match"]),
        frozenset(declared["closedStates"]),
        schema,
        points_file,
        points,
        fault,
        f"{_member_prefix(workspace.declaration, beside)}_answers/{safe}",
    )


def _schema(tree: Tree, path: str, identity: str) -> Schema:
    raw = tree.read(path)
    try:
        document = js.parse((raw or b"").decode(errors="replace"))
    except ValueError as error:
        raise Failure("schema-unreadable", f"{path} cannot be read: {error}") from error
    if not isinstance(document, dict):
        raise Failure("schema-invalid", f"{path} is no schema")
    if document.get("$id") != identity:
        raise Failure("schema-id-mismatch", f"{path} has the id {document.get('$id')}, and the kind names {identity}")
    return Schema(document)


def _member_prefix(declaration: Fields, beside: str) -> str:
    owners = [
        each
        for each in declaration.get("members", [])
        if each["dir"] != "." and f"{beside}/".startswith(f"{posixpath.normpath(each['dir'])}/")
    ]
    longest = max(owners, key=lambda each: len(each["dir"]), default=None)
    return f"_members/{longest['name']}/" if longest else ""
