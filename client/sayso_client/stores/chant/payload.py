"""A verdict as it waits in the outbox until chant is told."""

import json

from sayso_client.asked import Kind
from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.errors import InvalidRecord
from sayso_client.handoff.past_act import PastAct
from sayso_client.ledger.rules import Find, Packed
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import Asked
from sayso_client.text import one_line
from sayso_client.verdict import Answer, Retraction, Verdict
from sayso_client.vocabulary import Act, Ref

SAID = 80
"""So many characters of an answer stand in the words."""


def pack(verdict: Verdict, decision: Decision, find: Find) -> Packed:
    """What is to be told to chant, as JSON: do, id, kind, answer, by, note, and what it was said upon.

    Args:
        verdict: An answer or a retraction that the rules took.
        decision: As it stands. Where several people are needed, `votes` are those who said the same.
        find: Gives the question's one object, under `seam.OBJECT`.

    Raises:
        InvalidRecord: chant cannot be told that.
    """
    asked = Asked.of(next(iter(find((seam.OBJECT,))), None))
    if not isinstance(verdict, Answer | Retraction) or not asked.question:
        raise InvalidRecord("chant cannot be told that. Nothing was written.")
    answer = verdict if isinstance(verdict, Answer) else None
    by = _people(verdict, decision)
    payload = {
        "do": "answer" if answer else "retract",
        "id": seam.text(asked.question, "id"),
        "kind": seam.text(asked.whole, "kind"),
        "answer": _value(answer, decision) if answer else None,
        "by": by,
        "note": verdict.note,
        "point_version": seam.text(asked.question, "pointVersion"),
        "state": asked.state,
        "retractions": len(tuple(seam.objects(asked.question, "retractions"))),
        "verdict_id": verdict.id,
    }
    return Packed(json.dumps(payload).encode(), _words(answer, by))


def _people(verdict: Answer | Retraction, decision: Decision) -> list[str]:
    if decision.policy.needed is not None and decision.policy.needed > 1:
        return [each.who for each in decision.votes]
    return [verdict.by if isinstance(verdict, Retraction) else verdict.grounds.by]


def _value(answer: Answer, decision: Decision) -> str | bool | None:
    return answer.option == "true" if decision.question.kind is Kind.BOOLEAN else answer.option


def _words(answer: Answer | None, by: list[str]) -> str:
    who = ", ".join(one_line(each, 40) for each in by)
    if answer is None:
        return f"Retracted by {who}; it waits again"
    return f"{answer.grounds.kind}: {one_line(answer.option or '', SAID)}" + (f" ({who})" if len(by) > 1 else "")


def past_act(ref: Ref, said: object) -> PastAct | None:
    """What was told to chant, as an act of mine; None for anything else."""
    told = said if isinstance(said, dict) else {}
    name, people = seam.text(told, "verdict_id"), seam.names(told, "by")
    act = {"answer": Act.ANSWER, "retract": Act.RETRACT}.get(seam.text(told, "do") or "")
    if act is None or name is None:
        return None
    option = seam.word(told.get("answer"))
    draft = Draft(ref, act, None, "", option=option, text=option or "", note=seam.text(told, "note") or "")
    by = ", ".join(people) or None
    return PastAct(ref, name, at=None, by=by, draft=draft, replaces=(), saw=None, undoes=None)
