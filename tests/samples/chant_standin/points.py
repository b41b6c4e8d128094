"""A points file: what may be asked."""

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from chant_standin import js
from chant_standin.failing import Failure

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_SOURCES = frozenset(
    {"record", "decision", "work-item", "finding", "region", "commit", "node", "ask", "member", "gate"}
)
_MORE_SOURCES = frozenset({"release", "environment", "component"})
_TYPES = ("noul", "choice", "score")
Fields = dict[str, Any]


@dataclass(frozen=True)
class Point:
    """One decision point as it is declared now."""

    name: str
    kind: str
    file: str
    declared: Fields

    @property
    def title(self) -> str:
        return str(self.declared["title"])

    @property
    def adhoc(self) -> bool:
        return self.declared.get("adhoc") is True

    @property
    def question(self) -> Fields:
        return dict(self.declared["question"])

    @property
    def type(self) -> str:
        return str(self.question["type"])

    @property
    def criteria(self) -> Any:
        return self.question.get("criteria", [] if self.type == "score" else {})

    @property
    def deciders(self) -> list[Fields]:
        return list(self.declared["deciders"])

    @property
    def quorum(self) -> Fields:
        last = self.deciders[-1]
        return {name: last[name] for name in ("count", "roles") if name in last}

    @property
    def version(self) -> str:
        return sha256(js.canonical(self.declared))

    def inputs_hash(self, inputs: Fields, asked: Fields | None) -> str:
        extra = {"asked": asked} if asked is not None else {}
        return sha256(js.canonical({"point": self.name, "version": self.version, "inputs": inputs, **extra}))

    def view(self) -> Fields:
        """The point in chant's read document."""
        return {
            "name": self.name,
            "title": self.title,
            "kind": self.kind,
            "file": self.file,
            "version": self.version,
            "questionType": self.type,
            "instructions": self.question["instructions"],
            "candidates": [] if self.adhoc else candidates_of(self.type, self.criteria),
            "criteria": self.criteria,
            "adhoc": self.adhoc,
            "inputs": [
                {"name": name, "output": name.partition(".")[0], "description": text}
                for name, text in self.declared["inputs"].items()
            ],
            "deciders": self.deciders,
            "quorum": self.quorum,
        }


def sha256(text: str) -> str:
    """In hex, over UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def candidates_of(kind: str, criteria: Any) -> list[str | bool]:
    """What may be answered to a question of that type."""
    return [True, False] if kind == "noul" else list(criteria)


def read_points(raw: bytes | None, kind: str, file: str) -> dict[str, Point]:
    """The points of a file, in its order.

    Raises:
        Failure: points-invalid.
    """
    if raw is None:
        raise _invalid(file, "it is not there")
    try:
        document = js.parse(raw.decode(errors="replace"))
    except ValueError as error:
        raise _invalid(file, f"it is not JSON: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("points"), dict):
        raise _invalid(file, "points must be an object")
    for name in document:
        if name not in ("$schema", "points") and not name.startswith("x-"):
            raise _invalid(file, f"{name} is no field of a points file")
    for name, declared in document["points"].items():
        if fault := _point_fault(name, declared):
            raise _invalid(file, fault)
    return {name: Point(name, kind, file, declared) for name, declared in document["points"].items()}


def _invalid(file: str, fault: str) -> Failure:
    return Failure("points-invalid", f"the points file is not valid: {file}: {fault}")


def _point_fault(name: str, declared: Any) -> str | None:
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
