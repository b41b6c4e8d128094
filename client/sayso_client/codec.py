"""Frozen dataclasses to JSON text and back, driven by their type hints.

Only fields that differ from their default are written, so a small decision stays small. The text is ASCII: lone
surrogates and whatever else a record held survive as escapes. Sets are sorted, so equal values give equal text.
"""

import dataclasses
import json
from collections.abc import Callable, Hashable, Mapping
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

_DAY = len("2026-12-31")


class Unreadable(ValueError):
    """The text is not one of ours, or of a later version that says something new."""


def dumps(value: object) -> str:
    """A dataclass as JSON text."""
    return json.dumps(_plain(value), separators=(",", ":"))


def loads(kind: type[T], text: str | bytes, **more: object) -> T:
    """The dataclass that `dumps` wrote, or one with the same fields and `more`. Members unknown to us are passed over.

    Raises:
        Unreadable: the text is not one of ours.
    """
    try:
        return cast(T, _record(cast(Hashable, kind))(json.loads(text), **more))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"not a {kind.__name__}: {error}") from error


@cache
def _fields(kind: Hashable) -> tuple[tuple[str, object], ...]:
    found = []
    for each in dataclasses.fields(cast(type, kind)):
        default: object = each.default
        if each.default_factory is not dataclasses.MISSING:
            default = each.default_factory()
        found.append((each.name, default))
    return tuple(found)


_ATOMS = frozenset({NoneType, str, int, float, bool})


def _plain(value: object) -> object:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return [_plain(each) for each in cast(tuple[object, ...], value)]
    if dataclasses.is_dataclass(kind):
        written = {}
        for name, default in _fields(cast(Hashable, kind)):
            each = getattr(value, name)
            if each is not default and each != default:
                written[name] = each if type(each) in _ATOMS else _plain(each)
        return written
    return _uncommon(value)


def _uncommon(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return value


def _as_is(value: object) -> object:
    return value


def _moment(value: object) -> object:
    text = str(value)
    return date.fromisoformat(text) if len(text) == _DAY else datetime.fromisoformat(text)


@cache
def _reader(hint: Hashable) -> Callable[[object], object]:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _optional(tuple(each for each in get_args(hint) if each is not NoneType))
    if origin in (tuple, frozenset):
        return _sequence(hint, origin)
    if isinstance(hint, type):
        if issubclass(hint, StrEnum):
            return cast(Callable[[object], object], hint)
        if issubclass(hint, date):
            return _moment
        if dataclasses.is_dataclass(hint):
            return _record(hint)
    return _as_is


def _optional(hints: tuple[object, ...]) -> Callable[[object], object]:
    read = _reader(hints[0])
    return lambda value: None if value is None else read(value)


def _sequence(hint: object, origin: Callable[..., object]) -> Callable[[object], object]:
    args = get_args(hint)
    if origin is frozenset or args[-1] is Ellipsis:
        read = _reader(args[0])
        return lambda value: origin(map(read, cast(list[object], value)))
    readers = tuple(_reader(each) for each in args)
    return lambda value: tuple(read(each) for read, each in zip(readers, cast(list[object], value), strict=True))


@cache
def _record(hint: Hashable) -> Callable[..., object]:
    kind = cast(type, hint)
    hints = get_type_hints(kind)
    readers = {each.name: _reader(hints[each.name]) for each in dataclasses.fields(kind)}

    def read(value: object, **more: object) -> object:
        given = cast(dict[str, object], value)
        return kind(**more, **{name: readers[name](each) for name, each in given.items() if name in readers})

    return read
