"""Which questions are the same, and who answered one of them: by a digest, so that an index finds it at once.

Same is our reading: equal texts, and options of equal labels in whatever order and under whatever ids, after NFKC, case
folding, and every run of white space made one space. What is assumed meanwhile, due days and descriptions do not count.
"""

import hashlib
import json
import sqlite3
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
    """Other decisions that ask the same and that one of these names answered, the latest answer first."""
    found: list[tuple[str, int]] = []
    what = _asked(asked)
    for digest in {_digest(what, each) for each in names}:
        # One digest at a time: each is a short walk along the index.
        found += db.execute(
            "SELECT ended, num FROM decision WHERE again = ? AND again <> '' AND store NOT IN "
            "(SELECT store FROM subscription WHERE place <> 'shown') ORDER BY ended LIMIT ?",
            (digest, MOST),
        )
    for _, num in sorted(found)[:MOST]:
        body = db.execute("SELECT decision FROM body WHERE num = ?", (num,)).fetchone()
        if body is not None and (decision := read(body[0])).ref != asked.ref:
            yield decision
