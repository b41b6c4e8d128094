"""The events of a YAML text: of PyYAML's C parser (libyaml) where it is there, else of its own."""

from collections.abc import Callable

import yaml
from yaml.events import Event
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

if yaml.__with_libyaml__:
    from yaml._yaml import CParser

Events = Callable[[str], Callable[[], Event | None]]
"""Given a text, what gives its next event each time."""


class _Pure(Reader, Scanner, Parser):
    """PyYAML's own parser, without what would build values."""

    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)


def pure_events(text: str) -> Callable[[], Event | None]:
    """The events of PyYAML's own parser."""
    following: Callable[[], Event | None] = _Pure(text).get_event
    return following


def fast_events(text: str) -> Callable[[], Event | None]:
    """The events of the C parser, where it is there."""
    if not yaml.__with_libyaml__:
        return pure_events(text)
    following: Callable[[], Event | None] = CParser(text).get_event
    return following
