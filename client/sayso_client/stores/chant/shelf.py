"""The records of one answer kind: those in its folder, and over them those on the branch of the stewards' questions."""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from re import Pattern

from sayso_client.errors import Unreachable
from sayso_client.stores.chant import branch, folder, name_pattern, record
from sayso_client.stores.chant.canonical import by_units
from sayso_client.stores.chant.differing import Mark, Since
from sayso_client.stores.chant.folder import File, Stamp
from sayso_client.stores.chant.ground import Ground
from sayso_client.stores.chant.lately import Lately
from sayso_client.stores.chant.model import AnswerKind
from sayso_client.stores.chant.record import Record
from sayso_client.stores.chant.settling import Settling

_REST = "The rest of them, by name, is not read."


@dataclass(frozen=True, slots=True)
class Held:
    """A record and where it was found."""

    record: Record
    stamp: Stamp | None = None
    """None on the branch."""
    oid: str | None = None
    """Of the file on the branch; None in the working tree."""
    ledger: str | None = None
    """`chant/lifecycle:<path>`, as `git show` takes it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Records by file name."""

    tree: Mapping[str, Held] = field(default_factory=dict)
    branch: Mapping[str, Held] = field(default_factory=dict)
    commit: str | None = None
    """Of the branch, when it was read."""
    there: bool = True
    """Whether the folder is there."""
    complete: bool = True
    """Whether all files in the folder were taken."""
    mark: Mark = field(default_factory=Mark, compare=False)
    since: Since | None = field(default=None, compare=False)
    """Of the tree."""

    def held(self) -> Iterator[tuple[str, Held]]:
        """All records in chant's order; what a steward rewrote goes before a file of the same name."""
        over = {**self.tree, **self.branch}
        yield from sorted(over.items(), key=lambda each: by_units(each[0])) if self.branch else over.items()


_REMEMBERED = 256 * 1024
"""Bytes of records; more of them are read again when nobody holds them any more."""
_ON_BRANCH: Lately[tuple[Path, str, str, str], Mapping[str, Held]] = Lately(8)
"""By the repository, a commit, the folder in it and the names that count: what is committed stays as it is."""


def read(
    kind: AnswerKind, ground: Ground, former: Shelf | None, changed: Collection[Path] | None, settling: Settling
) -> tuple[Shelf, tuple[str, ...]]:
    """The records of a kind, and sentences about those that could not be looked at.

    Args:
        kind: Whose they are.
        ground: Of its workspace.
        former: What was read before, of the same kind.
        changed: Paths that may have changed since; None for all. The folder itself stands for every file in it.
        settling: Told of files that may be half written; of those the former version stays.
    """
    pattern = name_pattern.compiled(kind.match)
    if former is not None and former.there and changed is not None and kind.dir not in changed:
        names = {each.name for each in changed if each.parent == kind.dir and pattern.search(each.name)}
        tree: dict[str, Held] | None = _some(kind, ground, former.tree, names, settling)
        complete, since = former.complete, _since(former, tree or {}, names)
    else:
        since = None
        tree, complete = _all(kind, ground, former.tree if former else {}, pattern, settling)
    problems = [] if complete else [f"{ground.shown(kind.dir)} holds more than {folder.MOST_FILES:,} records. {_REST}"]
    try:
        steward = _branch(kind, ground, former, pattern)
        commit = ground.lifecycle
    except Unreachable as error:
        steward, commit = (former.branch, former.commit) if former else ({}, None)
        problems.append(str(error))
    return Shelf(tree or {}, steward, commit, tree is not None, complete, since=since), tuple(problems)


def _since(former: Shelf, tree: Mapping[str, Held], names: Collection[str]) -> Since | None:
    """What stands otherwise under those names; None when one of them came or went."""
    if any((name in tree) != (name in former.tree) for name in names):
        return None
    return Since(former.mark, tuple(name for name in names if tree.get(name) is not former.tree.get(name)))


def _all(
    kind: AnswerKind, ground: Ground, former: Mapping[str, Held], pattern: Pattern[str], settling: Settling
) -> tuple[dict[str, Held] | None, bool]:
    """The records, None when the folder is not there; and whether they are all."""
    listed = folder.names(kind.dir, ground.top, pattern)
    if listed is None:
        return None, True
    try:
        opened = os.open(kind.dir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None, True
    try:
        found: dict[str, Held] = {}
        for name in listed.names:
            known = former.get(name)
            if known is not None and known.stamp == folder.stamp_in(name, opened):
                found[name] = known
                continue
            file = folder.read_in(name, opened, record.LARGEST)
            if file is not None and (held := _held(kind.dir / name, file, known, settling)) is not None:
                found[name] = held
        return found, listed.all_of_them
    finally:
        os.close(opened)


def _some(
    kind: AnswerKind, ground: Ground, former: Mapping[str, Held], names: Collection[str], settling: Settling
) -> dict[str, Held]:
    found = dict(former)
    for name in names:
        file = folder.read(kind.dir / name, ground.top, record.LARGEST)
        held = _held(kind.dir / name, file, former.get(name), settling) if file is not None else None
        if held is None:
            found.pop(name, None)
        else:
            found[name] = held
    if any(name in found and name not in former for name in names):
        return dict(sorted(found.items(), key=lambda each: by_units(each[0])))
    return found


def _held(path: Path, file: File, former: Held | None, settling: Settling) -> Held | None:
    read = record.read(path.name, file.raw)
    if read.data is None and settling.is_unsettled(path, file.stamp.written):
        return former
    return Held(read, file.stamp)


def _branch(kind: AnswerKind, ground: Ground, former: Shelf | None, pattern: Pattern[str]) -> Mapping[str, Held]:
    commit, repository = ground.lifecycle, ground.repository
    if former is not None and former.commit == commit:
        return former.branch
    place = branch.place_of(kind, ground.declaration, repository) if repository else None
    if repository is None or commit is None or place is None:
        return {}
    key = (repository.common_dir, commit, place, kind.match)
    if (remembered := _ON_BRANCH.get(key)) is not None:
        return remembered
    known = {each.oid: each for each in former.branch.values()} if former else {}
    blobs = {each.oid: each for each in branch.questions(repository, commit, place) if pattern.search(each.name)}
    found = {
        blob.name: known[oid] for oid, blob in blobs.items() if oid in known and known[oid].record.name == blob.name
    }
    for oid, raw in repository.contents((blob for blob in blobs.values() if blob.name not in found), record.LARGEST):
        name = blobs[oid].name
        found[name] = Held(record.read(name, raw), oid=oid, ledger=f"{branch.NAME}:{place}/{name}")
    if len(found) == len(blobs) and sum(each.size for each in blobs.values()) <= _REMEMBERED:
        _ON_BRANCH.keep(key, found)
    return found
