"""Small schemas of answer records, of our own: the fields and their order are what a workspace's copy must have."""

import json
from typing import Any

SCHEMA_ID = "urn:intentius:chant:point-answer:1"
# What later editions of a schema copy added: an old one cannot hold them.
NEWER = frozenset({"reason", "model_reason", "note", "relayed_by", "retractions"})

_TEXT = {"type": "string", "minLength": 1}
_TEXTS = {"type": "array", "minItems": 1, "items": _TEXT}
_UNIT = {"type": "number", "minimum": 0, "maximum": 1}
_DAY = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
_SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_VALUE = {"type": ["string", "boolean"]}
_CHANCES = {"type": "object", "additionalProperties": _UNIT}


def _closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": properties}


_DECIDER = _closed(
    {
        "kind": {"enum": ["table", "model", "quorum"]},
        "row": {"type": "integer", "minimum": 0},
        "backend": _TEXT,
        "model": _TEXT,
        "count": {"type": "integer", "minimum": 1},
        "roles": {"type": "array", "items": _TEXT},
        "by": {"type": "array", "items": _TEXT},
    },
    "kind",
)
_ESCALATION = {
    "kind": {"enum": ["table", "model"]},
    "reason": _TEXT,
    "backend": _TEXT,
    "model": _TEXT,
    "answer": {"type": ["string", "boolean", "null"]},
    "probabilities": _CHANCES,
    "confidence": _UNIT,
    "threshold": _UNIT,
    "model_reason": _TEXT,
}
_RETRACTION = {
    "answer": _VALUE,
    "decider": _DECIDER,
    "answered_by": _TEXTS,
    "answered_on": _DAY,
    "answer_note": _TEXT,
    "answer_relayed_by": _TEXT,
    "by": _TEXTS,
    "on": _DAY,
    "note": _TEXT,
}


def _fields(held: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9-]*-[0-9a-f]{12}$"},
        "title": _TEXT,
        "point": _TEXT,
        "point_version": _SHA256,
        "question_type": {"enum": ["noul", "choice", "score"]},
        "candidates": {"type": "array", "minItems": 2, "items": _VALUE},
        "asked": _closed({"question": _TEXT, "criteria": {"type": ["object", "array"]}}, "question", "criteria"),
        "inputs": {"type": "object"},
        "inputs_hash": _SHA256,
        "constrains": {"type": "array", "items": _TEXT},
        "state": {"enum": ["escalated", "proposed", "answered"]},
        "answer": _VALUE,
        "decider": _DECIDER,
        "probabilities": _CHANCES,
        "confidence": _UNIT,
        "threshold": _UNIT,
        "reason": _TEXT,
        "escalations": {"type": "array", "items": _closed(held, "kind", "reason")},
        "answered_by": _TEXTS,
        "note": _TEXT,
        "relayed_by": _TEXT,
        "retractions": {"type": "array", "items": _closed(_RETRACTION, "answer", "decider", "by", "on")},
        "asked_on": _DAY,
        "answered_on": _DAY,
        "source": {"type": "object"},
    }


def _when(state: str, then: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"required": ["state"], "properties": {"state": {"const": state}}}, "then": then}


def _decided(kind: str) -> dict[str, Any]:
    return {"decider": {"type": "object", "properties": {"kind": {"const": kind}}}}


def answer_schema(age: str = "new") -> str:
    """The text of a schema copy.

    Args:
        age: "new", or "old" for a copy without reason, model_reason, note, relayed_by and retractions.
    """
    drop = NEWER if age == "old" else frozenset()
    # Why a decider did not answer was always told: only a record's own reason came later.
    held = {name: each for name, each in _ESCALATION.items() if name not in drop or name == "reason"}
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA_ID,
        **_closed(
            {name: each for name, each in _fields(held).items() if name not in drop},
            *("id", "title", "point", "point_version", "question_type", "candidates"),
            *("inputs", "inputs_hash", "state", "decider", "asked_on"),
        ),
        "patternProperties": {"^x-": {}},
        "allOf": [
            _when("escalated", {"not": {"required": ["answer"]}, "properties": _decided("quorum")}),
            _when("proposed", {"required": ["answer"], "properties": _decided("model")}),
            _when("answered", {"required": ["answer", "answered_on"]}),
        ],
    }
    return json.dumps(schema, indent=2) + "\n"
