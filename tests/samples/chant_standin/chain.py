"""The deciders of a point, one after the other, until one of them answers."""

import math
from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.points import Point, candidates_of

Fields = dict[str, Any]


class Decided(NamedTuple):
    """Where the chain ended.

    Attributes:
        said: answer, probabilities, confidence, threshold and reason of the record, as far as there are any.
    """

    state: str
    decider: Fields
    said: Fields
    escalations: list[Fields]


def decide(point: Point, inputs: Fields, response: Fields | None) -> Decided:
    """Run the chain.

    Raises:
        Failure: point-decider-failed.
    """
    passed: list[Fields] = []
    for decider in point.deciders[:-1]:
        if decider["kind"] == "table":
            row = next((n for n, each in enumerate(decider["rows"]) if _holds(each["when"], inputs)), None)
            if row is not None:
                said = {"answer": decider["rows"][row]["answer"]}
                return Decided("answered", {"kind": "table", "row": row}, said, passed)
            passed.append({"kind": "table", "reason": "no row matches these inputs"})
            continue
        told = _ask_model(point, decider, response)
        if "kind" not in told:
            pinned = {"kind": "model", "backend": decider["backend"], "model": decider["model"]}
            return Decided("proposed", pinned, told, passed)
        passed.append(told)
    return Decided("escalated", {"kind": "quorum", **point.quorum}, {}, passed)


def _holds(when: Fields, inputs: Fields) -> bool:
    return all(name in inputs and _matches(inputs[name], rule) for name, rule in when.items())


def _matches(value: Any, rule: Any) -> bool:
    if not isinstance(rule, dict):
        return _equal(value, rule)
    return all(_compares(value, how, bound) for how, bound in rule.items())


def _compares(value: Any, how: str, bound: Any) -> bool:
    match how:
        case "eq":
            return _equal(value, bound)
        case "ne":
            return not _equal(value, bound)
        case "in":
            return any(_equal(value, each) for each in bound)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return bool({"lt": value < bound, "lte": value <= bound, "gt": value > bound, "gte": value >= bound}[how])


def _equal(value: Any, other: Any) -> bool:
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


def _ask_model(point: Point, decider: Fields, response: Fields | None) -> Fields:
    """What the record holds of the model's answer, or the escalation: that one has a `kind`."""
    backend, pinned, threshold = decider["backend"], decider["model"], decider["threshold"]
    missed = {"kind": "model", "backend": backend, "model": pinned}
    if response is None:
        reason = "not asked: no model backend was given to this ask"
        return {**missed, "threshold": threshold, "reason": reason}
    reply = (response.get("answers") or {}).get(point.name)
    if not isinstance(reply, dict):
        why = f"{backend} could not answer: the response has no answer for {point.name}"
        if decider.get("unreachable") == "fail":
            sentence = f'{point.name}: {why}, and the point fails closed (unreachable: "fail")'
            raise Failure("point-decider-failed", sentence)
        return {**missed, "threshold": threshold, "reason": f"not observed: {why}"}
    if response.get("model") != pinned:
        other = str(response.get("model"))
        reason = f"not observed: {other} answered, and the point pins {pinned}"
        return {**missed, "model": other, "threshold": threshold, "reason": reason}
    lean = _lean(point, reply)
    if lean["confidence"] >= threshold and lean["answer"] is not None:
        return {**lean, "threshold": threshold, **_explained(reply, "reason")}
    reason = f"not observed: confidence {js.scalar(lean['confidence'])} is below the threshold {js.scalar(threshold)}"
    return {**missed, **lean, "threshold": threshold, "reason": reason, **_explained(reply, "model_reason")}


def _explained(reply: Fields, name: str) -> Fields:
    reason = reply.get("reason")
    return {name: reason} if isinstance(reason, str) and reason.strip() else {}


def _lean(point: Point, reply: Fields) -> Fields:
    if point.type == "noul":
        chance = float(reply["noul"])
        told = {"true": _rounded(chance), "false": _rounded(1 - chance)}
        return {"answer": chance >= 0.5, "probabilities": told, "confidence": _rounded(max(chance, 1 - chance))}
    given = reply.get("probabilities") or {}
    chances = {name: _rounded(each) for name, each in given.items() if _is_number(each) and 0 <= each <= 1}
    likeliest = max(chances, key=lambda name: chances[name], default=None)
    answer = likeliest if point.type == "score" else reply.get("choice")
    confidence = reply["confidence"] if _is_number(reply.get("confidence")) else max(chances.values(), default=0)
    return {
        "answer": answer if answer in candidates_of(point.type, point.criteria) else None,
        "probabilities": chances,
        "confidence": _rounded(confidence),
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _rounded(value: float) -> float:
    return math.floor(value * 1e6 + 0.5) / 1e6
