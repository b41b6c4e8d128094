"""What is asked as it was and as it is now, word by word: signs at the edge and brackets inside, never colour alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from sayso_client.asked import Effect, Option, WorkingAssumption
from sayso_client.differences import Asked, option_in
from sayso_client.text import isolate, one_line
from sayso_client.words import LONGEST, Comparison, Run, compared
from sayso_tui.widgets.pane.blocks import Block, Ink, Line, Piece
from sayso_tui.widgets.pane.when import due_words

_COLUMN = 11
_NOTHING = "nothing"
_FINE = 12
"""So many options are compared word by word; of more that changed, all between what both ends share is one change."""
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "→", "\r": "↵"})
TOO_LONG = "More changed than can be shown here."


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that reads otherwise."""

    label: str
    was: str | None
    """Raw; None when there was no such thing."""
    now_is: str | None
    words: Comparison | None = None
    """Both, word by word; None where one of them is missing."""
    complete: bool = True
    """False where it stands for more than it says."""

    @property
    def whole(self) -> bool:
        """Whether all of it can be shown."""
        if not self.complete:
            return False
        if self.words is not None:
            return self.words.whole
        return len(self.was or self.now_is or "") <= LONGEST


def changes(was: Asked, now_is: Asked, now: datetime) -> tuple[Change, ...]:
    """Every change: question, options, assumption, due.

    Args:
        was: What was on the screen before.
        now_is: What is asked now.
        now: Aware, in the reader's own zone.
    """
    found = [change_of("question", was.text, now_is.text)] if was.text != now_is.text else []
    found += _options(was.options, now_is.options)
    if was.working_assumption != now_is.working_assumption:
        both = (_assumed(each.working_assumption, each) for each in (was, now_is))
        found.append(change_of("assumed", *both))
    if was.due != now_is.due:
        found.append(change_of("due", *(due_words(each.due, now) if each.due else "no day" for each in (was, now_is))))
    return tuple(found)


def changed_words(found: Iterable[Change]) -> Iterator[Block]:
    """Two lines for each change: how it was behind "-", how it is behind "+"."""
    for change in found:
        label = f"{change.label:<{_COLUMN}}"
        if change.was is not None:
            yield _side(label, "- ", Ink.WARN, _runs(change, change.words.was if change.words else None, change.was))
            label = " " * _COLUMN
        if change.now_is is not None:
            yield _side(label, "+ ", Ink.GOOD, _runs(change, change.words.now if change.words else None, change.now_is))
        if not change.whole:
            yield Block(
                (Piece(f"! {TOO_LONG}", Ink.WARN),), first=(Piece(" " * _COLUMN),), rest=(Piece(" " * _COLUMN),)
            )


def change_of(label: str, was: str | None, now_is: str | None, *, fine: bool = True) -> Change:
    """Both texts compared, where there are both."""
    both = compared(was, now_is, fine=fine) if was is not None and now_is is not None else None
    return Change(label, was, now_is, both)


def _side(label: str, sign: str, ink: Ink, pieces: Line) -> Block:
    first = (Piece(label, Ink.DIM), Piece(sign, ink))
    return Block(pieces, first=first, rest=(Piece(" " * (_COLUMN + len(sign))),))


def _runs(change: Change, runs: tuple[tuple[Run, str], ...] | None, text: str) -> Line:
    if runs is None or not any(run is Run.SAME and words.strip() for run, words in runs):
        return (Piece(_line(text[:LONGEST]), Ink.TEXT),)
    space = _but_space(change)
    pieces: list[Piece] = []
    for run, words in runs:
        if run is Run.CUT:
            pieces.append(Piece(" … ", Ink.FAINT))
        elif run is Run.SAME:
            pieces.append(Piece(_spaced(words), Ink.DIM))
        elif words:
            said = words.translate(_VISIBLE) if words in space or not words.strip() else _line(words)
            pieces += [
                Piece("[", Ink.WARN),
                Piece(isolate(one_line(said, LONGEST * 2)), Ink.STRONG),
                Piece("]", Ink.WARN),
            ]
            pieces.append(Piece(" " if words[-1:].isspace() else ""))
    return tuple(pieces)


def _but_space(change: Change) -> frozenset[str]:
    """The runs in which nothing but white space changed: there it is made visible."""
    runs = change.words.runs if change.words else ()
    found: set[str] = set()
    for (before, old), (after, new) in pairwise(runs):
        if (before, after) == (Run.GONE, Run.NEW) and old.split() == new.split():
            found |= {old, new}
    return frozenset(found)


def _spaced(words: str) -> str:
    """On one line, a space at either end where there is any."""
    middle = _line(words)
    return f"{' ' if words[:1].isspace() else ''}{middle}{' ' if words[-1:].isspace() and middle else ''}"


def _line(text: str) -> str:
    return isolate(one_line(text, LONGEST * 2))


def _options(was: tuple[Option, ...], now_is: tuple[Option, ...]) -> Iterator[Change]:
    old, new = {each.id: each for each in was}, {each.id: each for each in now_is}
    differing = 0
    for name, option in old.items():
        if name not in new:
            yield Change("gone", _whole(option), None)
        elif option != new[name]:
            differing += 1
            yield change_of("option", _whole(option), _whole(new[name]), fine=differing <= _FINE)
    for name in (each for each in new if each not in old):
        yield Change("new", None, _whole(new[name]))
    if old.keys() == new.keys() and list(old) != list(new):
        yield change_of("order", *(", ".join(each.label for each in both) for both in (was, now_is)))


def _whole(option: Option) -> str:
    """All that an option says."""
    parts = (option.label, option.description or "", _effect(option.effect))
    return " · ".join(each for each in (*parts, f"threshold {option.threshold}" if option.threshold else "") if each)


def _effect(effect: Effect | None) -> str:
    if effect is None:
        return ""
    return " · ".join(each for each in (effect.summary, effect.capability, effect.risk) if each)


def _assumed(assumed: WorkingAssumption | None, asked: Asked) -> str:
    if assumed is None:
        return _NOTHING
    chosen = option_in(asked, assumed.option)
    return chosen.label if chosen else assumed.text
