"""Adding, renaming and removing a [[store]] in the file, in place: comments and all other lines stay as they are."""

from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from sayso_config.document import Document, read_document
from sayso_config.findings import Findings
from sayso_config.model import HOME, Secret, StoreSetting
from sayso_config.problems import ConfigError, quoted
from sayso_config.scan import Entry, entries
from sayso_config.schema import BadValue, clean_text
from sayso_config.stores import read_stores
from sayso_config.write import means, replace_file, toml


class NewStore(NamedTuple):
    """A store to be written into the file, as it was typed."""

    name: str
    kind: str
    url: str | None = None
    socket: str | None = None
    key: Secret | None = None
    as_: str | None = None
    path: str | None = None
    trust: bool = False
    command: tuple[str, ...] = ()
    answers: str | None = None
    points: str | None = None

    def lines(self) -> list[str]:
        """Its section, without the header."""
        members = ("name", "kind", "url", "socket", "path", "answers", "points")
        told = [(name, getattr(self, name)) for name in members]
        found = [f"{name} = {toml(value)}" for name, value in told if value is not None]
        if self.command:
            found.append(f"command = [{', '.join(map(toml, self.command))}]")
        if self.trust:
            found.append("trust = true")
        if self.key is not None:
            at = toml(self.key.at[0]) if self.key.way != "command" else f"[{', '.join(map(toml, self.key.at))}]"
            found.append(f"key = {{ {self.key.way} = {at} }}")
        return found if self.as_ is None else [*found, f"as = {toml(self.as_)}"]


def add_store(path: Path, store: NewStore) -> StoreSetting:
    """Write a store behind all that stands in the file; the file is made where there is none.

    Returns:
        The store as it is read from now on.

    Raises:
        ConfigError: the name is taken, or something about the store is wrong; the file is as it was.
    """
    document = _sound(path)
    name = _name(store.name)
    if any(each.name.casefold() == name.casefold() for each in _stores(document)):
        raise ConfigError(f"Nothing was changed: there is a store named {quoted(name)} already.")
    newline = "\r\n" if "\r\n" in document.text else "\n"
    gap = "" if not document.text.strip() else newline if document.text.endswith("\n") else newline * 2
    block = newline.join(["[[store]]", *store._replace(name=name).lines(), ""])
    text = f"{document.text}{gap}{block}"
    written = _parsed(path, text)
    found = Findings(written)
    stores = {each.name: each for each in read_stores(written.tree.get("store"), found)}
    before = Findings(document)
    read_stores(document.tree.get("store"), before)
    if new := found.problems[len(before.problems) :]:
        raise ConfigError(f"Nothing was changed: {new[0].sentence}")
    replace_file(path, text)
    return stores[name]


def rename_store(path: Path, old: str, new: str, *, check_only: bool = False) -> None:
    """Give a store another name.

    Args:
        path: The configuration file.
        old: In whatever case.
        new: What it is called from now on.
        check_only: Only look whether that can be done.

    Raises:
        ConfigError: there is none of the old name, or one of the new; the file is as it was.
    """
    document = _sound(path)
    name, index = _name(new), _index(document, old)
    taken = [each.name.casefold() for each in _stores(document) if each.name.casefold() != old.casefold()]
    if name.casefold() in (*taken, HOME):
        raise ConfigError(f"Nothing was changed: there is a store named {quoted(name)} already.")
    wanted = deepcopy(document.tree)
    _tables(wanted)[index]["name"] = name
    place = next(
        (each for each in entries(document.text) if each.path == ("store", index, "name") and not each.header), None
    )
    if place is None:
        raise _by_hand(path, old)
    text = document.text[: place.value_start] + toml(name) + document.text[place.value_end :]
    if not means(text, wanted):
        raise _by_hand(path, old)
    if not check_only:
        replace_file(path, text)


def remove_store(path: Path, name: str) -> None:
    """Take a store out. Comments above and below its section stay.

    Raises:
        ConfigError: there is none of that name, or its section cannot be taken out alone; the file is as it was.
    """
    document = _sound(path)
    index = _index(document, name)
    wanted = deepcopy(document.tree)
    del _tables(wanted)[index]
    if not _tables(wanted):
        del wanted["store"]
    text = _without(document.text, index)
    if text is None or not means(text, wanted):
        raise _by_hand(path, name)
    replace_file(path, text)


def trust_store(path: Path, name: str, trust: bool, command: tuple[str, ...] = ()) -> None:
    """Say of a workspace whether chant may be run in it and, if that is told, what starts it.

    Raises:
        ConfigError: there is none of that name, or its section cannot be edited; the file is as it was.
    """
    document = _sound(path)
    index = _index(document, name)
    wanted = deepcopy(document.tree)
    text = document.text
    values: dict[str, tuple[object, str]] = {"trust": (trust, toml(trust))}
    if command:
        values["command"] = (list(command), f"[{', '.join(map(toml, command))}]")
    for key, (value, written) in values.items():
        _tables(wanted)[index][key] = value
        text = _with(text, index, key, written)
    if not means(text, wanted):
        raise _by_hand(path, name)
    replace_file(path, text)


def _with(text: str, index: int, key: str, written: str) -> str:
    """The text with that value in the section of that number: in place of the former one, or behind the path."""
    own = {each.path[2:]: each for each in entries(text) if each.path[:2] == ("store", index)}
    if (known := own.get((key,))) is not None:
        return text[: known.value_start] + written + text[known.value_end :]
    if (behind := own.get(("path",)) or own.get(())) is None:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    end = text.find("\n", behind.value_end)
    head, rest = (text + newline, "") if end < 0 else (text[: end + 1], text[end + 1 :])
    return f"{head}{key} = {written}{newline}{rest}"


def _without(text: str, index: int) -> str | None:
    """The text without that section; None when other things stand in between."""
    found = list(entries(text))
    own = [at for at, each in enumerate(found) if each.path[:2] == ("store", index)]
    if not own or own != list(range(own[0], own[-1] + 1)) or not _is_header(found[own[0]]):
        return None
    start = text.rfind("\n", 0, found[own[0]].start) + 1
    end = text.find("\n", max(found[at].value_end for at in own))
    rest = "" if end < 0 else text[end + 1 :]
    head = text[:start]
    if not rest and head.endswith(("\n\n", "\r\n\r\n")):
        return head.removesuffix("\n").removesuffix("\r")
    if rest.startswith(("\n", "\r\n")) and (not head or head.endswith(("\n\n", "\r\n\r\n"))):
        rest = rest.partition("\n")[2]
    return head + rest


def _is_header(entry: Entry) -> bool:
    return entry.header and len(entry.path) == 2


def _sound(path: Path) -> Document:
    document = read_document(path)
    if document.problem is not None and document.problem.fatal_for_writing:
        raise ConfigError(f"Nothing was changed, since the file must be mended first. {document.problem}")
    if not isinstance(document.tree.get("store", []), list):
        raise ConfigError(f"Nothing was changed: stores are written as [[store]] in {quoted(str(path), 400)}.")
    return document


def _stores(document: Document) -> tuple[StoreSetting, ...]:
    return read_stores(document.tree.get("store"), Findings(document))


def _tables(tree: dict[str, object]) -> list[dict[str, object]]:
    tables = tree.get("store")
    assert isinstance(tables, list)
    return tables


def _index(document: Document, name: str) -> int:
    tables = document.tree.get("store", [])
    assert isinstance(tables, list)
    for index, table in enumerate(tables):
        if isinstance(table, dict) and str(table.get("name", "")).strip().casefold() == name.strip().casefold():
            return index
    if name.casefold() == HOME:
        raise ConfigError("Nothing was changed: home is always there, and stands in no file.")
    known = ", ".join(quoted(each.name) for each in _stores(document))
    raise ConfigError(f"Nothing was changed: there is no store named {quoted(name)}. Known are: {known}.")


def _name(text: str) -> str:
    try:
        return clean_text(text)
    except BadValue as error:
        raise ConfigError(f"Nothing was changed: the name of a store {error}.") from error


def _parsed(path: Path, text: str) -> Document:
    import tomllib

    try:
        return Document(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        raise ConfigError(
            f"Nothing was changed: the stores in {quoted(str(path), 400)} are written in a way that no other can be "
            "put behind; write them as [[store]]."
        ) from None


def _by_hand(path: Path, name: str) -> ConfigError:
    return ConfigError(
        f"Nothing was changed: the store {quoted(name)} stands in {quoted(str(path), 400)} in a way that cannot be "
        "edited without the risk of losing something. Change it there by hand."
    )
