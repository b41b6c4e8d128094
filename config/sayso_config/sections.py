"""The sections that are tables of many: keys, mandates, and those of later versions."""

from sayso_config.findings import Findings, named
from sayso_config.model import Mandate
from sayso_config.problems import nearest, quoted
from sayso_config.schema import (
    LATER_SECTIONS,
    MANDATE_KEYS,
    NEVER_ELSEWHERE,
    SECTIONS,
    SINGLE,
    BadValue,
    Path,
    clean_text,
    known_keys,
    type_name,
)
from sayso_config.stores import read_secret


def read_keys(value: object, findings: Findings) -> dict[str, tuple[str, ...]]:
    """Action id → keys. Ids with dots may be written with or without quotes."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        findings.add(("keys",), f"[keys] must be a table, not {type_name(value)}.")
        return {}
    bound: dict[str, tuple[str, ...]] = {}
    _gather(value, ("keys",), bound, findings)
    return bound


def key_names(value: object) -> tuple[str, ...]:
    """Keys from "ctrl+r,r" or ["ctrl+r", "r"]; an empty text or list unbinds. Raises BadValue."""
    parts = value.split(",") if isinstance(value, str) and value.strip() else [] if value == "" else value
    if not isinstance(parts, list) or not all(isinstance(each, str) for each in parts):
        raise BadValue('must be keys in quotes, like "r,ctrl+r"')
    names = tuple(each.strip() for each in parts)
    if not all(each and each.isprintable() for each in names):
        raise BadValue('must name a key before and after each comma; the comma itself is called "comma"')
    return names


def read_mandates(value: object, findings: Findings) -> tuple[Mandate, ...]:
    """What the assistant may answer under, in the order of the file. Wrong ones are told and left out."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        findings.add(("mandate",), "Mandates are written as [[mandate]], in two brackets each.")
        return ()
    mandates: dict[str, Mandate] = {}
    for index, table in enumerate(value):
        at: Path = ("mandate", index)
        findings.unknown(at, table, MANDATE_KEYS, fatal=False)
        try:
            mandate = Mandate(*(clean_text(table.get(key, "")) for key in MANDATE_KEYS))
        except BadValue as error:
            findings.add(at, f"A mandate needs an id and a text; one of them {error}. It is not offered.")
            continue
        if mandate.id in mandates:
            findings.add((*at, "id"), f"Two mandates have the id {quoted(mandate.id)}; the first one is offered.")
        mandates.setdefault(mandate.id, mandate)
    return tuple(mandates.values())


def read_names(tree: dict[str, object], findings: Findings) -> None:
    """Tell sections and single settings that we do not know, and secrets in sections of later versions."""
    for key in [key for key in tree if key not in SECTIONS]:
        # A mistyped [me] or [[store]] is as much in doubt as a broken one.
        findings.unknown((), [key], SECTIONS, fatal=nearest(key, SECTIONS) in (*NEVER_ELSEWHERE, "store"))
    for section in SINGLE:
        table = tree.get(section, {})
        if isinstance(table, dict):
            findings.unknown((section,), table, known_keys(section), fatal=section in NEVER_ELSEWHERE)
        else:
            sentence = f"[{section}] must be a table, not {type_name(table)}."
            findings.add((section,), sentence, fatal=section in NEVER_ELSEWHERE)
    for section in LATER_SECTIONS:
        tables = tree.get(section)
        for index, table in enumerate(tables if isinstance(tables, list) else []):
            if isinstance(table, dict):
                read_secret(table, (section, index), findings, fatal=False, store=None)


def secret_variables(tree: dict[str, object]) -> frozenset[str]:
    """The variables that hold keys, as the file names them; also those of stores that cannot be used."""
    names = set[str]()
    for section in ("store", *LATER_SECTIONS):
        tables = tree.get(section)
        for table in tables if isinstance(tables, list) else [tables]:
            key = table.get("key") if isinstance(table, dict) else None
            name = key.get("env") if isinstance(key, dict) else None
            if isinstance(name, str):
                names.add(name.strip())
    return frozenset(names)


def _gather(table: dict[str, object], at: Path, bound: dict[str, tuple[str, ...]], findings: Findings) -> None:
    for name, value in table.items():
        path: Path = (*at, name)
        if isinstance(value, dict):
            _gather(value, path, bound, findings)
            continue
        try:
            bound[named(path[1:])] = key_names(value)
        except BadValue as error:
            findings.add(path, f"The key for {quoted(named(path[1:]))} {error}. It keeps its default.")
