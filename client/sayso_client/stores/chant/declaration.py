"""Finding and reading a workspace's declaration: `chant.workspace.json` or `.jsonc`. Both are data; nothing is run."""

import re
from collections.abc import Iterator
from pathlib import Path

from sayso_client.stores.chant import jsonc
from sayso_client.stores.chant.model import DECLARATIONS, Declaration, DeclaredKind, Member, WorkspaceUnreadable
from sayso_client.text import one_line

LARGEST = 1024 * 1024
"""Bytes of a declaration."""

_PATH = re.compile(r"(?!\.\.?(?:/|\Z))[^/\\\x00\ud800-\udfff]+(?:/(?!\.\.?(?:/|\Z))[^/\\\x00\ud800-\udfff]+)*")
"""A path that stays below where it begins: no leading slash, no . and no .. in it."""
_MOST_KINDS = 1_000
_GROUP = "examples"
"""The kind of an entry that stands for a group of examples: it has no records."""


def find(folder: Path) -> Path:
    """The declaration that is nearest at or above a folder, up to the top of its git repository.

    Raises:
        WorkspaceUnreadable: there is none, or two in one folder.
    """
    start = folder.resolve()
    for place in _upwards(start):
        present = [place / name for name in DECLARATIONS if (place / name).is_file()]
        if len(present) > 1:
            raise WorkspaceUnreadable(
                "declaration-ambiguous",
                f"{one_line(str(place))} holds both {' and '.join(DECLARATIONS)}, and chant then reads neither. "
                "Keep one of them.",
            )
        if present:
            return present[0]
    raise WorkspaceUnreadable(
        "declaration-missing",
        f"There is no {' or '.join(DECLARATIONS)} in {one_line(str(start))} or above it in its repository. "
        "Name the folder of a chant workspace, or make one there: chant workspace init",
    )


def parse(raw: bytes, path: Path) -> Declaration:
    """What a declaration says.

    Args:
        raw: The file's bytes, from the working tree or from a commit.
        path: Where it is (or would be): the name says whether comments are allowed, the folder is the workspace's root.

    Raises:
        WorkspaceUnreadable: it is no JSON, or not a declaration; the sentence names the file and the place.
    """
    declared = _object(raw, path)
    name = declared.get("name")
    if not isinstance(name, str) or not name:
        raise _invalid(path, "it has no name")
    root = path.parent
    kinds = [*_kinds(declared, root, ".", None, path)]
    members: list[Member] = []
    for entry in _list(declared, "members", path):
        if not isinstance(entry, dict):
            raise _invalid(path, "an entry of members is no object")
        if entry.get("kind") == _GROUP:
            continue
        inside, member = entry.get("dir"), entry.get("name")
        if not isinstance(member, str) or not isinstance(inside, str) or not (inside == "." or _PATH.fullmatch(inside)):
            raise _invalid(path, "a member has no name, or no folder inside the workspace")
        kinds += _kinds(entry, root, inside, member, path)
        members.append(Member(member, root if inside == "." else root / inside))
    if len(kinds) > _MOST_KINDS:
        raise _invalid(path, f"it names more than {_MOST_KINDS:,} record kinds")
    return Declaration(path, root, name, tuple(kinds), _identified(declared), tuple(members))


def is_identified(raw: bytes | None, path: Path) -> bool:
    """Whether the declaration in these bytes asks that whoever answers be an identified principal.

    Args:
        raw: The declaration as it is at base; None when there is none there.
        path: As for `parse`.

    Raises:
        WorkspaceUnreadable: as `parse`.
    """
    return raw is not None and _identified(_object(raw, path))


def _upwards(start: Path) -> Iterator[Path]:
    """A folder and those above it, up to the repository's top. Outside a repository only the folder itself."""
    above = (start, *start.parents)
    top = next((number for number, each in enumerate(above) if (each / ".git").exists()), 0)
    yield from above[: top + 1]


def _object(raw: bytes, path: Path) -> dict[str, object]:
    if len(raw) > LARGEST:
        raise _unparseable(path, f"it has more than {LARGEST:,} bytes")
    try:
        value = jsonc.read(raw.decode(), comments=path.suffix == ".jsonc")
    except UnicodeDecodeError as error:
        raise _unparseable(path, f"it is not UTF-8 (byte {error.start + 1})") from None
    except jsonc.NotData as error:
        raise _unparseable(path, str(error)) from None
    if not isinstance(value, dict):
        raise _invalid(path, "it is no object")
    return value


def _kinds(
    holder: dict[str, object], root: Path, inside: str, member: str | None, path: Path
) -> Iterator[DeclaredKind]:
    for entry in _list(holder, "records", path):
        kind = entry.get("kind") if isinstance(entry, dict) else None
        if not isinstance(kind, str) or not _PATH.fullmatch(kind):
            raise _invalid(path, "a record kind in it names no file inside the workspace")
        declared = kind if inside == "." else f"{inside}/{kind}"
        yield DeclaredKind(declared, root / declared, member)


def _list(holder: dict[str, object], field: str, path: Path) -> list[object]:
    found = holder.get(field, [])
    if not isinstance(found, list):
        raise _invalid(path, f"{field} is no list")
    return found


def _identified(declared: dict[str, object]) -> bool:
    identity = declared.get("identity")
    return isinstance(identity, dict) and identity.get("attribution") == "identified"


def _unparseable(path: Path, why: str) -> WorkspaceUnreadable:
    return WorkspaceUnreadable("declaration-unparseable", _sentence(path, why))


def _invalid(path: Path, why: str) -> WorkspaceUnreadable:
    return WorkspaceUnreadable("declaration-invalid", _sentence(path, why))


def _sentence(path: Path, why: str) -> str:
    return (
        f"{one_line(str(path))} is no chant declaration that can be read: {why}. Mend it; until then nothing new comes."
    )
