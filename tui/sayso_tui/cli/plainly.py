"""Calls so plain that they need no parser: `sayso list --limit 20`, `sayso raise acme/db --text "Ship it?"`.

Importing click takes longer than much of what such a verb does. So words that leave nothing to interpret are taken as
they are: known options, spelled in full, their values apart and good. Anything else, a mistake above all, is left to
click, which knows all there is to know and says what is wrong. A test holds the two together.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from sayso_tui.cli.forms import FORMS, Form, Option
from sayso_tui.cli.session import Session


class Call(NamedTuple):
    """A form with its values."""

    form: Form
    values: Mapping[str, object]


class _NotPlain(ValueError):
    """A parser must look at it; as what reads a value says of one that is not good."""


def plain_call(words: Sequence[str]) -> Call | None:
    """The call that the words make, or None when a parser must look at them."""
    form = FORMS.get(words[0])
    if form is None:
        return None
    try:
        values = _values(form, words[1:])
    except ValueError:
        return None
    all_there = all(name in values for name in form.words) and all(
        any(n in values for n in some) for some in form.needs
    )
    return Call(form, values) if all_there else None


def _values(form: Form, words: Sequence[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    places = [*form.words, *form.more]
    rest = iter(words)
    for word in rest:
        option = form.options.get(word)
        if option is not None:
            _take(option, next(rest, None) if option.read else None, values)
        elif places and not _means_more(word):
            values[places.pop(0)] = word
        else:
            raise _NotPlain
    return values


def _take(option: Option, value: str | None, values: dict[str, object]) -> None:
    before = values.get(option.name, ())
    if before and not (option.many and isinstance(before, tuple)):
        raise _NotPlain
    if option.read is None:
        values[option.name] = True
        return
    if not value or _means_more(value):
        raise _NotPlain
    read = option.read(value)
    values[option.name] = (*before, read) if option.many and isinstance(before, tuple) else read


def _means_more(word: str) -> bool:
    """Whether it may be an option; "-" alone is stdin."""
    return word.startswith("-") and word != "-"


def obey(call: Call, session: Session) -> None:
    """Do it.

    Raises:
        Ended, SaysoError, ConfigError: as the verb does.
    """
    act = getattr(import_module(f"sayso_tui.cli.{call.form.module}"), call.form.function)
    act(session, **call.values)
