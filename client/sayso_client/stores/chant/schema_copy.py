"""A workspace's own copy of chant's schema of answers: what a record has to look like, and which fields it may hold.

The copy comes with the workspace, so it may be hostile: nothing is fetched, patterns run in linear time, and a schema
that would take long to check against is refused.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

import jsonschema_rs

from sayso_client.stores.chant.model import AnswerKind, Reason
from sayso_client.stores.chant.older_copy import OPTIONAL_FIELDS, unknown
from sayso_client.stores.chant.schema_cost import TooCostly, check_cost
from sayso_client.text import one_line

LARGEST = 256 * 1024
"""Bytes of a schema copy."""
_MOST_TOLD = 5
_LONGEST_TOLD = 200
_PATTERN_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class SchemaCopy:
    """A schema copy, compiled."""

    holds: tuple[str, ...]
    """Those of OPTIONAL_FIELDS that may be written."""
    _is_valid: Callable[[object], bool]
    _errors: Callable[[object], Iterable[jsonschema_rs.ValidationError]]

    def takes(self, record: object) -> bool:
        """Whether a record fits."""
        try:
            return self._is_valid(record)
        except UnicodeEncodeError:  # half a character in a name
            return self._is_valid(_whole(record))

    def lacks(self, record: object) -> tuple[str, ...]:
        """Members that the copy is too old to know, where nothing else keeps a record from fitting."""
        return unknown(self._errors(_whole(record)))

    def problems(self, record: object) -> tuple[str, ...]:
        """What is wrong with a record, a phrase each, with the place; the first few. Foreign text in them is raw."""
        told: list[str] = []
        for error in self._errors(_whole(record)):
            place = ".".join(map(str, error.instance_path))
            told.append(one_line(f"{place}: {error.message}" if place else error.message, _LONGEST_TOLD))
            if len(told) == _MOST_TOLD:
                break
        return tuple(told)


def read(raw: bytes | None, kind: AnswerKind, shown: str) -> SchemaCopy | Reason:
    """The schema copy of an answer kind.

    Args:
        raw: The file's bytes; None when it cannot be read.
        kind: Its `schema_id` is what the copy has to call itself; "" when that is not known.
        shown: The file's path for people.

    Returns:
        The copy, or why chant, or we, cannot use it: then none of the kind's records is shown.
    """
    if raw is None or len(raw) > LARGEST:
        why = "it is not there" if raw is None else f"it has more than {LARGEST:,} bytes"
        return Reason("schema-unreadable", f"the schema copy {shown} cannot be read: {why}")
    try:
        schema = json.loads(raw)
    except (ValueError, RecursionError):
        return Reason("schema-unreadable", f"the schema copy {shown} cannot be read: it is no JSON")
    called = schema.get("$id") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or (kind.schema_id and called != kind.schema_id):
        sentence = f"kind {kind.name} names schema {kind.schema_id}, but {shown} has $id {json.dumps(called)}"
        return Reason("schema-id-mismatch", sentence)
    try:
        return _compiled(raw)
    except TooCostly as error:
        return Reason("schema-invalid", f"the schema copy {shown} is not used: {error}")
    except ValueError as error:
        why = one_line(str(error).partition("\n")[0], _LONGEST_TOLD)
        return Reason("schema-invalid", f"the schema copy {shown} does not compile: {why}")


@lru_cache(maxsize=16)
def _compiled(raw: bytes) -> SchemaCopy:
    schema: dict[str, object] = json.loads(raw)
    check_cost(schema)
    # As chant's validator does: formats are left out, and a schema that does not say so is of draft 7.
    compiled = jsonschema_rs.validator_for if "$schema" in schema else jsonschema_rs.Draft7Validator
    validator = compiled(
        schema,
        retriever=_fetch_nothing,
        validate_formats=False,
        pattern_options=jsonschema_rs.RegexOptions(size_limit=_PATTERN_BYTES, dfa_size_limit=_PATTERN_BYTES),
    )
    fields = schema.get("properties")
    known = fields if isinstance(fields, Mapping) else {}
    return SchemaCopy(
        tuple(each for each in OPTIONAL_FIELDS if each in known), validator.is_valid, validator.iter_errors
    )


def _whole(record: object) -> object:
    """The record, with a question mark in place of a lone half of a character."""
    text = json.dumps(record, ensure_ascii=False)
    found: object = record if text.isprintable() else json.loads(text.encode("utf-8", "replace"))
    return found


def _fetch_nothing(uri: str) -> NoReturn:
    raise ValueError("it refers to another file, and nothing is fetched")
