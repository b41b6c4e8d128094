"""The documents of the configuration, member by member."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Who said what a setting is."""

    kind: str
    """default, file or variable."""
    variable: str | None
    line: int | None
    """In the file, from 1."""


@dataclass(frozen=True)
class Setting:
    """One setting in force."""

    name: str
    """Such as me.name, keys.ACTION, store[1].name."""
    value: str | bool | tuple[str, ...] | None
    source: Source


@dataclass(frozen=True)
class Config:
    """Every setting in force. Of a secret only where it is kept is among them."""

    file: str
    found: bool
    """Whether the file is there."""
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with the configuration."""

    setting: str
    """Such as me.name, or the variable; empty for the whole file."""
    sentence: str
    file: str | None
    line: int | None
    """From 1."""
    column: int | None
    """From 1."""
    stops_writing: bool
    """Who decides, or where it is written, is in doubt until it is mended."""
    store: str | None
    """When given, only writing to this store stops."""


@dataclass(frozen=True)
class ConfigCheck:
    """Everything that is wrong with the configuration."""

    file: str
    found: bool
    problems: tuple[Problem, ...]
