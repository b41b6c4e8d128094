"""`chant-writes.json` in the git folder: when chant last wrote a file, to the millisecond. A cache, and so is this."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from sayso_client.stores.chant import folder

NAME = "chant-writes.json"
LARGEST = 4 * 1024 * 1024

_VERSION = 1

Entry = tuple[str, str]
"""Hex SHA-256 of what was written, and when (RFC 3339)."""
Journal = Mapping[str, Entry]
"""By path from the top of the repository."""


def read(git_dir: Path) -> Journal:
    """The journal of a working tree. Empty when there is none, or it is not one that we know."""
    found = folder.read(git_dir / NAME, git_dir, LARGEST)
    try:
        value = json.loads(found.raw) if found is not None and len(found.raw) <= LARGEST else None
    except (ValueError, RecursionError):
        return {}
    files = value.get("files") if isinstance(value, dict) and value.get("version") == _VERSION else None
    if not isinstance(files, dict):
        return {}
    return {path: entry for path, each in files.items() if (entry := _entry(each)) is not None}


def seen_at(entry: Entry | None, sha256: str, written: int) -> str | None:
    """When a file got the content that it has.

    Args:
        entry: The journal's, of the file.
        sha256: Of its content; another one in the journal means that somebody else wrote it since.
        written: What the file system says, in nanoseconds since 1970.

    Returns:
        A full time, RFC 3339; None for a time that is none.
    """
    if entry is not None and entry[0] == sha256:
        return entry[1]
    try:
        moment = datetime.fromtimestamp(written / 1e9, UTC)
    except (OverflowError, ValueError, OSError):
        return None
    return f"{moment.isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"


def _entry(each: object) -> Entry | None:
    if not isinstance(each, dict):
        return None
    sha256, at = each.get("sha256"), each.get("at")
    if not isinstance(sha256, str) or not isinstance(at, str):
        return None
    try:
        return (sha256, at) if datetime.fromisoformat(at).tzinfo is not None else None
    except ValueError:
        return None
