"""A record kind's file: a JavaScript module that holds data. The data is read; the module is never run.

A file that would have to be run is not read at all. Its two places can be told by hand instead: see `told`.
"""

import os.path
import re
from collections.abc import Mapping
from pathlib import Path

from sayso_client.stores.chant import javascript, name_pattern
from sayso_client.stores.chant.literal import NotData
from sayso_client.stores.chant.model import AnswerKind, DeclaredKind, Reason
from sayso_client.text import one_line

LARGEST = 256 * 1024
"""Bytes of a kind file."""
USUAL_MATCH = r"^[a-z][a-z0-9-]*-[0-9a-f]{12}\.md$"
USUAL_SCHEMA = "answer.schema.json"

_EXPORT = "recordKind"
_FORMAT = "markdown-front-matter"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_FIELDS = {"idField": "id", "stateField": "state"}


class _Invalid(ValueError):
    """The data is no kind that we know; the text is a phrase."""


def read(raw: bytes, declared: DeclaredKind, root: Path) -> AnswerKind | Reason | None:
    """What a kind file says.

    Args:
        raw: The file's bytes.
        declared: How the declaration names it.
        root: The workspace's folder: what the file names must lie below it.

    Returns:
        The kind; None when it is a record kind that holds no answers; a Reason when it cannot be read as data
        (`kind-unreadable`, with how to go on without it) or is no record kind (`kind-invalid`).
    """
    shown = one_line(declared.declared, 200)
    try:
        found = javascript.read(_text(raw), _EXPORT)
    except NotData as error:
        return Reason("kind-unreadable", _ask_instead(shown, f"{error.phrase}, line {error.line}"))
    except ValueError as error:
        return Reason("kind-unreadable", _ask_instead(shown, str(error)))
    try:
        return _kind(found, declared, root)
    except _Invalid as error:
        return Reason("kind-invalid", f"kind file {shown} is not a record kind: {error}")


def told(declared: DeclaredKind, answers: Path, points: Path, *, name: str = "answer") -> AnswerKind:
    """An answer kind whose file cannot be read, made from the two places that the person named.

    The schema copy is looked for beside the kind file, under the name that chant gives it; its id is then not known.

    Args:
        declared: How the declaration names it.
        answers: The folder with the answers.
        points: The points file.
        name: Of the kind; it names the folder on the branch of questions that a steward asked.
    """
    schema = declared.file.parent / USUAL_SCHEMA
    return AnswerKind(declared.file, declared.declared, answers, USUAL_MATCH, "", schema, points, name, declared.member)


def _text(raw: bytes) -> str:
    if len(raw) > LARGEST:
        raise ValueError(f"more than {LARGEST:,} bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is no UTF-8") from None


def _kind(found: Mapping[str, object] | None, declared: DeclaredKind, root: Path) -> AnswerKind | None:
    if found is None:
        raise _Invalid(f"it has no {_EXPORT} export")
    name = _string(found, "name")
    if _NAME.fullmatch(name) is None:
        raise _Invalid("its name is not lower-case letters, digits and hyphens")
    if "answers" not in found:
        return None
    location, schema = _object(found, "location"), _object(found, "schema")
    if found.get("format") != _FORMAT:
        raise _Invalid(f"its format is not {_FORMAT}, the only one that answers are kept in")
    for field, value in _FIELDS.items():
        if found.get(field) != value:
            raise _Invalid(f'its {field} is not "{value}", as it is for every answer')
    here = declared.file.parent
    return AnswerKind(
        file=declared.file,
        declared=declared.declared,
        dir=_below(root, here, _string(location, "dir", "location.dir"), "location.dir"),
        match=_match(_string(location, "match", "location.match")),
        schema_id=_string(schema, "id", "schema.id"),
        schema_path=_below(root, here, _string(schema, "path", "schema.path"), "schema.path"),
        points_file=_below(
            root, here, _string(_object(found, "answers"), "points", "answers.points"), "answers.points"
        ),
        name=name,
        member=declared.member,
    )


def _match(pattern: str) -> str:
    try:
        name_pattern.compiled(pattern)
    except ValueError as error:
        raise _Invalid(
            f"location.match is a pattern that is not taken here: {error}. Name files with {USUAL_MATCH}"
        ) from None
    return pattern


def _below(root: Path, here: Path, path: str, field: str) -> Path:
    """Where a path leads that a kind file gives, by its letters alone. Links are for whoever opens it."""
    place = Path(os.path.normpath(here / path))
    if "\0" in path or "\\" in path or not place.is_relative_to(root):
        raise _Invalid(f"{field} is outside the workspace")
    return place


def _object(holder: Mapping[str, object], field: str) -> Mapping[str, object]:
    found = holder.get(field)
    if not isinstance(found, dict):
        raise _Invalid(f"{field} is no object")
    return found


def _string(holder: Mapping[str, object], field: str, shown: str = "") -> str:
    found = holder.get(field)
    if not isinstance(found, str) or not found:
        raise _Invalid(f"{shown or field} is no text")
    if not found.isprintable():
        raise _Invalid(f"{shown or field} holds characters that cannot be seen")
    return found


def _ask_instead(shown: str, why: str) -> str:
    return (
        f"The kind file {shown} is not plain data ({one_line(why, 200)}). It was not run, so its answers are not "
        "shown. Name the two places that it stands for in this store's settings: answers, the folder with the answer "
        "records, and points, the file with the decision points."
    )
