"""Calls so plain that they need no parser: `sayso list --limit 20`, `sayso show KEY --json`.

Importing click takes longer than all that such a verb does. So words that leave nothing to interpret are taken as they
are: known options, spelled in full, each once, their values apart and good. Anything else, a mistake above all, is left
to click, which knows all there is to know and says what is wrong. A test holds the two together.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from sayso_client.rows import View
from sayso_tui.cli.session import Session


class Option(NamedTuple):
    """An option's parameter, and how its value is read; raises ValueError for one that click must judge."""

    name: str
    read: Callable[[str], object] | None = None
    """None for a switch."""


class Form(NamedTuple):
    """A verb as it may be called plainly."""

    module: str
    function: str
    words: tuple[str, ...]
    """Parameters that are given by place; all of them must be."""
    options: Mapping[str, Option]


class Call(NamedTuple):
    """A form with its values."""

    form: Form
    values: Mapping[str, object]


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word)):
        raise ValueError(word)
    return int(word)


def _view(word: str) -> str:
    return View(word).value


_STORE, _JSON = Option("store", str), Option("as_json")

FORMS = {
    "list": Form(
        "listed",
        "print_list",
        (),
        {
            "--view": Option("view", _view),
            "--filter": Option("text", str),
            "--limit": Option("limit", _count),
            "--store": _STORE,
            "--json": _JSON,
        },
    ),
    "show": Form("shown", "print_shown", ("key",), {"--store": _STORE, "--json": _JSON}),
}


def plain_call(words: Sequence[str]) -> Call | None:
    """The call that the words make, or None when a parser must look at them."""
    form = FORMS.get(words[0])
    if form is None:
        return None
    values: dict[str, object] = {}
    places = list(form.words)
    rest = iter(words[1:])
    for word in rest:
        option = form.options.get(word)
        if option is None:
            if word.startswith("-") or not places:
                return None
            values[places.pop(0)] = word
            continue
        if option.name in values:
            return None
        if option.read is None:
            values[option.name] = True
            continue
        value = next(rest, "-")
        if value.startswith("-"):
            return None
        try:
            values[option.name] = option.read(value)
        except ValueError:
            return None
    return None if places else Call(form, values)


def obey(call: Call, session: Session) -> None:
    """Do it.

    Raises:
        Ended, SaysoError, ConfigError: as the verb does.
    """
    act = getattr(import_module(f"sayso_tui.cli.{call.form.module}"), call.form.function)
    act(session, **call.values)
