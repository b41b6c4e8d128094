"""Labels that a reader cannot tell apart, and names that mean the same person.

The table of confusable letters is our own and modest: Latin, Cyrillic and Greek letters of one shape, and the digits
and letters that many typefaces draw alike. It warns; it never decides anything.
"""
# ruff: noqa: RUF001 - letters that can be confused are the data of this file

import unicodedata
from collections.abc import Iterable

from sayso_client.hidden import Hiding, cap_marks, hiding

_CAPITALS = str.maketrans(
    "IІӀΙАВЕЅМНОРСТУХКЈԌԚԜΑΒΕΖΗΚΜΝΟΡΤΥΧϹ|",
    "llllABESMHOPCTYXKJGQWABEZHKMNOPTYXCl",
)
_SMALLS = str.maketrans(
    "10ıіӏιавеѕмнорстухкјһԁԛԝзαεηκνορτυχωγϲ" + "‐‑‒–—―−" + "‘’ʼ`´" + "“”",
    "loiiliabesmhopctyxkjhdqw3aenkvoptuxwyc" + "-------" + "'''''" + '""',
)


def skeleton(text: str) -> str:
    """What the text looks like: two labels of one skeleton can be taken for each other.

    NFKC, case-folded, without white space and invisible characters, letters of one shape made one.
    """
    # CPython normalises a long run of marks in quadratic time, so the run is cut first.
    shape = unicodedata.normalize("NFKC", cap_marks(text)).translate(_CAPITALS)
    shape = unicodedata.normalize("NFKC", shape.casefold()).translate(_SMALLS)
    seen = "".join(shape.split())
    if not seen.isascii() or not seen.isprintable():
        seen = "".join(char for char in seen if hiding(char) is Hiding.NONE)
    return seen.replace("rn", "m").replace("vv", "w")


def look_alikes(labels: Iterable[str]) -> bool:
    """Whether any two of these labels, equal ones included, can be taken for each other."""
    skeletons: set[str] = set()
    folded: set[str] = set()
    for label in labels:
        look, fold = skeleton(label), "".join(_folded(label).split())
        if look in skeletons or fold in folded:
            return True
        skeletons.add(look)
        folded.add(fold)
    return False


def matches_name(a: str, b: str) -> bool:
    """Whether two names address the same one: equal after NFKC, trimming, case folding. Blank ones match nothing."""
    left = _folded(a)
    return left != "" and left == _folded(b)


def spelled(name: str) -> str:
    """A person's name as it goes into a record: without what tells nobody apart but its case (NFKC, trimmed)."""
    return unicodedata.normalize("NFKC", name).strip()


def _folded(name: str) -> str:
    once = unicodedata.normalize("NFKC", cap_marks(name)).casefold()
    return unicodedata.normalize("NFKC", once).strip()
