"""Asking for one field: a choice by number, a line, or a text of several lines. An empty line keeps what stands."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sayso_client.text import one_line
from sayso_tui.plain.dialogue import Dialogue, Left

END = "."
"""The line that ends a text."""
NONE = "-"
"""Clears a field."""
_SHOWN = 60
"""Characters of what stands that are told in a prompt."""


class Choice(NamedTuple):
    """One thing to choose, called by its number or its name. All texts are plain."""

    number: int
    name: str
    label: str
    refused: str = ""
    """Why it cannot be chosen; empty when it can."""


def choose(dialogue: Dialogue, what: str, choices: Sequence[Choice], now: int | None, nothing: str) -> int | None:
    """Have one chosen; its index in `choices`.

    Args:
        dialogue: With the person.
        what: Name of the field.
        choices: What there is.
        now: The index of the one that stands; None while none does.
        nothing: What to say for that.

    Raises:
        Left: the person left.
    """
    while True:
        stands = one_line(choices[now].label, _SHOWN) if now is not None else nothing
        typed = dialogue.ask(f"{what}, by number [{stands}]: ").strip()
        if not typed:
            return now
        found = _named(choices, typed)
        if found is None:
            dialogue.say(f"There is no {what.lower()} {one_line(typed, 40)}. An empty line keeps what stands.")
        elif choices[found].refused:
            dialogue.say(f"That cannot be chosen: {choices[found].refused}.")
        else:
            return found


def line(dialogue: Dialogue, what: str, now: str) -> str:
    """Have a line written.

    Raises:
        Left: the person left.
    """
    typed = dialogue.ask(f"{what} [{_standing(now)}]: ").strip()
    return "" if typed == NONE else typed or now


def text(dialogue: Dialogue, what: str, now: str, keep: Callable[[str], None]) -> None:
    """Have a text of any number of lines written.

    Args:
        dialogue: With the person.
        what: Name of the field.
        now: What stands.
        keep: Called with what there is after each line.

    Raises:
        Left: the person left; what was written is kept.
    """
    dialogue.say(f"{what} [{_standing(now)}], in lines; a line with one dot ends it.")
    dialogue.explain("An empty first line keeps what stands, a first line with one dash clears it.")
    lines: list[str] = []
    prompt = f"{what.lower()}> "
    while (typed := dialogue.ask(prompt)) != END:
        if not lines and not typed.strip():
            return
        if not lines and typed.strip() == NONE:
            keep("")
            return
        lines.append(typed)
        keep("\n".join(lines))


def _standing(now: str) -> str:
    return one_line(now, _SHOWN) if now.strip() else "nothing"


def _named(choices: Sequence[Choice], typed: str) -> int | None:
    """Numbers win over names, since numbers are what was offered."""
    by_number = (index for index, each in enumerate(choices) if typed == str(each.number))
    by_name = (index for index, each in enumerate(choices) if typed == each.name)
    return next(by_number, next(by_name, None))


__all__ = ["Choice", "Left", "choose", "line", "text"]
