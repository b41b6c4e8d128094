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
from operator import attrgetter
from types import NoneType, UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sayso_client.unreadable import Unreadable

__all__ = ["Unreadable", "dumps", "loads"]

T = TypeVar("T")

_DAY = len("2026-12-31")

_encoder = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def dumps(value: object) -> str:
    """A dataclass as JSON text."""
    return _encoder.encode(_plain(value))


def loads(kind: type[T], text: str | bytes, **more: object) -> T:
    """The dataclass that `dumps` wrote, or one with the same fields and `more`. Members unknown to us are passed over.

    Raises:
        Unreadable: the text is not one of ours.
    """
    try:
        return cast(T, _record(cast(Hashable, kind))(json.loads(text), **more))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"not a {kind.__name__}: {error}") from error


def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    found = []
    for each in dataclasses.fields(kind):
        default: object = each.default
        if each.default_factory is not dataclasses.MISSING:
            default = each.default_factory()
        found.append((each.name, default))
    return tuple(found)


_Write = Callable[[object], object]

_writers: dict[type, _Write | None] = dict.fromkeys((NoneType, str, int, float, bool))
"""How values of a type are written, worked out once a type; None for what JSON takes as it is."""


def _plain(value: object) -> object:
    write = _writer(type(value))
    return write(value) if write else value


def _writer(kind: type) -> _Write | None:
    try:
        return _writers[kind]
    except KeyError:
        return _writers.setdefault(kind, _new_writer(kind))


def _new_writer(kind: type) -> _Write | None:
    if dataclasses.is_dataclass(kind):
        return _record_writer(kind)
    if issubclass(kind, tuple):
        return lambda value: [_plain(each) for each in cast(tuple[object, ...], value)]
    if issubclass(kind, frozenset):
        return lambda value: sorted(cast(frozenset[str], value))
    if issubclass(kind, date):
        return lambda value: cast(date, value).isoformat()
    if issubclass(kind, Mapping):
        return lambda value: {str(name): _plain(each) for name, each in cast(Mapping[object, object], value).items()}
    return None


def _record_writer(kind: type) -> _Write:
    # An event has nine fields and a decision 200 events, so the loop below is all that writing a body costs.
    fields = tuple((name, attrgetter(name), default) for name, default in _fields(kind))

    def write(value: object) -> object:
        written = {}
        for name, get, default in fields:
            each = get(value)
            if each is not default and each != default:
                how = _writer(type(each))
                written[name] = how(each) if how else each
        return written

    return write


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
