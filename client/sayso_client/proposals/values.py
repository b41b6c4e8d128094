"""JSON values as they came, for sentences and lines."""

import json

SHORT = 60
"""Characters of a value inside a sentence."""


def shown(value: object, longest: int = SHORT) -> str:
    """A JSON value as it came, cut for a sentence or a line."""
    if isinstance(value, str):
        quoted = json.dumps(value[:longest], ensure_ascii=False)
        return quoted if len(value) <= longest else f'{quoted[:-1]}…"'
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return "a value too large to show"
    return text if len(text) <= longest else text[:longest] + "…"


def words(value: object) -> str | None:
    """The value when it is text with something besides white space."""
    return value if isinstance(value, str) and value.strip() else None
