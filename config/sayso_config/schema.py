"""The one table of what a configuration may hold, and the checks of single values."""

from collections.abc import Mapping
from typing import NamedTuple

from sayso_config.problems import nearest

Path = tuple[str | int, ...]
"""Keys from the root; the place in an array of tables is a number from 0."""


class Rule(NamedTuple):
    """What one value must be."""

    kind: type
    choices: tuple[str, ...] = ()


TEXT, SWITCH = Rule(str), Rule(bool)
RULES: Mapping[str, Rule] = {
    "me.name": TEXT,
    "me.assistant": TEXT,
    "asker.store": TEXT,
    "ui.theme": TEXT,
    "ui.ascii": SWITCH,
    "ui.animation": Rule(str, ("full", "none")),
    "ui.mouse": SWITCH,
}
"""Single settings by dotted name. Each can also come from SAYSO_ME_NAME or SAYSO_ME__NAME and the like."""
SINGLE = ("me", "asker", "ui")
"""The sections that they stand in."""
NEVER_ELSEWHERE = ("me", "asker")
"""Of these, a value that is wrong makes nobody and nowhere of it, never somebody or somewhere else."""
SHORT = {"asker.store": "SAYSO_STORE"}
"""Setting → another variable that sets it, and which the long ones stand behind."""

STORE_KEYS = (
    *("name", "kind", "as", "url", "socket", "path", "dsn", "schema", "key", "trust", "read_only"),
    *("command", "answers", "points"),
)
MANDATE_KEYS = ("id", "text")
LATER_SECTIONS = ("notify", "backend", "view")
"""Sections that later versions read; accepted and left alone."""
SECTIONS = ("me", "asker", "store", "keys", "ui", "mandate", *LATER_SECTIONS)
KINDS = ("local", "http", "chant")
LATER_KINDS = ("postgres", "xema")
LONGEST = 200

_WORDS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_TYPES = {str: "text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}


class BadValue(Exception):
    """A value that breaks its rule; the text goes on from the setting's name: "must be text, not a number"."""


def known_keys(section: str) -> tuple[str, ...]:
    """The last parts of the single settings of a section."""
    return tuple(name.partition(".")[2] for name in RULES if name.partition(".")[0] == section)


def checked(rule: Rule, value: object, *, from_words: bool = False) -> str | bool:
    """The value, when it keeps the rule.

    Args:
        rule: What it must be.
        value: From TOML, a variable or the command line.
        from_words: It came as text where TOML would have a type of its own, so "yes" and "off" are switches.

    Raises:
        BadValue: It does not. The value itself is never in the text.
    """
    if rule.kind is bool:
        if from_words and isinstance(value, str) and value.strip().casefold() in _WORDS:
            return _WORDS[value.strip().casefold()]
        if isinstance(value, bool):
            return value
        raise BadValue(f"must be true or false, not {'these words' if from_words else type_name(value)}")
    text = clean_text(value)
    if rule.choices and text not in rule.choices:
        near = nearest(text, rule.choices)
        raise BadValue(f"must be one of {', '.join(rule.choices)}" + (f"; the nearest is {near}" if near else ""))
    return text


def clean_text(value: object) -> str:
    """Text that names something: not blank, printable, trimmed, of bounded length. Raises BadValue."""
    if not isinstance(value, str):
        raise BadValue(f"must be text in quotes, not {type_name(value)}")
    text = value.strip()
    if not text:
        raise BadValue("must not be blank")
    if not text.isprintable():
        raise BadValue("must hold no control or invisible characters")
    if len(text) > LONGEST:
        raise BadValue(f"must not be longer than {LONGEST} characters")
    return text


def type_name(value: object) -> str:
    """The type of a TOML value, in a reader's words."""
    return _TYPES.get(type(value), "a date or time")
