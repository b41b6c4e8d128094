"""The [[store]] sections. A store that is in doubt is never replaced by another place: writing to it is refused."""

import re

from sayso_config.findings import Findings, named
from sayso_config.model import HOME, Secret, StoreSetting
from sayso_config.problems import nearest, quoted
from sayso_config.schema import KINDS, LATER_KINDS, STORE_KEYS, BadValue, Path, clean_text

_PASSWORD_IN_URL = r"(?i)://[^/@\s]*:[^/@\s]*@|\bpassword\s*="
_NOT_FOR = {
    "local": ("url", "socket", "path", "dsn", "schema", "key", "trust", "command", "answers", "points"),
    "http": ("path", "dsn", "schema", "trust", "command", "answers", "points"),
    "chant": ("url", "socket", "dsn", "schema", "key"),
}
_HINTS = {
    "local": "is local, so it lives in sayso's own ledger and takes no",
    "http": "is reached over http (url or socket) and takes no",
    "chant": "is a chant workspace (path) and takes no",
}


def read_stores(value: object, findings: Findings) -> tuple[StoreSetting, ...]:
    """The stores of the file, "home" first when it is not among them."""
    if value is None:
        return (StoreSetting(HOME),)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        findings.add(("store",), "Stores are written as [[store]], in two brackets each.", fatal=True)
        return (StoreSetting(HOME),)
    stores: dict[str, StoreSetting] = {}
    for index, table in enumerate(value):
        store = _store(table, ("store", index), findings)
        if store is None:
            continue
        if store.name.casefold() in stores:
            sentence = f"Two stores are named {quoted(store.name)}; give one of them another name."
            findings.add(("store", index, "name"), sentence, fatal=True, store=store.name)
            continue
        stores[store.name.casefold()] = store
    home = () if HOME in stores else (StoreSetting(HOME),)
    return (*home, *stores.values())


def read_secret(table: dict[str, object], at: Path, findings: Findings, *, fatal: bool, store: str | None) -> None:
    """Refuse secrets that stand in the file. No sentence holds the value."""
    key = table.get("key")
    if isinstance(key, str):
        variable = re.sub(r"[^A-Z0-9]+", "_", (store or "my").upper()).strip("_") or "MY"
        findings.add(
            (*at, "key"),
            "A key never stands in this file as text, and this one is not used. Write "
            f'key = {{ env = "{variable}_TOKEN" }} (or keyring = …, or command = […]) and replace the key, '
            "since others may have read it here.",
            fatal=fatal,
            store=store,
        )
    elif key is not None and _secret(key) is None:
        sentence = 'A key is written as { env = "NAME" }, { keyring = "NAME" } or { command = ["PROGRAM", …] }.'
        findings.add((*at, "key"), sentence, fatal=fatal, store=store)
    for name in ("url", "dsn"):
        if name == "url" and table.get("kind") == "http":
            continue  # looked at with the rest of the address
        text = table.get(name)
        if isinstance(text, str) and re.search(_PASSWORD_IN_URL, text):
            sentence = (
                f"{named((*at, name))} holds a password, which never stands in this file; take it out of the text."
            )
            findings.add((*at, name), sentence, fatal=fatal, store=store)


def _store(table: dict[str, object], at: Path, findings: Findings) -> StoreSetting | None:
    try:
        name = clean_text(table["name"])
    except KeyError:
        findings.add(at, 'This store has no name; write name = "…".', fatal=True)
        return None
    except BadValue as error:
        findings.add((*at, "name"), f"The name of a store {error}.", fatal=True)
        return None
    findings.unknown(at, table, STORE_KEYS, fatal=True, store=name)
    read_secret(table, at, findings, fatal=True, store=name)
    kind = _kind(table, at, findings, name)
    as_ = None
    try:
        as_ = clean_text(table["as"]) if "as" in table else None
    except BadValue as error:
        findings.add((*at, "as"), f"{named((*at, 'as'))} {error}.", fatal=True, store=name)
    if kind == "chant":
        from sayso_config.workspaces import read_workspace

        return read_workspace(table, at, findings, StoreSetting(name, kind, as_))
    if kind != "http":
        return StoreSetting(name, kind or "", as_, usable=kind in KINDS)
    # Imported with the first store of that kind; most files have none.
    from sayso_config.address import read_address

    key = _secret(table.get("key"))
    url, socket = read_address(table, at, findings, store=name, key="key" in table)
    usable = (url is not None or socket is not None) and (key is not None or "key" not in table)
    return StoreSetting(name, kind, as_, usable, url, socket, key)


def _kind(table: dict[str, object], at: Path, findings: Findings, name: str) -> str | None:
    """The kind, also one that this version cannot open; None when it is not a kind at all."""
    kind = table.get("kind")
    where = (*at, "kind")
    if kind in LATER_KINDS:
        sentence = f"Store {quoted(name)} is of kind {kind}, which is not in this version yet; it is left alone."
        findings.add(where, sentence, fatal=True, store=name)
        return str(kind)
    if kind not in KINDS:
        near = nearest(kind, (*KINDS, *LATER_KINDS)) if isinstance(kind, str) else None
        said = "does not say its kind" if kind is None else "has a kind that is not known"
        hint = f"; did you mean {near}?" if near else '; write kind = "local".'
        findings.add(where if "kind" in table else at, f"Store {quoted(name)} {said}{hint}", fatal=True, store=name)
        return None
    for key in table:
        if key in _NOT_FOR[str(kind)]:
            findings.add((*at, key), f"Store {quoted(name)} {_HINTS[str(kind)]} {key}.", fatal=True, store=name)
    return str(kind)


def _secret(key: object) -> Secret | None:
    """Where the key is kept; None when that cannot be read."""
    if not isinstance(key, dict) or len(key) != 1:
        return None
    way, value = next(iter(key.items()))
    if way == "command":
        words = value if isinstance(value, list) else []
        whole = bool(words) and all(isinstance(each, str) and each and "\0" not in each for each in words)
        return Secret(way, tuple(words)) if whole else None
    if way in ("env", "keyring") and isinstance(value, str) and value.strip() and value.isprintable():
        return Secret(way, (value.strip(),))
    return None
