"""One answer kind as far as it can be read: its kind file, schema copy, points file and records."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from sayso_client.stores.chant import folder, kind_file, points, schema_copy, shelf
from sayso_client.stores.chant.ground import Ground
from sayso_client.stores.chant.model import AnswerKind, DeclaredKind, Reason
from sayso_client.stores.chant.points import Points
from sayso_client.stores.chant.schema_copy import SchemaCopy
from sayso_client.stores.chant.settling import Settling
from sayso_client.stores.chant.shelf import Shelf


class Places(NamedTuple):
    """What a person told of a kind whose file cannot be read as data."""

    answers: Path
    """The folder with the answer records."""
    points: Path
    """The points file."""


@dataclass(frozen=True, slots=True)
class Source:
    """A kind that holds answers, or one of which that is not known."""

    declared: DeclaredKind
    reason: Reason | None = None
    """Why none of its questions can be read now. They may be there from before: see `kind`."""
    kind: AnswerKind | None = None
    """None when it could never be read."""
    schema: SchemaCopy | None = None
    points: Points | None = None
    shelf: Shelf = field(default_factory=Shelf)
    problems: tuple[str, ...] = ()
    awaits: AnswerKind | None = None
    """What the kind file says where something else that it names cannot be read: that may come."""

    @property
    def known(self) -> tuple[AnswerKind, SchemaCopy, Points] | None:
        """What its records are read with; None when it could never be read."""
        if self.kind is None or self.schema is None or self.points is None:
            return None
        return self.kind, self.schema, self.points


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a workspace."""

    ground: Ground
    changed: Collection[Path] | None
    """None: everything may have changed."""
    settling: Settling
    places: Places | None

    def may_have_changed(self, path: Path) -> bool:
        """Whether a file is to be read again."""
        return self.changed is None or path in self.changed or path.parent in self.changed


def read(declared: DeclaredKind, look: Look, former: Source | None) -> Source | None:
    """A declared kind; None when it holds no answers."""
    kind = _kind(declared, look, former)
    if kind is None:
        return None
    if isinstance(kind, Reason):
        return _failed(declared, kind, former)
    same = former if former is not None and former.kind == kind else None
    schema = _schema(kind, look, same)
    if isinstance(schema, Reason):
        return _failed(declared, schema, former, kind)
    found, problems = shelf.read(kind, look.ground, same.shelf if same else None, look.changed, look.settling)
    if not found.there and not found.branch:
        shown = look.ground.shown(kind.dir)
        return _failed(declared, Reason("location-missing", f"records directory {shown} does not exist"), former, kind)
    return Source(declared, None, kind, schema, _points(kind, look, same), found, problems)


def _failed(declared: DeclaredKind, reason: Reason, former: Source | None, awaits: AnswerKind | None = None) -> Source:
    """The questions that were there before stay known: nobody took them away, they only cannot be read."""
    return replace(former or Source(declared), reason=reason, awaits=awaits)


def _kind(declared: DeclaredKind, look: Look, former: Source | None) -> AnswerKind | Reason | None:
    if former is not None and former.kind is not None and not look.may_have_changed(declared.file):
        return former.kind
    found = folder.read(declared.file, look.ground.top, kind_file.LARGEST)
    if found is None:
        kind: AnswerKind | Reason | None = Reason("kind-unreadable", f"kind file {declared.declared} is not there")
    else:
        kind = kind_file.read(found.raw, declared, look.ground.declaration.root)
    if not isinstance(kind, Reason):
        return kind
    if kind.code == "kind-unreadable" and found is not None and look.places is not None:
        return kind_file.told(declared, look.places.answers, look.places.points)
    half = look.settling.is_unsettled(declared.file, found.stamp.written if found else None)
    return former.kind if half and former is not None and former.kind is not None else kind


def _schema(kind: AnswerKind, look: Look, former: Source | None) -> SchemaCopy | Reason:
    known = former.schema if former is not None else None
    if known is not None and not look.may_have_changed(kind.schema_path):
        return known
    found = folder.read(kind.schema_path, look.ground.top, schema_copy.LARGEST)
    schema = schema_copy.read(found.raw if found else None, kind, look.ground.shown(kind.schema_path))
    if isinstance(schema, Reason) and look.settling.is_unsettled(
        kind.schema_path, found.stamp.written if found else None
    ):
        return known or schema
    return schema


def _points(kind: AnswerKind, look: Look, former: Source | None) -> Points:
    known = former.points if former is not None else None
    if known is not None and not look.may_have_changed(kind.points_file):
        return known
    shown = look.ground.shown(kind.points_file)
    found = folder.read(kind.points_file, look.ground.top, points.LARGEST)
    if found is None:
        read = Points({}, Reason("points-invalid", f"the points file {shown} does not exist"))
    else:
        read = points.read(found.raw, kind=kind.declared, file=shown)
    if read.reason is not None and look.settling.is_unsettled(kind.points_file, found.stamp.written if found else None):
        return known or read
    return read
