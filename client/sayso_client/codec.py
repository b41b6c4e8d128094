"""Frozen dataclasses and named tuples to JSON text and back, driven by their type hints.

Only fields that differ from their default are written, so a small decision stays small. The text is ASCII: lone
surrogates and whatever else a record held survive as escapes. Sets are sorted, so equal values give equal text.
"""

import dataclasses
import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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


def dumps(value: object, *, without: Iterable[str] = ()) -> str:
    """A dataclass as JSON text.

    Args:
        value: A dataclass or named tuple.
        without: Members of it that are not written.
    """
    written = _plain(value)
    for name in without:
        cast(dict[str, object], written).pop(name, None)
    return _encoder.encode(written)


def loads(kind: type[T], text: str | bytes, **more: object) -> T:
    """The dataclass that `dumps` wrote, or one with the same fields and `more`. Members unknown to us are passed over.

    Raises:
        Unreadable: the text is not one of ours.
    """
    try:
        return cast(T, _record(cast(Hashable, kind))(json.loads(text), **more))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"not a {kind.__name__}: {error}") from error


def _is_record(kind: type) -> bool:
    """Whether values of the type have named members: named tuples as dataclasses."""
    return dataclasses.is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Every member with its default."""
    if not dataclasses.is_dataclass(kind):
        usual: dict[str, object] = kind._field_defaults  # type: ignore[attr-defined]  # see `_is_record`
        return tuple((name, usual.get(name, dataclasses.MISSING)) for name in kind._fields)  # type: ignore[attr-defined]
    found = []
    for each in dataclasses.fields(kind):
        default: object = each.default
        if each.default_factory is not dataclasses.MISSING:
            default = each.default_factory()
        found.append((each.name, default))
    return tuple(found)


_Write = Callable[[object], object]

_ATOMS = frozenset({NoneType, str, int, float, bool})
"""What JSON takes as it is."""

_writers: dict[type, _Write] = {}
"""How values of any other type are written, worked out once a type."""


def _plain(value: object) -> object:
    kind = type(value)
    return value if kind in _ATOMS else _writer(kind)(value)


def _writer(kind: type) -> _Write:
    try:
        return _writers[kind]
    except KeyError:
        return _writers.setdefault(kind, _new_writer(kind))


def _new_writer(kind: type) -> _Write:
    if _is_record(kind):
        return _record_writer(kind)
    if issubclass(kind, tuple):
        return lambda value: [_plain(each) for each in cast(tuple[object, ...], value)]
    if issubclass(kind, frozenset):
        return lambda value: sorted(cast(frozenset[str], value))
    if issubclass(kind, date):
        return lambda value: cast(date, value).isoformat()
    if issubclass(kind, Mapping):
        return lambda value: {str(name): _plain(each) for name, each in cast(Mapping[object, object], value).items()}
    return _as_is


def _record_writer(kind: type) -> _Write:
    fields = _fields(kind)
    names, defaults = [name for name, _ in fields], [default for _, default in fields]
    get = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

    def write(value: object) -> object:
        # One pass in one frame: a decision has 200 events of nine fields, and this loop is what writing them costs.
        written = {}
        for name, each, default in zip(names, get(value), defaults, strict=True):
            if each is default or each == default:
                continue
            at = type(each)
            written[name] = each if at in _ATOMS else _writer(at)(each)
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
    if origin is Sequence:
        each = _reader(get_args(hint)[0])
        return lambda value: tuple(map(each, cast(list[object], value)))
    if isinstance(hint, type):
        if issubclass(hint, StrEnum):
            members = {each.value: each for each in hint}
            return lambda value: members[cast(str, value)]
        if issubclass(hint, date):
            return _moment
        if _is_record(hint):
            return _record(cast(Hashable, hint))
    return _as_is


def _optional(hints: tuple[object, ...]) -> Callable[[object], object]:
    read = _reader(hints[0])
    if read is _as_is:
        return _as_is
    return lambda value: None if value is None else read(value)


def _sequence(hint: object, origin: Callable[..., object]) -> Callable[[object], object]:
    args = get_args(hint)
    if origin is frozenset or args[-1] is Ellipsis:
        read = _reader(args[0])
        if read is _as_is:
            return origin
        return lambda value: origin(map(read, cast(list[object], value)))
    readers = tuple(_reader(each) for each in args)
    return lambda value: tuple(read(each) for read, each in zip(readers, cast(list[object], value), strict=True))


@cache
def _record(hint: Hashable) -> Callable[..., object]:
    kind = cast(type, hint)
    hints = get_type_hints(kind)
    known = {name for name, _ in _fields(kind)}
    readers = [(name, how) for name in known if (how := _reader(hints[name])) is not _as_is]

    def read(value: object, **more: object) -> object:
        given = cast(dict[str, object], value)
        if not given.keys() <= known:
            given = {name: each for name, each in given.items() if name in known}
        for name, how in readers:
            if name in given:
                given[name] = how(given[name])
        return kind(**more, **given)

    return read
