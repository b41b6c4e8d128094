"""`chant workspace points answer` and `retract`: what people do."""

from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.kinds import Kind
from chant_standin.people import count_people
from chant_standin.points import Point
from chant_standin.records import Record, find_record
from chant_standin.trust import trust_of
from chant_standin.workspace import Workspace
from chant_standin.writing import Write, record_of

Fields = dict[str, Any]
_OF_THE_MODEL = ("probabilities", "confidence", "threshold", "reason")
_OF_THE_ANSWER = ("answer", "answered_by", "answered_on", "note", "relayed_by")


class Deed(NamedTuple):
    """What people want done.

    Attributes:
        verb: "answer" or "retract".
        answer: As it was typed; None for a retraction.
        steward: The name of the steward whose turn it is.
    """

    verb: str
    id: str
    answer: str | None
    by: list[str]
    note: str | None
    relayed_by: str | None
    steward: str | None
    today: str


def do(workspace: Workspace, deed: Deed) -> Write:
    """The record to write, after every check in chant's order.

    Raises:
        Failure: The deed is refused.
    """
    if deed.steward is not None:
        raise Failure(
            "answer-in-steward-turn",
            f"this is the steward {deed.steward}'s turn, and a steward never {deed.verb}s a decision point: a person"
            f" {deed.verb}s {deed.id} through hud or `chant workspace points {deed.verb}` at a shell",
        )
    trust = trust_of(workspace)
    trust.check_identity([*deed.by, *([deed.relayed_by] if deed.relayed_by else [])])
    record = find_record(workspace, deed.id)
    if record is None:
        raise Failure("record-not-found", f"no answer record has id {deed.id}")
    retracts = deed.verb == "retract"
    _check_state(record, retracts)
    _check_fields(record, deed)
    point = _declared(record)
    answer = None if deed.answer is None else _candidate(record, deed.answer)
    people = count_people(deed.by, point, record.steward, trust, "retract an answer" if retracts else "answer")
    change = _retracted(record, point, people, deed) if retracts else _answered(record, point, people, answer, deed)
    new, text = record_of(workspace, record.kind, point, change, ledger=record.ledger is not None)
    done = "retracted" if retracts else f"answered {_printed(answer)}"
    message = f"Decision point {point.name}: {done} by {', '.join(people)}"
    return Write(new, text, False, f"points {deed.verb}", ", ".join(people), message)


def _check_state(record: Record, retracts: bool) -> None:
    if retracts and record.state != "answered":
        raise Failure(
            "answer-not-answered",
            f"{record.id} is {record.state}, so there is no answer to retract: answer it with"
            f" `points answer {record.id}`",
        )
    if not retracts and record.fields.get("state") in record.kind.closed:
        raise Failure(
            "record-closed",
            f"{record.id} is answered, and an answer never changes in place: retract it with"
            f" `points retract {record.id}` and answer again,"
            " ask again with other inputs, or change the point, which asks the question anew",
        )


def _check_fields(record: Record, deed: Deed) -> None:
    schema = record.kind.schema
    wanted: list[tuple[tuple[str, ...], str, bool]] = [
        (("note",), "the note", bool(deed.note) and deed.verb == "answer"),
        (("relayed_by",), "who relayed it", bool(deed.relayed_by)),
        (("retractions",), "the retraction", deed.verb == "retract"),
    ]
    for names, what, needed in wanted:
        if needed and not schema.holds(*names):
            raise Failure(
                "answer-field-unsupported",
                f"the answer kind's schema has no {names[0]} field, so {record.id} can't keep {what}: copy"
                " point-answer.schema.json from @intentius/chant anew",
            )


def _declared(record: Record) -> Point:
    kind: Kind = record.kind
    if kind.fault is not None:
        raise kind.fault
    name = str(record.fields.get("point"))
    if name not in kind.points:
        sentence = f"{record.id} answers {name}, which {kind.points_file} no longer declares"
        raise Failure("point-unknown", sentence)
    return kind.points[name]


def _candidate(record: Record, typed: str) -> str | bool:
    candidates = list(record.fields.get("candidates", []))
    if record.fields.get("question_type") == "noul":
        said = {"true": True, "yes": True, "false": False, "no": False}.get(typed.strip().lower())
        if said is not None:
            return said
    elif typed in candidates:
        return typed
    options = ", ".join(map(js.scalar, candidates))
    raise Failure("answer-not-candidate", f"{record.id} takes one of {options}, not {js.quoted(typed)}")


def _answered(record: Record, point: Point, people: list[str], answer: str | bool | None, deed: Deed) -> Fields:
    fields = dict(record.fields)
    model = fields["decider"]["kind"] == "model"
    if not (model and fields["state"] == "proposed" and fields.get("answer") == answer):
        if model:
            reason = f"proposed {_printed(fields['answer'])}, and people answered {_printed(answer)}"
            fields = _moved_to_escalations(record, fields, reason)
        fields["decider"] = {"kind": "quorum", **point.quorum, "by": people}
    fields |= {"state": "answered", "answer": answer, "answered_by": people, "answered_on": deed.today}
    if deed.note:
        fields["note"] = deed.note
    if deed.relayed_by:
        fields["relayed_by"] = deed.relayed_by
    return fields


def _retracted(record: Record, point: Point, people: list[str], deed: Deed) -> Fields:
    fields = dict(record.fields)
    renamed = {"note": "answer_note", "relayed_by": "answer_relayed_by"}
    held = {"answer": fields["answer"], "decider": fields["decider"]}
    for name in ("answered_by", "answered_on", "note", "relayed_by"):
        if name in fields:
            held[renamed.get(name, name)] = fields[name]
    held |= {"by": people, "on": deed.today, **({"note": deed.note} if deed.note else {})}
    if fields["decider"]["kind"] == "model":
        reason = f"proposed {_printed(fields['answer'])}, which people confirmed and then retracted"
        fields = _moved_to_escalations(record, fields, reason)
    fields = {name: value for name, value in fields.items() if name not in (*_OF_THE_ANSWER, *_OF_THE_MODEL)}
    retractions = [*fields.get("retractions", []), held]
    return {**fields, "state": "escalated", "decider": {"kind": "quorum", **point.quorum}, "retractions": retractions}


def _moved_to_escalations(record: Record, fields: Fields, reason: str) -> Fields:
    """A model's proposal becomes one more step of the chain that did not answer."""
    decider = fields["decider"]
    step = {"kind": "model", "backend": decider["backend"], "model": decider["model"], "answer": fields["answer"]}
    step |= {name: fields[name] for name in ("probabilities", "confidence", "threshold") if name in fields}
    step["reason"] = reason
    if "reason" in fields and record.kind.schema.holds("escalations", "model_reason"):
        step["model_reason"] = fields["reason"]
    left = {name: value for name, value in fields.items() if name not in _OF_THE_MODEL}
    return {**left, "escalations": [*fields.get("escalations", []), step]}


def _printed(answer: Any) -> str:
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)
