"""Files that bear the same id: which of them is the question, and what is to be said of all of them.

The id of a question is the name of its file; chant writes none otherwise, and answers none while two files bear its id.
So whichever file is named like it is the question, wherever the others come in the order of names.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sayso_client.text import one_line


class Place(NamedTuple):
    """Of one file among those that bear its id."""

    first: bool = True
    """No file before it bears it, as chant counts."""
    owns: bool = True
    """The question is this one."""
    other: str | None = None
    """The name of another file that bears it; None when there is none."""


ALONE = Place()


def places(ids: Mapping[str, str | None]) -> Mapping[str, Place]:
    """Of the files that share their id with another one.

    Args:
        ids: By the names of the files, in chant's order; None where a record has none.
    """
    known: dict[str, str] = {}
    several: dict[str, list[str]] = {}
    for name, each in ids.items():
        if each is not None and known.setdefault(each, name) != name:
            several.setdefault(each, [known[each]]).append(name)
    found: dict[str, Place] = {}
    for each, names in several.items():
        owner = f"{each}.md" if f"{each}.md" in names else names[0]
        for name in names:
            other = owner if name != owner else next(one for one in names if one != owner)
            found[name] = Place(name == names[0], name == owner, other)
    return found


def told(name: str, shared: str, other: str) -> str:
    """What is to be said of a file, as a sentence."""
    return (
        f"The record {name} has the id of another one, {one_line(shared, 200)}, which stands in {one_line(other, 200)} "
        "too."
    )
