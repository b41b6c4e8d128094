"""JSON Schemas of every document. After a change, `python -m sayso_tui.schemas_page` writes docs/schemas."""

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from textwrap import dedent
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from sayso_client.decision import Decision, Proposal
from sayso_client.rows import Row
from sayso_tui.cli import shapes
from sayso_tui.cli.documents import OPAQUE, PAIRS
from sayso_tui.cli.output import VERSION
from sayso_tui.cli.shapes import decisions, ledger, settings, stores

Schema = dict[str, object]

KINDS: Mapping[str, type] = {
    "decision": Decision,
    "row": Row,
    "receipt": decisions.Receipt,
    "change": decisions.Change,
    "import": decisions.Import,
    "config": settings.Config,
    "config-check": settings.ConfigCheck,
    "token": stores.Token,
    "doctor": ledger.Doctor,
    "backup": ledger.Backup,
    "outgoing": stores.Outgoing,
    "sync": stores.Sync,
    "stores": stores.Stores,
    "store-check": stores.StoreCheck,
}
"""Kind of document → what its members are taken from."""

_OVERDUE: Schema = {"type": "boolean", "description": "It waits, and its due time is past where the reader is."}
_SEEN: Schema = {"type": "string", "description": "What --seen takes: another one when anything moved that counts."}
_CONFIRMABLE: Schema = {"type": "boolean", "description": "There is an answer in it, for the terms in force."}
_NAMED: dict[str, Schema] = {"store": {"type": "string"}, "key": {"type": "string"}}
_BESIDE: Mapping[type, Mapping[str, Schema]] = {
    Decision: {**_NAMED, "overdue": _OVERDUE, "seen": _SEEN},
    Row: {**_NAMED, "overdue": _OVERDUE},
    Proposal: {"confirmable": _CONFIRMABLE},
}
"""Members that stand in a document and are no fields."""

_RECORDS: Schema = {
    "type": "array",
    "description": "With show only: each record as it is held; one that is no JSON as the text it is.",
}
_MAY_LACK: Mapping[type, Mapping[str, Schema]] = {Decision: {"records": _RECORDS}}
_LISTED: Mapping[type, Mapping[str, tuple[type, str]]] = {
    Decision: {"outbox": (stores.Outgoing, "With show only: what was said here, or asked, and is not recorded there.")}
}
"""Members that stand in some documents only, each an array of another kind's."""
_SIMPLE: Mapping[object, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    object: {},
}


def schema_of(kind: str) -> Schema:
    """The schema of one kind of document."""
    found: dict[str, Schema] = {}
    whole = _object(KINDS[kind], found)
    head: Schema = {"sayso": {"const": VERSION}, "kind": {"const": kind}}
    properties, required = whole.pop("properties"), whole.pop("required")
    assert isinstance(properties, dict) and isinstance(required, list)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sayso:{VERSION}:{kind}",
        "title": kind,
        **whole,
        "properties": {**head, **properties},
        "required": ["sayso", "kind", *required],
        **({"$defs": dict(sorted(found.items()))} if found else {}),
    }


def _object(kind: type, found: dict[str, Schema]) -> Schema:
    """A dataclass or a named tuple as a schema; what it refers to is put into `found`."""
    hints, told = get_type_hints(kind), dict(_told(kind))
    properties: dict[str, Schema] = dict(_BESIDE.get(kind, {}))
    for name, _ in _members(kind):
        described: Schema = {"description": told[name]} if name in told else {}
        properties[name] = {**(_pairs(hints[name]) if name in PAIRS else _schema(hints[name], found)), **described}
    optional = {name for name, may_lack in _members(kind) if may_lack}
    required = [name for name in properties if name not in optional]
    about = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    properties |= _MAY_LACK.get(kind, {})
    for name, (inner, told_of) in _LISTED.get(kind, {}).items():
        properties[name] = {"type": "array", "items": _schema(inner, found), "description": told_of}
    return {"description": about, "type": "object", "properties": properties, "required": required}


def _members(kind: type) -> Iterator[tuple[str, bool]]:
    """Each member, and whether a document may lack it."""
    if is_dataclass(kind):
        own = kind.__module__.startswith(shapes.__name__)
        yield from (
            (each.name, own and each.default is not MISSING) for each in fields(kind) if each.name not in OPAQUE
        )
    else:
        yield from ((name, False) for name in kind._fields if name not in OPAQUE)  # type: ignore[attr-defined]


def _pairs(hint: object) -> Schema:
    """Pairs in the read model are an object in a document."""
    (pair, _) = get_args(hint)
    return {"type": "object", "additionalProperties": dict(_SIMPLE[get_args(pair)[1]])}


def _schema(hint: object, found: dict[str, Schema]) -> Schema:
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either([_schema(each, found) for each in inner])
    if origin in (tuple, Sequence):
        return {"type": "array", "items": _schema(inner[0], found)}
    if origin is frozenset:
        return {"type": "array", "items": _schema(inner[0], found), "uniqueItems": True}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(inner[1], found)}
    assert isinstance(hint, type), hint
    if issubclass(hint, StrEnum):
        return {"enum": [str(each) for each in hint]}
    if hint.__name__ not in found:
        found[hint.__name__] = {}
        found[hint.__name__] = _object(hint, found)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _either(several: list[Schema]) -> Schema:
    """One of them; a type that may be null as two types where that says the same."""
    if len(several) == 2 and several[1] == {"type": "null"} and isinstance(several[0].get("type"), str):
        return {**several[0], "type": [several[0]["type"], "null"]}
    return {"anyOf": several}


def _told(kind: type) -> Iterator[tuple[str, str]]:
    """(member, its text) of a class: the string that stands below a member in the source."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for member, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and isinstance(text, ast.Expr):
            assert isinstance(text.value, ast.Constant)
            said = " ".join(inspect.cleandoc(str(text.value.value)).split())
            yield member.target.id, re.sub(r"\bNone\b", "null", said)


def text_of(kind: str) -> str:
    """The file of one schema."""
    return json.dumps(schema_of(kind), indent=2) + "\n"


def main(root: Path) -> None:
    """Write the schemas of the project that lies at `root`."""
    folder = root / "docs" / "schemas"
    folder.mkdir(exist_ok=True)
    for kind in KINDS:
        (folder / f"{kind}.json").write_text(text_of(kind), encoding="utf-8")


if __name__ == "__main__":
    main(Path.cwd())
