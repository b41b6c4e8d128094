"""As much of JSON Schema as the copies beside an answer kind use."""

import re
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
    "number": (int, float),
    "integer": (int,),
}


class Schema:
    """One schema copy."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.fields: dict[str, Any] = document.get("properties", {})

    def holds(self, *names: str) -> bool:
        """Whether a record may have the field, given as the names from the top: ("escalations", "reason")."""
        inside: Any = self.document
        for name in names:
            inside = self._followed(inside)
            inside = self._followed(inside.get("items", inside)).get("properties", {}).get(name)
            if inside is None:
                return False
        return True

    def in_order(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields as the copy orders them; what it does not list comes last, as it was."""
        known = [name for name in self.fields if name in fields]
        return {name: fields[name] for name in [*known, *(name for name in fields if name not in self.fields)]}

    def fault(self, value: Any) -> str | None:
        """Where the value breaks the schema first, or None."""
        return self._fault(value, self.document, "")

    def _followed(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            target: Any = self.document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = target
        return schema

    def _fault(self, value: Any, schema: dict[str, Any], at: str) -> str | None:
        schema = self._followed(schema)
        here = at or "/"
        if "type" in schema and not _is_of(value, schema["type"]):
            return f"{here} must be {schema['type']}"
        if "enum" in schema and value not in schema["enum"]:
            return f"{here} must be one of {schema['enum']}"
        if "const" in schema and value != schema["const"]:
            return f"{here} must be {schema['const']}"
        for each in schema.get("allOf", ()):
            if fault := self._fault(value, each, at):
                return fault
        if "not" in schema and self._fault(value, schema["not"], at) is None:
            return f"{here} must not be so"
        applies = "if" in schema and self._fault(value, schema["if"], at) is None
        then = self._fault(value, schema.get("then", {}), at) if applies else None
        return then or _plain_fault(value, schema, here) or self._inner_fault(value, schema, at)

    def _inner_fault(self, value: Any, schema: dict[str, Any], at: str) -> str | None:
        if isinstance(value, list):
            faults = [self._fault(each, schema.get("items", {}), f"{at}/{n}") for n, each in enumerate(value)]
            return next(filter(None, faults), None)
        if not isinstance(value, dict):
            return None
        for name in schema.get("required", ()):
            if name not in value:
                return f"{at or '/'} must have {name}"
        for name, each in value.items():
            if fault := self._member_fault(name, each, schema, at):
                return fault
        return None

    def _member_fault(self, name: str, value: Any, schema: dict[str, Any], at: str) -> str | None:
        rules = [schema["properties"][name]] if name in schema.get("properties", {}) else []
        rules += [rule for made, rule in schema.get("patternProperties", {}).items() if re.search(made, name)]
        extra = schema.get("additionalProperties", True)
        if not rules and extra is False:
            return f"{at or '/'} may not have {name}"
        rules = rules or ([extra] if isinstance(extra, dict) else [])
        return next(filter(None, (self._fault(value, rule, f"{at}/{name}") for rule in rules)), None)


def _is_of(value: Any, kinds: str | list[str]) -> bool:
    allowed = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, bool):
        return "boolean" in allowed
    if isinstance(value, float) and value.is_integer() and "integer" in allowed:
        return True
    return any(isinstance(value, _TYPES[kind]) for kind in allowed)


def _plain_fault(value: Any, schema: dict[str, Any], here: str) -> str | None:
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            return f"{here} must match {schema['pattern']}"
        if len(value) < schema.get("minLength", 0):
            return f"{here} must not be empty"
    if isinstance(value, list) and len(value) < schema.get("minItems", 0):
        return f"{here} must hold {schema['minItems']} at least"
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    inside = schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return None if inside else f"{here} is out of bounds"
