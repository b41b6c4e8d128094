"""The JSON Schemas that docs/schemas publishes, with no member that is not there."""

import json
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
FORMATS = FormatChecker(formats=["date"])


@FORMATS.checks("date-time", raises=ValueError)
def _in_utc(value: object) -> bool:
    return not isinstance(value, str) or (value.endswith("Z") and datetime.fromisoformat(value).tzinfo is not None)


@cache
def validator(kind: str) -> Draft202012Validator:
    """Of the documents of a kind; a member that the schema does not name is refused."""
    return Draft202012Validator(_closed(json.loads((SCHEMAS / f"{kind}.json").read_text())), format_checker=FORMATS)


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _closed(each) for name, each in schema.items()}
    return {**inner, "additionalProperties": False} if isinstance(schema.get("properties"), dict) else inner
