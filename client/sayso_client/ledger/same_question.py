"""Which questions are the same, and who answered one of them: by a digest, so that an index finds it at once.

Same is our reading: equal texts, and options of equal labels in whatever order and under whatever ids, after NFKC, case
folding, and every run of white space made one space. What is assumed meanwhile, due days and descriptions do not count.
"""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from sayso_client.decision import Decision, Flag, Outcome, State
from sayso_client.hidden import cap_marks
from sayso_client.ledger.body import read

_DOUBTFUL = frozenset({Flag.CONTESTED, Flag.TERMS_EXCHANGED, Flag.NOT_FROM_HERE, Flag.MISMATCH})
LONGEST = 65_536
"""Code points of one text that are compared; doors let no more in."""
MOST = 20
"""So many earlier answers are looked at."""
LOOKED_BACK = 500
"""So much of what was said to stores elsewhere is looked at, where the days of answers do not tell their order."""


def alike(text: str) -> str:
    """A text as it is compared."""
    clean = cap_marks(text[:LONGEST]).encode("utf-8", "replace").decode("utf-8")
    return " ".join(normalize("NFKC", normalize("NFKC", clean).casefold()).split())


def _asked(decision: Decision) -> list[object]:
    """What makes the question; linear in its text."""
    return [alike(decision.text), sorted(alike(each.label) for each in decision.options)]


def _digest(asked: list[object], by: str) -> str:
    """Of the question as one that this person answered."""
    return hashlib.sha256(json.dumps([*asked, alike(by)]).encode()).hexdigest()[:32]


def again(decision: Decision) -> str:
    """What the table `decision` holds of an answer that stands: without a doubt, and upon the terms in force."""
    settled = decision.settlement
    if settled is None or settled.outcome is not Outcome.DECIDED or decision.state is not State.DECIDED:
        return ""
    by = settled.authority.by if settled.authority else None
    if not by or _DOUBTFUL & decision.flags or settled.terms_rev != decision.terms_rev or not decision.text.strip():
        return ""
    return _digest(_asked(decision), by)


def answered(db: sqlite3.Connection, asked: Decision, names: Iterable[str]) -> Iterator[Decision]:
    """Other decisions that ask the same and that one of these names answered, the latest answer first.

    Of answers of which no more than their day is known, what was said here last comes first, then what came in last.
    """
    found: list[tuple[str, int, int]] = []
    what = _asked(asked)
    for digest in {_digest(what, each) for each in names}:
        # One digest at a time: each is a short walk along the index.
        found += db.execute(
            "SELECT ended, -revision, num FROM decision WHERE again = ? AND again <> '' AND store NOT IN "
            "(SELECT store FROM subscription WHERE place <> 'shown') ORDER BY ended, revision DESC LIMIT ?",
            (digest, MOST),
        )
    for num in _latest_first(db, found)[:MOST]:
        body = db.execute("SELECT decision FROM body WHERE num = ?", (num,)).fetchone()
        if body is not None and (decision := read(body[0])).ref != asked.ref:
            yield decision


def _latest_first(db: sqlite3.Connection, found: list[tuple[str, int, int]]) -> list[int]:
    """The numbers of those found, by (ended, minus its revision, number)."""
    at_once = Counter(ended for ended, _, _ in found)
    said = _said_here(db, [num for ended, _, num in found if at_once[ended] > 1])
    return [num for _, _, _, num in sorted((ended, -said.get(num, 0), came, num) for ended, came, num in found)]


def _said_here(db: sqlite3.Connection, several: list[int]) -> dict[int, int]:
    """The place of each among all that was said from here to stores elsewhere, as far back as is looked."""
    if not several or db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'outbox'").fetchone() is None:
        return {}
    rows = db.execute(
        "SELECT decision.num, max(said.num) FROM "
        "(SELECT num, store, key FROM outbox ORDER BY num DESC LIMIT ?) AS said "
        "JOIN store ON store.name = said.store JOIN decision ON decision.store = store.num AND decision.key = said.key "
        f"WHERE decision.num IN ({', '.join('?' * len(several))}) GROUP BY decision.num",
        (LOOKED_BACK, *several),
    )
    return dict(rows.fetchall())
