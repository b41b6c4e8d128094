"""Checks of plain values, put together into the shape of a file. Each tells what is wrong as it meets it."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a points file."""

    field: str
    """Where: names and numbers joined by dots; empty for the whole file."""
    phrase: str
    """What, to stand after the field. Foreign text in it is raw and short."""

    def __str__(self) -> str:
        return f"{self.field} {self.phrase}" if self.field else self.phrase


Check = Callable[[object, str], Iterator[Problem]]
"""Takes a value and its field; gives what is wrong with it."""


def shown(name: object) -> str:
    """Foreign text in a problem: as JSON, cut when it is long."""
    return json.dumps(name[:80] if isinstance(name, str) else name, ensure_ascii=False)


def fields(
    value: object, at: str, needed: tuple[str, ...], checks: Mapping[str, Check], *, free: bool = False
) -> Iterator[Problem]:
    """An object that has these fields, and no others but x-… where those are free."""
    if not isinstance(value, dict):
        yield Problem(at, "must be an object")
        return
    for name in needed:
        if name not in value:
            yield Problem(at, f"is missing {shown(name)}")
    for name, each in value.items():
        if check := checks.get(name):
            yield from check(each, f"{at}.{name}" if at else name)
        elif not (free and name.startswith("x-")):
            also = "; only fields named x-... may be added" if free else ""
            yield Problem(at, f"has an unknown field {shown(name)}{also}")


def that(holds: Callable[[object], bool], phrase: str) -> Check:
    """A check that one thing holds; the phrase says what a value must be."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not holds(value):
            yield Problem(at, phrase)

    return check


def list_of(check_one: Check) -> Check:
    """A check of a list with one item at least, each of which passes another check."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list) or not value:
            yield Problem(at, "must be a list with one item at least")
            return
        for number, each in enumerate(value):
            yield from check_one(each, f"{at}.{number}")

    return check


anything = that(lambda _: True, "")
string = that(lambda value: isinstance(value, str), "must be a text")
text = that(lambda value: isinstance(value, str) and value != "", "must be a text that is not empty")
boolean = that(lambda value: isinstance(value, bool), "must be true or false")
