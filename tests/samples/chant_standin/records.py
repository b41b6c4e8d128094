"""The answer records of a kind: those of the working tree, and those that a steward keeps on a branch."""

from typing import Any, NamedTuple

from chant_standin import front_matter
from chant_standin.kinds import Kind
from chant_standin.workspace import Workspace

Fields = dict[str, Any]
BRANCH = "chant/lifecycle"
STEWARD = "chant-steward"


class Record(NamedTuple):
    """A record that could be read.

    Attributes:
        path: Where it is in the tree, or would be, from the root of the repository.
        ledger: Where it is on the branch, or None for one in the tree.
    """

    kind: Kind
    fields: Fields
    name: str
    path: str
    ledger: str | None

    @property
    def id(self) -> str:
        return str(self.fields["id"])

    @property
    def state(self) -> str:
        state = self.fields.get("state")
        return state if state in ("escalated", "proposed", "answered") else "escalated"

    @property
    def subject(self) -> str | None:
        constrained = self.fields.get("constrains")
        return constrained[0] if isinstance(constrained, list) and constrained else None

    @property
    def steward(self) -> str | None:
        """The steward that asked."""
        source = self.fields.get("source")
        if not isinstance(source, dict) or source.get("harness") != STEWARD:
            return None
        name = (source.get("client") or {}).get("name")
        return str(name) if name is not None else None


def record_at(workspace: Workspace, kind: Kind, name: str, fields: Fields, ledger: bool) -> Record:
    """A record by the name of its file."""
    path = workspace.from_root(f"{kind.folder}/{name}")
    return Record(kind, fields, name, path, f"{BRANCH}:{kind.ledger}/{name}" if ledger else None)


def records_of(workspace: Workspace, kind: Kind, *, ledger: bool = True) -> list[Record]:
    """All that can be read, by the names of their files; the branch wins over the tree."""
    raws: dict[str, tuple[bytes, bool]] = {}
    for name in workspace.tree.names(kind.folder) or []:
        raw = workspace.tree.read(f"{kind.folder}/{name}") if kind.match.search(name) else None
        if raw is not None:
            raws[name] = (raw, False)
    if ledger and workspace.git.top is not None:
        raws |= {name: (raw, True) for name, raw in _on_branch(workspace, kind).items()}
    found: list[Record] = []
    for name, (raw, held) in sorted(raws.items()):
        try:
            fields = front_matter.read(raw)
        except front_matter.Unparseable:
            continue
        if isinstance(fields.get("id"), str):
            found.append(record_at(workspace, kind, name, fields, held))
    return found


def _on_branch(workspace: Workspace, kind: Kind) -> dict[str, bytes]:
    git = workspace.git
    if kind.ledger in git.read_before:
        return git.read_before[kind.ledger]
    names = [name for name in git.names(f"refs/heads/{BRANCH}", kind.ledger) if kind.match.search(name)]
    return git.read_before.setdefault(kind.ledger, git.show_all(f"refs/heads/{BRANCH}", kind.ledger, names))


def find_record(workspace: Workspace, identity: str) -> Record | None:
    """The record with that id, in the first kind that has it."""
    every = (record for kind in workspace.kinds() for record in records_of(workspace, kind))
    return next((record for record in every if record.id == identity), None)
