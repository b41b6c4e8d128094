"""A record as chant's documents show it."""

from typing import Any

from chant_standin.records import Record

Fields = dict[str, Any]


def question_view(record: Record) -> Fields:
    """All keys of a question, in the order of the document."""
    fields = record.fields
    source = fields.get("source") if isinstance(fields.get("source"), dict) else {}
    steward = record.steward
    run = (source.get("session") or {}).get("id") if isinstance(source, dict) else None
    current, warnings = _standing(record)
    return {
        "id": record.id,
        "path": record.path,
        "point": fields.get("point", ""),
        "title": fields.get("title", record.id),
        "subject": record.subject,
        "state": record.state,
        "open": record.state != "answered",
        "questionType": fields.get("question_type"),
        "candidates": fields.get("candidates", []),
        "inputs": fields.get("inputs", {}),
        "inputsHash": fields.get("inputs_hash"),
        "pointVersion": fields.get("point_version"),
        "current": current,
        "answer": fields.get("answer"),
        "decider": fields.get("decider"),
        "probabilities": fields.get("probabilities"),
        "confidence": fields.get("confidence"),
        "threshold": fields.get("threshold"),
        "reason": fields.get("reason"),
        "model": _model(fields),
        "escalations": fields.get("escalations", []),
        "answeredBy": fields.get("answered_by", []),
        "askedOn": fields.get("asked_on"),
        "answeredOn": fields.get("answered_on"),
        "note": fields.get("note"),
        "relayedBy": fields.get("relayed_by"),
        "retractions": [_retraction(each) for each in fields.get("retractions", [])],
        "asked": fields.get("asked"),
        "askedBy": None if steward is None else {"steward": steward, "run": run},
        "ledger": record.ledger,
        "valid": record.kind.schema.fault(fields) is None,
        "warnings": warnings,
    }


def _standing(record: Record) -> tuple[bool | None, list[Fields]]:
    kind, name = record.kind, record.fields.get("point", "")
    if kind.fault is not None:
        return None, [{"code": "answer-points-unreadable", "message": kind.fault.message}]
    point = kind.points.get(name)
    if point is None:
        message = f"answers {name}, which {kind.points_file} does not declare"
        return None, [{"code": "answer-point-unknown", "message": message}]
    asked = str(record.fields.get("point_version"))
    if asked == point.version:
        return True, []
    message = (
        f"answers {name} as it was declared at {asked[:12]}, and {kind.points_file} declares it at"
        f" {point.version[:12]} now: ask again for the question as it stands"
    )
    return False, [{"code": "answer-point-changed", "message": message}]


def _model(fields: Fields) -> Fields | None:
    decider = fields.get("decider") or {}
    if decider.get("kind") == "model":
        return _lean({**fields, **decider}, observed=True, reason=fields.get("reason"))
    leans = [e for e in fields.get("escalations", []) if e.get("kind") == "model" and e.get("answer") is not None]
    return _lean(leans[-1], observed=False, reason=leans[-1].get("model_reason")) if leans else None


def _lean(holder: Fields, *, observed: bool, reason: str | None) -> Fields:
    names = ("answer", "confidence", "threshold", "model", "backend")
    return {**{name: holder.get(name) for name in names}, "observed": observed, "reason": reason}


def _retraction(held: Fields) -> Fields:
    return {
        "answer": held.get("answer"),
        "decider": held.get("decider"),
        "answeredBy": held.get("answered_by", []),
        "answeredOn": held.get("answered_on"),
        "answerNote": held.get("answer_note"),
        "answerRelayedBy": held.get("answer_relayed_by"),
        "by": held.get("by", []),
        "on": held.get("on"),
        "note": held.get("note"),
    }
