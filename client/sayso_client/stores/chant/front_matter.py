"""The front matter of a record, read as chant reads it: YAML 1.2 limited to what JSON can say.

Only the events of the YAML library are used: no tag is looked up and nothing is built but text, numbers, lists and
mappings.
"""

from collections.abc import Callable
from typing import cast

import yaml
from yaml.events import (
    CollectionStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from sayso_client.stores.chant.canonical import in_order
from sayso_client.stores.chant.plain_scalars import NotANumber, key_of, value_of
from sayso_client.stores.chant.unusual_text import Swap, swapped
from sayso_client.stores.chant.yaml_events import Events, fast_events

MAX_DEPTH = 64
MAX_BYTES = 1024 * 1024

Value = str | bool | int | float | list["Value"] | dict[str, "Value"] | None
"""What JSON can say. A mapping's keys are unique and in JavaScript's order."""


class BadFrontMatter(ValueError):
    """The text is no record. The message is a phrase with the reason; foreign text in it is raw."""


def split(text: str) -> tuple[str, str]:
    """The YAML text between the two --- lines with its last newline, and the body after them. Lines end with LF.

    Raises:
        BadFrontMatter: it does not begin with a --- line, or has no second one.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    close = text.find("\n---\n", 4)
    if close < 0 and len(text) >= 8 and text.endswith("\n---"):
        close = len(text) - 4
    if close < 0 or not text.startswith("---\n"):
        raise BadFrontMatter(
            "it has to begin with a line of three hyphens, and another one has to end its front matter"
        )
    return text[4 : close + 1], text[close + 5 :]


def read(matter: str, events: Events = fast_events) -> dict[str, Value]:
    """The mapping that the YAML text stands for.

    Args:
        matter: As `split` gives it.
        events: Whose events are used.

    Raises:
        BadFrontMatter: it is no YAML, no mapping, or says something that JSON cannot.
    """
    swap = swapped(matter)
    try:
        found = _Building(events(swap.text if swap else matter), swap).document()
    except yaml.MarkedYAMLError as error:
        where = f" in its line {error.problem_mark.line + 2}" if error.problem_mark else ""
        raise BadFrontMatter(f"its front matter is no YAML: {error.problem or error.context}{where}") from error
    except yaml.YAMLError as error:
        raise BadFrontMatter("its front matter holds characters that YAML does not allow") from error
    except NotANumber as error:
        raise BadFrontMatter(str(error)) from error
    if not isinstance(found, dict):
        raise BadFrontMatter("its front matter is not a list of fields")
    return found


class _Building:
    """Makes values of the events of one document."""

    def __init__(self, following: Callable[[], Event | None], swap: Swap | None) -> None:
        self._next = following
        self._swap = swap

    def document(self) -> Value:
        self._next()
        if isinstance(self._next(), StreamEndEvent):
            return None
        found = self._node(self._next(), 1)
        self._next()
        if not isinstance(self._next(), StreamEndEvent):
            raise BadFrontMatter("its front matter holds more than one YAML document")
        return found

    def _node(self, event: Event | None, depth: int) -> Value:
        # Exact types and no further calls for text: this runs for every word of every record.
        kind = type(event)
        if kind is ScalarEvent:
            scalar = cast(ScalarEvent, event)
            if scalar.anchor is None and scalar.tag is None:
                text = scalar.value
                if self._swap is not None:
                    text = self._swap.back(text, quoted=scalar.style == '"')
                return value_of(text) if scalar.implicit[0] else text
        if not isinstance(event, NodeEvent) or event.anchor is not None:
            raise BadFrontMatter("its front matter uses YAML anchors or aliases, which records cannot")
        if not isinstance(event, CollectionStartEvent) or event.tag is not None:
            raise BadFrontMatter("its front matter uses YAML tags, which records cannot")
        if depth > MAX_DEPTH:
            raise BadFrontMatter(f"its front matter is nested more than {MAX_DEPTH} levels deep")
        return self._mapping(depth) if kind is MappingStartEvent else self._sequence(depth)

    def _sequence(self, depth: int) -> list[Value]:
        found: list[Value] = []
        following = self._next
        while type(event := following()) is not SequenceEndEvent:
            found.append(self._node(event, depth + 1))
        return found

    def _mapping(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        following = self._next
        numbered = False
        while type(event := following()) is not MappingEndEvent:
            name = self._node(event, depth + 1)
            if type(name) is not str:
                if isinstance(name, list | dict):
                    raise BadFrontMatter("its front matter has a list or a mapping as the name of a field")
                name = key_of(name)
            if name in found:
                raise BadFrontMatter(f'its front matter names "{name}" twice in one place')
            numbered = numbered or name[:1].isdigit()
            found[name] = self._node(following(), depth + 1)
        return in_order(found) if numbered else found
