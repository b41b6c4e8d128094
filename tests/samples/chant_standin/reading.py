"""`chant workspace points`: everything that may be asked, and everything that was."""

from typing import Any

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.kinds import Kind
from chant_standin.records import records_of
from chant_standin.view import question_view
from chant_standin.workspace import Workspace

Fields = dict[str, Any]
SCHEMA = "https://intentius.io/chant/schemas/workspace/points/v1/points.schema.json"
VERSION = "0.0.0-standin"
_STATES = ("escalated", "proposed", "answered")


def document(workspace: Workspace, *, open_only: bool, at: str | None) -> Fields:
    """The read document. A source that cannot be read is told in it, and fails nothing."""
    kinds = [kind for _, kind in workspace.sources if isinstance(kind, Kind)]
    points = [point.view() for kind in kinds for point in kind.points.values()]
    every = [question_view(record) for kind in kinds for record in records_of(workspace, kind, ledger=at is None)]
    questions = [each for each in every if each["open"] or not open_only]
    counts = {state: sum(each["state"] == state for each in questions) for state in _STATES}
    return {
        "$schema": SCHEMA,
        "contract": 1,
        "chant": VERSION,
        "at": at,
        "workspace": {"name": workspace.declaration["name"], "root": workspace.root},
        "open": open_only,
        "sources": [_source(name, source) for name, source in workspace.sources],
        "points": points,
        "questions": questions,
        "summary": {
            "points": len(points),
            "questions": len(questions),
            "open": sum(each["open"] for each in questions),
            **counts,
        },
    }


def failed(failure: Failure) -> Fields:
    """The read document of a workspace that cannot be read."""
    error = {"code": failure.code, "message": failure.message, "location": failure.location}
    return {"$schema": SCHEMA, "contract": 1, "chant": VERSION, "error": error}


def _source(name: str, source: Kind | Failure) -> Fields:
    fault = source.fault if isinstance(source, Kind) else source
    reason = None if fault is None else {"code": fault.code, "message": fault.message}
    return {"kind": name, "points": source.points_file if isinstance(source, Kind) else None, "reason": reason}


def as_text(told: Fields) -> str:
    """The document for people."""
    lines = [_point_line(point) for point in told["points"]]
    lines += ["", *(_question_line(question) for question in told["questions"])]
    asked, still = told["summary"]["questions"], told["summary"]["open"]
    ending = f"{asked} open questions" if told["open"] else f"{asked} questions, {still} open"
    return "\n".join([*lines, ending]) + "\n"


def _point_line(point: Fields) -> str:
    kind = point["questionType"] + (", ad hoc" if point["adhoc"] else "")
    return f"{point['name']}  {kind}  {point['title']}  ({', '.join(each['kind'] for each in point['deciders'])})"


def _question_line(question: Fields) -> str:
    line = f"{question['id']}  {question['state']}  {question['title']}"
    model = question["model"]
    if model is None or not question["open"]:
        return line
    line += f"  model {js.scalar(model['answer'])} at {js.scalar(model['confidence'])}"
    return line if model["observed"] else f"{line}, below {js.scalar(model['threshold'])}"
