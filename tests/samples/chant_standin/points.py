"""A points file: what may be asked."""

import hashlib
from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.point_faults import point_fault

Fields = dict[str, Any]


class Point(NamedTuple):
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
        if fault := point_fault(name, declared):
            raise _invalid(file, fault)
    return {name: Point(name, kind, file, declared) for name, declared in document["points"].items()}


def _invalid(file: str, fault: str) -> Failure:
    return Failure("points-invalid", f"the points file is not valid: {file}: {fault}")
