"""Which words of a text changed: bounded for texts of any size and malice, and never a change left out in silence."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST = 240
"""Words on either side that are compared one by one, after what both ends share; beyond, they are one change."""
_PAIRS = 4_000
"""Likewise so many pairs of equal words: those are what comparing costs, and a text may repeat one on purpose."""
LONGEST = 4_000
"""Characters of one run that are given; `Comparison.whole` tells of more."""
AROUND = 6
"""Words that stay on either side of a change; of the rest an ellipsis."""
_READ = 200_000
"""Characters of either text that are looked at."""

_WORDS = re.compile(r"\S+\s*|\s+")


class Run(StrEnum):
    """What became of some words."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"
    CUT = "cut"
    """Words that are the same, and left out here."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A text as it was and as it is, in runs of words. Raw text: whoever paints it makes it plain."""

    runs: tuple[tuple[Run, str], ...]
    whole: bool
    """Every change is in the runs in full. Else the texts are too long to compare here."""

    @property
    def was(self) -> tuple[tuple[Run, str], ...]:
        """The runs of the older text."""
        return tuple(each for each in self.runs if each[0] is not Run.NEW)

    @property
    def now(self) -> tuple[tuple[Run, str], ...]:
        """The runs of the newer text."""
        return tuple(each for each in self.runs if each[0] is not Run.GONE)


def compared(was: str, now_is: str, *, fine: bool = True) -> Comparison:
    """The words of both. Costs time linear in the texts, and bounded by `MOST` squared for what differs.

    Args:
        was: The older text.
        now_is: The newer one.
        fine: Else all between what both ends share is one change.
    """
    old, new = _WORDS.findall(was[:_READ]), _WORDS.findall(now_is[:_READ])
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    runs = [(Run.SAME, old[:head])]
    runs += _between(old[head : len(old) - tail], new[head : len(new) - tail], fine)
    runs.append((Run.SAME, old[len(old) - tail :]))
    found = [each for part in runs if part[1] for each in _shortened(*part, runs[0] is part, runs[-1] is part)]
    texts = tuple((run, words[:LONGEST]) for run, words in found)
    whole = max(len(was), len(now_is)) <= _READ and all(len(words) <= LONGEST for _, words in found)
    return Comparison(texts, whole)


def _same(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words both begin with."""
    shorter = min(len(old), len(new))
    return next((n for n in range(shorter) if old[n] != new[n]), shorter)


def _between(old: list[str], new: list[str], fine: bool) -> Iterator[tuple[Run, list[str]]]:
    if not fine or not old or not new or max(len(old), len(new)) > MOST or _pairs(old, new) > _PAIRS:
        yield from ((Run.GONE, old), (Run.NEW, new))
        return
    from difflib import SequenceMatcher

    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield Run.SAME, old[a:b]
        else:
            yield from ((Run.GONE, old[a:b]), (Run.NEW, new[c:d]))


def _pairs(old: list[str], new: list[str]) -> int:
    many = Counter(new)
    return sum(count * many[word] for word, count in Counter(old).items())


def _shortened(run: Run, words: list[str], first: bool, last: bool) -> Iterator[tuple[Run, str]]:
    """Of words that are the same those near a change."""
    before, after = (0 if first else AROUND), (0 if last else AROUND)
    if run is not Run.SAME or len(words) <= before + after + 1:
        yield run, "".join(words)
        return
    yield from ((Run.SAME, "".join(words[:before])), (Run.CUT, "")) if before else ((Run.CUT, ""),)
    if after:
        yield Run.SAME, "".join(words[len(words) - after :])
