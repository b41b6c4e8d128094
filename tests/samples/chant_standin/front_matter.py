"""The text of a record: YAML between two lines of dashes, and Markdown."""

import re
from collections.abc import Hashable
from typing import Any

import yaml

from chant_standin import js

_SPLIT = re.compile(r"---\n([\s\S]*?)\n---(?:\n|$)")
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WHOLE = re.compile(r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0o[0-7_]+|[0-9][0-9_]*)$")
_REAL = re.compile(r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?$")
# YAML 1.1 breaks lines at these, the JSON flavour of 1.2 does not: they pass the parser in disguise.
_BREAKS = {"\x85": "\ue085", "\u2028": "\ue028", "\u2029": "\ue029"}
_HIDE = str.maketrans(_BREAKS)
_SHOW = str.maketrans({mask: each for each, mask in _BREAKS.items()})


class Unparseable(Exception):
    """A text that is no record."""


class _Loader(yaml.CSafeLoader):
    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - the library's own way to begin with none

    def text(self, node: yaml.Node) -> str:
        assert isinstance(node, yaml.ScalarNode)
        return str(self.construct_scalar(node)).translate(_SHOW)

    def whole(self, node: yaml.Node) -> int:
        text = self.text(node).replace("_", "")
        return int(text, 0 if re.match(r"[-+]?0[box]", text) else 10)

    def real(self, node: yaml.Node) -> float:
        return float(self.text(node).replace("_", ""))

    def object(self, node: yaml.Node) -> dict[str, Any]:
        if not isinstance(node, yaml.MappingNode):
            raise Unparseable("a mapping is no mapping")
        pairs: list[tuple[str, Any]] = []
        for key_node, value_node in node.value:
            pairs.append(
                (_key(self.construct_object(key_node, deep=True)), self.construct_object(value_node, deep=True))
            )
        if len(dict(pairs)) < len(pairs):
            raise Unparseable("duplicated mapping key")
        return js.ordered(pairs)


def _key(value: Hashable) -> str:
    return value if isinstance(value, str) else js.scalar(value)


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:null|Null|NULL|~|)$"), ["n", "N", "~", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$"), list("tTfF"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", _WHOLE, list("-+0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _REAL, list("-+.0123456789"))
_Loader.add_constructor("tag:yaml.org,2002:str", _Loader.text)
_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.whole)
_Loader.add_constructor("tag:yaml.org,2002:float", _Loader.real)
_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.object)


def read(raw: bytes) -> dict[str, Any]:
    """The fields of a record's file.

    Raises:
        Unparseable: No front matter, or not the YAML that a record may hold.
    """
    text = raw.decode(errors="replace").replace("\r\n", "\n")
    found = _SPLIT.match(text)
    if found is None:
        raise Unparseable("no front matter")
    hidden = found[1].translate(_HIDE)
    try:
        if "*" in hidden and any(
            isinstance(event, yaml.AliasEvent) for event in yaml.parse(hidden, Loader=yaml.CSafeLoader)
        ):
            raise Unparseable("an alias")
        fields = yaml.load(hidden, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unparseable(str(error)) from error
    if not isinstance(fields, dict):
        raise Unparseable("the front matter is no mapping")
    return fields


def write(fields: dict[str, Any], body: str) -> str:
    """The whole text of a record's file."""
    return "---\n" + "\n".join(_mapping(fields, "")) + f"\n---\n{body}"


def _mapping(fields: dict[str, Any], pad: str) -> list[str]:
    lines: list[str] = []
    for name, value in fields.items():
        bare = _BARE.fullmatch(name) and name not in ("true", "false", "null")
        key = pad + (name if bare else js.quoted(name)) + ":"
        lines += [key, *_block(value, pad + "  ")] if _is_block(value) else [f"{key} {_inline(value)}"]
    return lines


def _sequence(values: list[Any], pad: str) -> list[str]:
    lines: list[str] = []
    for value in values:
        if not _is_block(value):
            lines.append(f"{pad}- {_inline(value)}")
            continue
        inner = _block(value, pad + "  ")
        lines += [f"{pad}-", *inner] if isinstance(value, list) else [f"{pad}- {inner[0].lstrip(' ')}", *inner[1:]]
    return lines


def _block(value: Any, pad: str) -> list[str]:
    return _mapping(value, pad) if isinstance(value, dict) else _sequence(value, pad)


def _is_block(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _inline(value: Any) -> str:
    return js.pretty(value)
