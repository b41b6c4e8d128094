"""An answer kind: where its records are, which fields they may have, and what may be asked."""

import posixpath
import re
from typing import Any, NamedTuple, Protocol

from chant_standin import js, literal
from chant_standin.failing import Failure
from chant_standin.points import Point, read_points
from chant_standin.schema import Schema
from chant_standin.tree import Tree

Fields = dict[str, Any]


class Place(Protocol):
    """What a kind must know of its workspace."""

    @property
    def tree(self) -> Tree: ...

    @property
    def declaration(self) -> Fields: ...

    def from_root(self, path: str) -> str: ...


class Kind(NamedTuple):
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


def read_kind(place: Place, file: str) -> Kind | Failure | None:
    """A declared kind; None when it holds no answers."""
    raw = place.tree.read(file)
    if raw is None:
        return Failure("kind-unreadable", f"{file} cannot be read")
    try:
        declared = literal.record_kind(raw.decode(errors="replace"))
    except ValueError as error:
        return Failure("kind-unreadable", f"{file} cannot be read: {error}")
    if "answers" not in declared:
        return None
    try:
        return _kind_of(place, file, declared)
    except (KeyError, TypeError, re.error) as error:
        return Failure("kind-invalid", f"{file} is no answer kind: {error}")
    except Failure as failure:
        return failure


def _kind_of(place: Place, file: str, declared: Fields) -> Kind:
    beside = posixpath.dirname(file)

    def near(path: str) -> str:
        return posixpath.normpath(posixpath.join(beside, path))

    schema = _schema(place.tree, near(declared["schema"]["path"]), declared["schema"]["id"])
    folder = near(declared["location"]["dir"])
    if place.tree.names(folder) is None:
        raise Failure("location-missing", f"{folder} is no folder")
    points_file = place.from_root(near(declared["answers"]["points"]))
    points: dict[str, Point] = {}
    fault = None
    try:
        points = read_points(place.tree.read(near(declared["answers"]["points"])), file, points_file)
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
        f"{_member_prefix(place.declaration, beside)}_answers/{safe}",
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
