"""What a chant workspace declares, as values. Paths are absolute; foreign text is raw, as the files have it.

Mappings here come from files and are in JavaScript's order (see `canonical.in_order`). They are not to be changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sayso_client.errors import StoreError

DECLARATIONS = ("chant.workspace.json", "chant.workspace.jsonc")
"""Names that a declaration may have; a folder holds one of them."""

QuestionType = Literal["noul", "choice", "score"]
Candidate = str | bool
"""An answer that a question takes: True and False of a noul, an option's name, a level's text."""


class WorkspaceUnreadable(StoreError):
    """A workspace cannot be read at all; `code` is chant's own word for it (`declaration-missing`, …)."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Reason:
    """Why chant could not read something, with chant's own code (`points-invalid`, `kind-unreadable`, …)."""

    code: str
    message: str
    """A sentence that names the file. Foreign text in it is raw."""


@dataclass(frozen=True, slots=True)
class DeclaredKind:
    """One kind file that the declaration names. Whether it holds answers is only known once it was read."""

    declared: str
    """Path from the workspace's root, as chant prints it and takes it as `--kind`."""
    file: Path
    member: str | None
    """The member that lists it; None for the workspace's own."""


@dataclass(frozen=True, slots=True)
class Member:
    """A project in the workspace."""

    name: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Declaration:
    """A workspace's `chant.workspace.json` or `.jsonc`."""

    path: Path
    root: Path
    """The folder that holds it."""
    name: str
    kinds: tuple[DeclaredKind, ...]
    """The workspace's own first, then each member's, in the order of the file."""
    identified: bool
    """Whether the file in the working tree asks for identified principals. What counts is the file at base."""
    members: tuple[Member, ...] = ()
    """In the order of the file; groups of examples are not among them."""


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """A record kind whose records answer decision points."""

    file: Path
    """The kind file."""
    declared: str
    """Path from the workspace's root, as chant prints it and takes it as `--kind`."""
    dir: Path
    """Where the records are; not below it."""
    match: str
    """Regular expression, JavaScript's, that a record's file name has to match; `name_pattern.compiled` takes it."""
    schema_id: str
    schema_path: Path
    """The workspace's copy of the schema: it says which optional fields may be written."""
    points_file: Path
    name: str
    member: str | None


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that a point's deciders look at."""

    name: str
    output: str
    """What it is read from: the name up to its first dot."""
    description: str


@dataclass(frozen=True, slots=True)
class Quorum:
    """How many distinct people have to name one answer, and who counts."""

    count: int
    roles: tuple[str, ...] | None
    """None: everybody counts."""


@dataclass(frozen=True, slots=True)
class Point:
    """A recurring question that a workspace declares."""

    name: str
    title: str
    kind: str
    """The answer kind's file, as declared."""
    file: str
    """The points file, from the top of the repository (absolute where there is none), with forward slashes."""
    version: str
    """Hex SHA-256 of the declaration of this point: any edit changes it."""
    question_type: QuestionType
    instructions: str
    candidates: tuple[Candidate, ...]
    """In chant's order; empty for an ad-hoc point, where they come with each question."""
    criteria: Mapping[str, str] | tuple[str, ...]
    """What each candidate means. A tuple of the ordered levels for a score, also an empty one of an ad-hoc score."""
    adhoc: bool
    inputs: tuple[Input, ...]
    deciders: tuple[Mapping[str, object], ...]
    """As declared, in the order in which they are asked; people are always last."""
    quorum: Quorum
