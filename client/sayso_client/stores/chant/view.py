"""A question as `chant workspace points --json` shows it, every key in its order.

A record that does not fit the schema is shown too; where a field of it is of another kind than it has to be, it counts
as absent.
"""

from collections.abc import Mapping, Sequence

from sayso_client.stores.chant.front_matter import Value
from sayso_client.stores.chant.model import Point

View = dict[str, object]

_STATES = ("escalated", "proposed", "answered")
_STEWARD = "chant-steward"
_MODEL = "model"


def question(
    data: Mapping[str, Value],
    declared: Point | None,
    *,
    path: str,
    ledger: str | None,
    valid: bool,
    warnings: list[View],
) -> View:
    """A question as its record holds it.

    Args:
        data: The record's front matter, with an id.
        declared: The point that it answers as it is declared now; None when it is gone or cannot be read.
        path: The record's place, from the top of the repository.
        ledger: Where it really is, when a steward asked it: `chant/lifecycle:<path>`.
        valid: Whether it fits the schema copy, and no record before it has its id.
        warnings: See `point_view.warnings`.
    """
    state = data.get("state")
    state = state if state in _STATES else _STATES[0]
    version = _text(data, "point_version")
    constrains = _list(data, "constrains")
    return {
        "id": data["id"],
        "path": path,
        "point": _text(data, "point"),
        "title": _text(data, "title"),
        "subject": constrains[0] if constrains and isinstance(constrains[0], str) else None,
        "state": state,
        "open": state != "answered",
        "questionType": _text(data, "question_type"),
        "candidates": _list(data, "candidates"),
        "inputs": _mapping(data, "inputs") or {},
        "inputsHash": _text(data, "inputs_hash"),
        "pointVersion": version,
        "current": None if declared is None else version == declared.version,
        "answer": _answer(data),
        "decider": _mapping(data, "decider"),
        "probabilities": _mapping(data, "probabilities"),
        "confidence": _number(data, "confidence"),
        "threshold": _number(data, "threshold"),
        "reason": _text(data, "reason"),
        "model": _model(data),
        "escalations": _list(data, "escalations"),
        "answeredBy": _list(data, "answered_by"),
        "askedOn": _text(data, "asked_on"),
        "answeredOn": _text(data, "answered_on"),
        "note": _text(data, "note"),
        "relayedBy": _text(data, "relayed_by"),
        "retractions": [_retraction(each) for each in _list(data, "retractions") if isinstance(each, dict)],
        "asked": _mapping(data, "asked"),
        "askedBy": _asked_by(data),
        "ledger": ledger,
        "valid": valid,
        "warnings": warnings,
    }


def _model(data: Mapping[str, Value]) -> View | None:
    """What a model said: the answer that counts or counted, else the last one that it leaned to."""
    decider = _mapping(data, "decider") or {}
    if decider.get("kind") == _MODEL:
        return _said(data, decider, observed=True, reason="reason")
    for each in reversed(_list(data, "escalations")):
        if isinstance(each, dict) and each.get("kind") == _MODEL and _answer(each) is not None:
            return _said(each, each, observed=False, reason="model_reason")
    return None


def _said(data: Mapping[str, Value], by: Mapping[str, Value], *, observed: bool, reason: str) -> View:
    return {
        "answer": _answer(data),
        "confidence": _number(data, "confidence"),
        "threshold": _number(data, "threshold"),
        "model": _text(by, "model"),
        "backend": _text(by, "backend"),
        "observed": observed,
        "reason": _text(data, reason),
    }


def _retraction(each: Mapping[str, Value]) -> View:
    return {
        "answer": _answer(each),
        "decider": _mapping(each, "decider"),
        "answeredBy": _list(each, "answered_by"),
        "answeredOn": _text(each, "answered_on"),
        "answerNote": _text(each, "answer_note"),
        "answerRelayedBy": _text(each, "answer_relayed_by"),
        "by": _list(each, "by"),
        "on": _text(each, "on"),
        "note": _text(each, "note"),
    }


def _asked_by(data: Mapping[str, Value]) -> View | None:
    source = _mapping(data, "source") or {}
    steward = _text(_mapping(source, "client") or {}, "name")
    if source.get("harness") != _STEWARD or steward is None:
        return None
    return {"steward": steward, "run": _text(_mapping(source, "session") or {}, "id")}


def _text(data: Mapping[str, Value], name: str) -> str | None:
    found = data.get(name)
    return found if isinstance(found, str) else None


def _number(data: Mapping[str, Value], name: str) -> float | None:
    found = data.get(name)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def _answer(data: Mapping[str, Value]) -> str | bool | None:
    found = data.get("answer")
    return found if isinstance(found, str | bool) else None


def _list(data: Mapping[str, Value], name: str) -> Sequence[Value]:
    found = data.get(name)
    return found if isinstance(found, list) else []


def _mapping(data: Mapping[str, Value], name: str) -> Mapping[str, Value] | None:
    found = data.get(name)
    return found if isinstance(found, dict) else None
