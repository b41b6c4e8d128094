"""What a points file may not hold."""

import re
from typing import Any

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_SOURCES = frozenset(
    {"record", "decision", "work-item", "finding", "region", "commit", "node", "ask", "member", "gate"}
)
_MORE_SOURCES = frozenset({"release", "environment", "component"})
_TYPES = ("noul", "choice", "score")
Fields = dict[str, Any]


def point_fault(name: str, declared: Any) -> str | None:
    """What is wrong with a declared point, or None."""
    at = f"points.{name}"
    if not _NAME.fullmatch(name):
        return f"{at} must be named in lower-case letters, digits and dashes"
    if not isinstance(declared, dict):
        return f"{at} must be an object"
    for each in declared:
        if each not in ("title", "adhoc", "question", "inputs", "deciders") and not each.startswith("x-"):
            return f"{at}.{each} is no field of a point"
    if not isinstance(declared.get("title"), str) or not declared["title"]:
        return f"{at}.title must be a non-empty string"
    return (
        _question_fault(at, declared)
        or _inputs_fault(at, declared.get("inputs"))
        or _deciders_fault(at, declared.get("deciders"), declared.get("adhoc") is True)
    )


def _question_fault(at: str, declared: Fields) -> str | None:
    question = declared.get("question")
    if not isinstance(question, dict) or question.get("type") not in _TYPES:
        return f"{at}.question.type must be one of {', '.join(_TYPES)}"
    if not isinstance(question.get("instructions"), str) or not question["instructions"].strip():
        return f"{at}.question.instructions must be a non-empty string"
    if declared.get("adhoc") is True:
        return f"{at}.question.criteria must not be given: the point is ad hoc" if "criteria" in question else None
    fault = criteria_fault(question["type"], question.get("criteria"))
    return f"{at}.question.{fault}" if fault else None


def criteria_fault(kind: str, criteria: Any) -> str | None:
    """What is wrong with the options of a question of that type, or None."""
    if kind == "score":
        levels = criteria if isinstance(criteria, list) else []
        good = 2 <= len(levels) <= 10 and all(isinstance(each, str) and each for each in levels)
        return (
            None
            if good and len(set(levels)) == len(levels)
            else "criteria must give 2 to 10 levels for a score question"
        )
    options = criteria if isinstance(criteria, dict) else {}
    told = all(isinstance(each, str) for each in options.values())
    if kind == "noul":
        return (
            None
            if told and set(options) == {"true", "false"}
            else "criteria must give true and false for a noul question"
        )
    return None if told and 2 <= len(options) <= 255 else "criteria must give 2 to 255 options for a choice question"


def _inputs_fault(at: str, inputs: Any) -> str | None:
    if not isinstance(inputs, dict) or not inputs:
        return f"{at}.inputs must name one input at least"
    for name, text in inputs.items():
        if name.partition(".")[0] not in _SOURCES | _MORE_SOURCES or not isinstance(text, str):
            return f"{at}.inputs.{name} is no input that chant knows"
    return None


def _deciders_fault(at: str, deciders: Any, adhoc: bool) -> str | None:
    kinds = [each.get("kind") for each in deciders if isinstance(each, dict)] if isinstance(deciders, list) else []
    if not kinds or kinds[-1] != "quorum":
        return f"{at}.deciders must end in a quorum: when no table row or model answers, people do"
    if set(kinds[:-1]) - {"table", "model"}:
        return f"{at}.deciders may hold tables and models before the quorum"
    if adhoc and len(kinds) > 1:
        return f"{at}.deciders must be one quorum: the point is ad hoc"
    count = deciders[-1].get("count")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        return f"{at}.deciders.{len(kinds) - 1}.count must be 1 or more"
    return None
