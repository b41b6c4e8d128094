"""Where each key of a TOML text stands. Only for text that `tomllib` has accepted; it trusts that."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from sayso_config.schema import Path

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_PARTS = re.compile(_PART)
_SKIP = re.compile(r"(?:[ \t\r\n]+|\#[^\n]*)*")
_BARE = re.compile(r"[^,\]}#\r\n]*")
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One `key = value` or one `[header]`. Offsets are into the text; the end is exclusive."""

    path: Path
    start: int
    value_start: int
    value_end: int
    header: bool = False
    dotted: int = 1
    """How many parts the key was written with."""

    def place(self, text: str) -> tuple[int, int]:
        """Line and column of the key, both from 1."""
        before = text[: self.start]
        return before.count("\n") + 1, self.start - (before.rfind("\n") + 1) + 1


def entries(text: str) -> Iterator[Entry]:
    """Every header and key in the order of the text. Keys inside inline tables are not listed."""
    table: Path = ()
    counts: dict[Path, int] = {}
    at = _after(_SKIP, text, 0)
    while at < len(text):
        start = at
        brackets = 2 if text.startswith("[[", at) else 1 if text[at] == "[" else 0
        at = _blanks(text, at + brackets)
        end = _after(_KEY, text, at)
        if end == at:
            return
        parts = tuple(_unquoted(part) for part in _PARTS.findall(text, at, end))
        at = _blanks(text, end)
        if brackets:
            at = min(at + brackets, len(text))
            table = _table(parts, counts, array=brackets == 2)
            yield Entry(table, start, start, at, header=True)
        else:
            value = _blanks(text, at + 1)
            at = _value_end(text, value)
            yield Entry(table + parts, start, value, at, dotted=len(parts))
        at = _after(_SKIP, text, at)


def locate(text: str, path: Path) -> tuple[int, int] | None:
    """Line and column of the key, or of the nearest thing around it that has a place of its own."""
    places: dict[Path, Entry] = {}
    for entry in entries(text):
        for length in range(1, len(entry.path) + 1):
            places.setdefault(entry.path[:length], entry)
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return places[path[:length]].place(text)
    return None


def _table(parts: tuple[str, ...], counts: dict[Path, int], *, array: bool) -> Path:
    table: Path = ()
    for index, part in enumerate(parts):
        table += (part,)
        if array and index == len(parts) - 1:
            counts[table] = counts.get(table, -1) + 1
        if table in counts:
            table += (counts[table],)
    return table


def _value_end(text: str, at: int) -> int:
    """The end of the value that begins here, white space behind it not counted."""
    if at >= len(text):
        return at
    if text[at] in "\"'":
        return _after(_STRING, text, at)
    if text[at] not in "[{":
        return at + len(text[at : _after(_BARE, text, at)].rstrip())
    depth = 0
    while at < len(text):
        at = _after(_SKIP, text, at)
        char = text[at : at + 1]
        depth += (char in ("[", "{")) - (char in ("]", "}"))
        at = _after(_STRING, text, at) if char in ('"', "'") else at + 1
        if depth == 0:
            break
    return at


def _unquoted(part: str) -> str:
    return str(tomllib.loads(f"key = {part}")["key"]) if part[0] in "\"'" else part


def _blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
