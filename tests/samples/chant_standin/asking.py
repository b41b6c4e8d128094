"""`chant workspace points ask`."""

from typing import Any, NamedTuple

from chant_standin.chain import decide
from chant_standin.failing import Failure
from chant_standin.kinds import Kind
from chant_standin.point_faults import criteria_fault
from chant_standin.points import Point, candidates_of
from chant_standin.records import STEWARD, Record, find_record
from chant_standin.workspace import Workspace
from chant_standin.writing import Write, record_of

Fields = dict[str, Any]


class Ask(NamedTuple):
    """What was asked on the command line.

    Attributes:
        candidates: The question and the criteria of an ad-hoc ask, as given.
        steward: The name of the steward whose turn it is.
    """

    point: str
    inputs: Any
    candidates: Any
    response: Fields | None
    subject: str | None
    steward: str | None
    run: str | None
    today: str


def ask(workspace: Workspace, given: Ask) -> Record | Write:
    """The record that is there already, or the one to write.

    Raises:
        Failure: The ask is refused.
    """
    kind, point = _declared(workspace, given.point)
    inputs = _inputs(point, given.inputs)
    asked = _asked(point, given.candidates)
    digest = point.inputs_hash(inputs, asked)
    identity = f"{point.name}-{digest[:12]}"
    old = find_record(workspace, identity)
    if old is not None and (old.state != "escalated" or old.fields.get("retractions")):
        return old
    if asked is not None and not kind.schema.holds("asked"):
        raise Failure(
            "answer-field-unsupported", f"the answer kind's schema has no asked field, so {identity} can't be"
        )
    decided = decide(point, inputs, given.response)
    if old is not None and decided.state == "escalated":
        return old
    subject = given.subject or (old.subject if old else None)
    fields: Fields = {
        "id": identity,
        "point": point.name,
        "point_version": point.version,
        "question_type": point.type,
        "candidates": candidates_of(point.type, asked["criteria"] if asked else point.criteria),
        **({"asked": asked} if asked else {}),
        "inputs": inputs,
        "inputs_hash": digest,
        **({"constrains": [subject]} if subject else {}),
        "state": decided.state,
        "decider": decided.decider,
        **_kept(kind, decided.said),
        **_escalated(kind, decided.escalations),
        "asked_on": given.today,
        **({"answered_on": given.today} if decided.state == "answered" else {}),
        "source": _source(given, decided.decider),
        **({name: value for name, value in old.fields.items() if name.startswith("x-")} if old else {}),
    }
    ledger = given.steward is not None or (old is not None and old.ledger is not None)
    record, text = record_of(workspace, kind, point, fields, ledger=ledger)
    return Write(record, text, old is None, "points ask", given.steward, f"Decision point {point.name}: asked")


def _declared(workspace: Workspace, name: str) -> tuple[Kind, Point]:
    kinds = workspace.kinds()
    for kind in kinds:
        if kind.fault is not None:
            raise kind.fault
        if name in kind.points:
            return kind, kind.points[name]
    known = ", ".join(point for kind in kinds for point in kind.points)
    raise Failure("point-unknown", f'no points file declares "{name}" (the points are {known})')


def _inputs(point: Point, inputs: Any) -> Fields:
    if not isinstance(inputs, dict):
        raise Failure("point-inputs-invalid", f"the inputs to {point.name} must be a JSON object")
    known = point.declared["inputs"]
    if others := [name for name in inputs if name not in known]:
        sentence = f"{point.name} reads {', '.join(known)}, and the inputs also give {', '.join(others)}"
        raise Failure("point-inputs-invalid", sentence)
    return inputs


def _asked(point: Point, candidates: Any) -> Fields | None:
    if not point.adhoc:
        if candidates is None:
            return None
        sentence = "declares its candidates, so the ask gives none: --candidates is for an ad-hoc point"
        raise Failure("point-candidates-invalid", f"{point.name} {sentence}")
    if candidates is None:
        sentence = "is an ad-hoc point, so each ask gives the question and its candidates: --candidates <file|-|json>"
        raise Failure("point-candidates-invalid", f"{point.name} {sentence}")
    if fault := _candidates_fault(point, candidates):
        sentence = f"the candidates for {point.name}, a {point.type} question: {fault}"
        raise Failure("point-candidates-invalid", sentence)
    return {"question": candidates["question"].strip(), "criteria": candidates["criteria"]}


def _candidates_fault(point: Point, candidates: Any) -> str | None:
    if not isinstance(candidates, dict) or set(candidates) - {"question", "criteria"}:
        return "they must be an object with question and criteria"
    if not isinstance(candidates.get("question"), str) or not candidates["question"].strip():
        return "question must be a non-empty string"
    return criteria_fault(point.type, candidates.get("criteria"))


def _kept(kind: Kind, said: Fields) -> Fields:
    return {name: value for name, value in said.items() if kind.schema.holds(name)}


def _escalated(kind: Kind, escalations: list[Fields]) -> Fields:
    """An old schema copy silently keeps no explanation of a model."""
    if not kind.schema.holds("escalations", "model_reason"):
        escalations = [{name: each for name, each in held.items() if name != "model_reason"} for held in escalations]
    return {"escalations": escalations} if escalations else {}


def _source(given: Ask, decider: Fields) -> Fields:
    steward = {"harness": STEWARD, "client": {"name": given.steward}} if given.steward is not None else {}
    model = {"model": decider["model"]} if decider["kind"] == "model" else {}
    session = {"session": {"id": given.run}} if given.steward is not None and given.run else {}
    return {"via": "cli", **steward, **model, **session}
