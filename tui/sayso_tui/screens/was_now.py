"""What the terms were and what they are now, in short lines."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from sayso_client.decision import Decision, Effect, Option, Terms, WorkingAssumption
from sayso_client.differences import Asked, differ, option_in
from sayso_client.text import one_line
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece, row, said
from sayso_tui.widgets.pane.when import due_words

__all__ = ["Asked", "differ", "option_in", "revision", "was_and_now"]

LONG = 160
"""Characters of a text that are shown of either side."""
AROUND = 3
"""Words shown on either side of what changed in a long text."""
_COMPARED = 20_000


def revision(decision: Decision, rev: int | None) -> Terms | None:
    """The terms as they were at that revision, where they are held."""
    return next((each for each in decision.terms_history if each.rev == rev), None)


def was_and_now(was: Asked, now_is: Decision, now: datetime) -> Iterator[Block]:
    """A heading, and a line for each thing that changed: question, options, assumption, due.

    Args:
        was: What was on the screen before.
        now_is: What is on the screen now.
        now: Aware, in the reader's own zone.
    """
    if not differ(was, now_is):
        return
    before = was.rev if isinstance(was, Terms) else was.terms_rev
    revisions = f", revision {before} → {now_is.terms_rev}" if before != now_is.terms_rev else ""
    yield Block((Piece(f"! The terms changed{revisions}:", Ink.WARN),))
    if was.text != now_is.text:
        yield _line("question", *_around(was.text, now_is.text))
    yield from _options(was.options, now_is.options)
    if was.working_assumption != now_is.working_assumption:
        yield _line("assumed", _assumed(was.working_assumption, was), _assumed(now_is.working_assumption, now_is))
    if was.due != now_is.due:
        yield _line("due", *(due_words(each.due, now) if each.due else "no day" for each in (was, now_is)))


def _line(label: str, was: str, now_is: str) -> Block:
    before = (Piece("was ", Ink.FAINT), said(was, Ink.DIM, LONG))
    return row(f"  {label}", *before, Piece("   now ", Ink.WARN), said(now_is, Ink.TEXT, LONG))


def _options(was: tuple[Option, ...], now_is: tuple[Option, ...]) -> Iterable[Block]:
    old, new = {each.id: each for each in was}, {each.id: each for each in now_is}
    for name, option in old.items():
        if name not in new:
            yield row("  option", Piece("gone: ", Ink.WARN), said(option.label, Ink.DIM, LONG))
        elif option != new[name]:
            yield from _option(option, new[name])
    for name in (each for each in new if each not in old):
        yield row("  option", Piece("new: ", Ink.WARN), said(new[name].label, Ink.TEXT, LONG))
    if old.keys() == new.keys() and list(old) != list(new):
        yield row("  options", Piece("stand in another order now", Ink.WARN))


def _option(was: Option, now_is: Option) -> Iterable[Block]:
    if was.label != now_is.label:
        yield _line("option", was.label, now_is.label)
    parts = (
        (was.description or "", now_is.description or ""),
        (_effect(was.effect), _effect(now_is.effect)),
        (was.threshold or "", now_is.threshold or ""),
    )
    for before, after in parts:
        if before != after:
            yield _line("option", *(f"{now_is.label}: {each or 'nothing said'}" for each in (before, after)))


def _effect(effect: Effect | None) -> str:
    if effect is None:
        return ""
    return " · ".join(each for each in (effect.summary, effect.capability, effect.risk) if each)


def _assumed(assumed: WorkingAssumption | None, asked: Asked) -> str:
    if assumed is None:
        return "nothing"
    chosen = option_in(asked, assumed.option)
    return chosen.label if chosen else assumed.text


def _around(was: str, now_is: str) -> tuple[str, str]:
    """Both texts; of long ones the words that differ, with a few on either side."""
    texts = (was[:_COMPARED], now_is[:_COMPARED])
    old, new = (text.split() for text in texts)
    if max(len(one_line(text)) for text in texts) <= LONG // 2:
        return texts
    shorter = min(len(old), len(new))
    head = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    tail = next((n for n in range(shorter - head) if old[-1 - n] != new[-1 - n]), shorter - head)
    return _excerpt(old, head, tail), _excerpt(new, head, tail)


def _excerpt(words: list[str], head: int, tail: int) -> str:
    first, last = max(head - AROUND, 0), len(words) - max(tail - AROUND, 0)
    before, after = "… " if first else "", " …" if last < len(words) else ""
    return before + " ".join(words[first:last]) + after
