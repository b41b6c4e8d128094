"""From what somebody types to find decisions, to SQL.

Words are separated by white space; all must occur, anywhere, also inside other words and in text without spaces. The
full-text index (FTS5, trigram) answers from three characters on; shorter words, and words that are almost everywhere,
are looked for while walking the list in its order, which then ends soon.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import normalize

FEW = 1_000
"""Up to so many hits the index gives all of them; beyond, walking the list finds a screenful sooner."""

PROBED = 200
"""A single word with no more hits than this needs no intersecting with the others: those are looked for in its hits."""

LOOKS = 2
"""So many words are tried alone."""

SHORTEST = 3
"""A trigram index knows nothing shorter, in code points."""

LONGEST = 500
"""More of a filter than this is not looked at, in code points."""


class Where(NamedTuple):
    """A condition on rows of `decision` with its parameters."""

    sql: str = "1"
    parameters: tuple[str | int | None, ...] = ()
    few: bool = False
    """The index gave all rows that can fulfil it; there are at most FEW."""


def folded(text: str, longest: int) -> str:
    """Text as it is compared: without case and without differences of writing that nobody sees (Unicode NFKC).

    Both the text that is searched and the filter go through it, so that index and walk agree about every alphabet.
    What SQLite cannot hold (NUL, lone surrogates) is left out.

    Args:
        text: Of any length.
        longest: More than this is not looked at, in code points.
    """
    clean = text[:longest].replace("\0", "").encode("utf-8", "ignore").decode("utf-8")
    return normalize("NFKC", normalize("NFKC", clean).casefold())[:longest]


def words(text: str) -> tuple[str, ...]:
    """The words that a filter asks for, folded."""
    return tuple(dict.fromkeys(folded(text, LONGEST).split()))


def where(connection: sqlite3.Connection, text: str) -> Where:
    """The condition that finds the decisions with all words of `text`."""
    return by_one_word(connection, text) or by_all_words(connection, text)


def by_one_word(connection: sqlite3.Connection, text: str) -> Where | None:
    """The same, when one of the words alone occurs so seldom that the others can be looked for where it does."""
    wanted = words(text)
    # Numbers and long words are the rare ones.
    for word in sorted(_indexed(wanted), key=lambda each: (each.isalpha(), -len(each)))[:LOOKS]:
        found = _hits(connection, [word], PROBED)
        if found is not None:
            return _among(found, [each for each in wanted if each != word])
    return None


def by_all_words(connection: sqlite3.Connection, text: str) -> Where:
    """The same, when none does."""
    wanted = words(text)
    indexed = _indexed(wanted)
    found = _hits(connection, indexed, FEW) if indexed else None
    return walk(wanted) if found is None else _among(found, [each for each in wanted if len(each) < SHORTEST])


def _indexed(wanted: Sequence[str]) -> list[str]:
    return [each for each in wanted if len(each) >= SHORTEST]


def _hits(connection: sqlite3.Connection, all_of: Sequence[str], most: int) -> list[int] | None:
    """The rows with all of these words, or None when there are more than `most`."""
    match = " AND ".join('"' + each.replace('"', '""') + '"' for each in all_of)
    rows = connection.execute("SELECT rowid FROM search WHERE search MATCH ? LIMIT ?", (match, most + 1)).fetchall()
    return [num for (num,) in rows] if len(rows) <= most else None


def _among(found: list[int], others: Iterable[str]) -> Where:
    rest = walk(others)
    return Where(f"num IN (SELECT value FROM json_each(?)) AND {rest.sql}", (json.dumps(found), *rest.parameters), True)


def walk(wanted: Iterable[str]) -> Where:
    """The condition as a look at each row. LIKE folds ASCII case; there is none left in folded text."""
    patterns = [_pattern(each) for each in wanted]
    sql = " AND ".join("words LIKE ? ESCAPE '\\'" for _ in patterns) or "1"
    return Where(sql, tuple(patterns))


def _pattern(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
