"""Where each setting in force comes from. For `sayso config show`; starting up needs none of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_config.document import Document, read_document
from sayso_config.model import Secret
from sayso_config.scan import locate
from sayso_config.schema import NEVER_ELSEWHERE, RULES, SINGLE, BadValue, checked
from sayso_config.settings import Settings, spoken

Value = str | bool | tuple[str, ...] | None
_MEMBERS = {"http": ("url", "socket", "key"), "chant": ("path", "trust", "command", "answers", "points")}
"""Of a kind of store, beside name, kind and as."""


class Source(NamedTuple):
    """Who said it."""

    kind: str
    """default, file or variable."""
    variable: str | None = None
    line: int | None = None
    """In the file, from 1."""


DEFAULT = Source("default")


class InForce(NamedTuple):
    """One setting as it holds now."""

    name: str
    """"me.name", "keys.ACTION", "store[1].name" (counted from 1)."""
    value: Value
    source: Source


def in_force(settings: Settings, path: Path, environ: Mapping[str, str]) -> tuple[InForce, ...]:
    """Every setting with its source; what was wrong and fell back counts as its default.

    Args:
        settings: As they were loaded from the same file and variables.
        path: The configuration file.
        environ: The variables.
    """
    document = read_document(path)
    held = {f"{section}.{key}": value for section in SINGLE for key, value in _members(settings, section)}
    single = (InForce(name, held[name], _source(name, document, environ)) for name in RULES)
    return (*single, *_keys(settings, document), *_stores(settings, document), *_mandates(settings, document))


def _members(settings: Settings, section: str) -> Iterator[tuple[str, Value]]:
    parts: Mapping[str, Mapping[str, Value]] = {
        "me": settings.me._asdict(),
        "asker": settings.asker._asdict(),
        "ui": settings.ui._asdict(),
    }
    yield from parts[section].items()


def _source(name: str, document: Document, environ: Mapping[str, str]) -> Source:
    """The strongest of those that say something valid; in [me] and [asker] a wrong one leaves none."""
    section, _, key = name.partition(".")
    found = DEFAULT
    table = document.tree.get(section)
    if isinstance(table, dict) and key in table and _fits(name, table[key], from_words=False):
        found = _line(document, (section, key))
    for variable, given in spoken(name, environ, {}):
        if _fits(name, given, from_words=True):
            found = Source("variable", variable)
        elif section in NEVER_ELSEWHERE:
            found = DEFAULT
    return found


def _fits(name: str, value: object, *, from_words: bool) -> bool:
    try:
        checked(RULES[name], value, from_words=from_words)
    except BadValue:
        return False
    return True


def _line(document: Document, path: tuple[str | int, ...]) -> Source:
    place = locate(document.text, path)
    return Source("file", line=place[0] if place else None)


def _keys(settings: Settings, document: Document) -> Iterator[InForce]:
    for action, keys in settings.keys.items():
        table = document.tree.get("keys")
        whole = isinstance(table, dict) and action in table
        yield InForce(f"keys.{action}", keys, _line(document, ("keys", *([action] if whole else action.split(".")))))


def _stores(settings: Settings, document: Document) -> Iterator[InForce]:
    """What is known of each store: addresses once they were checked to hold no secret; of a key, where it is kept."""
    tables = document.tree.get("store")
    listed = [each for each in tables if isinstance(each, dict)] if isinstance(tables, list) else []
    for number, store in enumerate(settings.stores, 1):
        at = next((at for at, each in enumerate(listed) if str(each.get("name", "")).strip() == store.name), None)
        told: list[tuple[str, Value]] = [("name", store.name), ("kind", store.kind or None), ("as", store.as_)]
        told += [(member, _shown(getattr(store, member))) for member in _MEMBERS.get(store.kind, ())]
        for member, value in told:
            said = at is not None and (member in listed[at] or (value is not None and member not in _DEFAULTED))
            source = _line(document, ("store", at, member)) if at is not None and said else DEFAULT
            yield InForce(f"store[{number}].{member}", value, source)


_DEFAULTED = ("trust",)
"""Has a value also where the file says nothing."""


def _shown(value: Value | Secret) -> Value:
    """A member of a store. Of a key, where it is kept."""
    return str(value) if isinstance(value, Secret) else value or (value if isinstance(value, bool) else None)


def _mandates(settings: Settings, document: Document) -> Iterator[InForce]:
    tables = document.tree.get("mandate")
    listed = [each for each in tables if isinstance(each, dict)] if isinstance(tables, list) else []
    for number, mandate in enumerate(settings.mandates, 1):
        at = next(at for at, each in enumerate(listed) if str(each.get("id", "")).strip() == mandate.id)
        for member, value in (("id", mandate.id), ("text", mandate.text)):
            yield InForce(f"mandate[{number}].{member}", value, _line(document, ("mandate", at, member)))
