"""From what somebody types to find decisions, to SQL.

Words are separated by white space; all must occur, anywhere, also inside other words and in text without spaces. The
full-text index (FTS5, trigram) answers from three characters on; shorter words, and words that are almost everywhere,
are looked for while walking the list in its order, which then ends soon.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

FEW = 1_000
"""Up to so many hits the index gives all of them; beyond, walking the list finds a screenful sooner."""

SHORTEST = 3
"""A trigram index knows nothing shorter, in code points."""

LONGEST = 500
"""More of a filter than this is not looked at, in code points."""


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on rows of `decision` with its parameters."""

    sql: str = "1"
    parameters: tuple[str | int | None, ...] = ()
    hits: int | None = None
    """At most so many rows fulfil it, when the index told."""


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
    wanted = words(text)
    indexed = [each for each in wanted if len(each) >= SHORTEST]
    if indexed:
        match = " AND ".join('"' + each.replace('"', '""') + '"' for each in indexed)
        found = connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)", (match, FEW + 1)
        ).fetchone()[0]
        if found <= FEW:
            rest = _walk(each for each in wanted if len(each) < SHORTEST)
            return Where(
                f"num IN (SELECT rowid FROM search WHERE search MATCH ?) AND {rest.sql}",
                (match, *rest.parameters),
                found,
            )
    return _walk(wanted)


def _walk(wanted: Iterable[str]) -> Where:
    """The condition as a scan. LIKE folds ASCII case; there is none left in folded text."""
    patterns = [_pattern(each) for each in wanted]
    sql = " AND ".join("words LIKE ? ESCAPE '\\'" for _ in patterns) or "1"
    return Where(sql, tuple(patterns))


def _pattern(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
