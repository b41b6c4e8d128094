"""Verdicts as decisions/0.3 records of the principal side: complete, replacing every head that was on the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sayso_client.decision import Act, Decision
from sayso_client.errors import InvalidRecord
from sayso_client.handoff import writing
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.vocabulary import EXT, Record, is_object
from sayso_client.text import one_line
from sayso_client.verdict import Answer, Dismissal, Note, Retraction, SameAs, Verdict

SAID = 80
"""So many code points of an answer stand in the sentence of its receipt."""

Find = Callable[[Sequence[str]], Sequence[object]]
"""Ids of records → those that are held."""


@dataclass(frozen=True, slots=True)
class PrincipalRecord:
    """A record ready to be kept, and what it says in a few words."""

    record: Record
    sentence: str


def is_of_principal(value: object) -> bool:
    """Whether a value is a decisions/0.3 record that says it comes from the principal side."""
    return is_object(value) and value.get("ext") == EXT and value.get("origin") == "principal"


def says_the_same(held: object, verdict: Verdict) -> bool:
    """Whether a record that is held is what this verdict became. Its time is not compared: the store gave it."""
    try:
        expected = record_of(verdict, None, lambda _: ()).record
    except InvalidRecord:
        return False
    return is_object(held) and {**held, "at": None} == {**expected, "at": None}


def refusal(verdict: Verdict, decision: Decision) -> str | None:
    """Why this decision does not take the verdict now, as a sentence; None when it does."""
    if isinstance(verdict, SameAs):
        return None
    act = _act(verdict)
    if act not in decision.can.acts:
        return decision.can.refusals.get(act, "That is not possible here now.")
    kind = None if isinstance(verdict, Retraction | Note) else verdict.grounds.kind
    if kind is not None and kind not in decision.can.kinds:
        return decision.can.refusals.get(kind, f"The authority kind {kind} is not kept here.")
    return None


def _act(verdict: Answer | Dismissal | Retraction | Note) -> Act:
    if isinstance(verdict, Answer):
        return Act.ANSWER
    if isinstance(verdict, Dismissal):
        return Act.DISMISS
    return Act.NOTE if isinstance(verdict, Note) else Act.RETRACT


def record_of(verdict: Verdict, decision: Decision | None, find: Find) -> PrincipalRecord:
    """The record that a verdict becomes.

    Args:
        verdict: Its `seen` must be that of `decision`, but for a note.
        decision: As it stands; None when the option was checked before.
        find: Gives the records that the new one replaces, whose times it must follow.

    Raises:
        InvalidRecord: something is missing; nothing is to be written.
    """
    if isinstance(verdict, Note):
        return _note(verdict)
    seen = Seen.parse(verdict.seen)
    if isinstance(verdict, SameAs):
        return _same_as(verdict, seen)
    at = writing.after(verdict.at, [each.get("at") for each in find(seen.answer) if is_object(each)])
    if isinstance(verdict, Retraction):
        return _retraction(verdict, seen, at)
    return _settlement(verdict, decision, seen, at)


def _note(verdict: Note) -> PrincipalRecord:
    record = writing.note(
        verdict.ref.key,
        id=verdict.id,
        at=writing.stamp(verdict.at),
        text=verdict.text,
        origin="principal",
        to=verdict.to,
        reason=verdict.reason,
    )
    return PrincipalRecord(record, f"Handed over to {one_line(verdict.to, SAID)}" if verdict.to else "Noted")


def _same_as(verdict: SameAs, seen: Seen) -> PrincipalRecord:
    record = writing.related(
        verdict.ref.key,
        id=verdict.id,
        at=writing.stamp(verdict.at),
        kind="same_as",
        to_key=verdict.other,
        by=verdict.by,
        note=verdict.note,
        saw=writing.Saw(seen.need_current, seen.terms),
        via=verdict.via,
    )
    return PrincipalRecord(record, f"Said to be the same as {one_line(verdict.other, SAID)}")


def _retraction(verdict: Retraction, seen: Seen, at: str) -> PrincipalRecord:
    record = writing.reopened(
        verdict.ref.key,
        id=verdict.id,
        at=at,
        supersedes=seen.answer,
        by=verdict.by,
        note=verdict.note,
        saw=writing.Saw(seen.need_current, seen.terms),
        via=verdict.via,
        undoes=verdict.undoes,
    )
    return PrincipalRecord(record, f"{'Taken back' if verdict.undoes else 'Retracted'}; it waits again")


def _settlement(verdict: Answer | Dismissal, decision: Decision | None, seen: Seen, at: str) -> PrincipalRecord:
    if verdict.terms_rev is None:
        problem = "the terms that are answered are not held"
        raise InvalidRecord(f"Nothing was written: {problem}.", (problem,))
    answer = verdict if isinstance(verdict, Answer) else None
    record = writing.settled(
        verdict.ref.key,
        id=verdict.id,
        at=at,
        outcome="decided" if answer else "dismissed",
        grounds=verdict.grounds,
        terms_rev=verdict.terms_rev,
        text=answer.text if answer else None,
        option=answer.option if answer else None,
        terms={"options": [{"id": each.id, "label": each.label} for each in decision.options]} if decision else None,
        check_option=decision is not None,
        supersedes=seen.answer,
        note=verdict.note,
        claim=answer.claim if answer else None,
        saw=writing.Saw(seen.need_current, seen.terms),
        via=verdict.via,
        undoes=verdict.undoes,
    )
    said = _said(answer, decision) if answer else f"dismissed, {verdict.grounds.kind}"
    return PrincipalRecord(record, f"Taken back; it stands as before, {said}" if verdict.undoes else said)


def _said(answer: Answer, decision: Decision | None) -> str:
    """The words of an answer, and the option that they go with where they are not its label."""
    words = f"{answer.grounds.kind}: {one_line(answer.text, SAID)}"
    chosen = decision.option(answer.option) if decision is not None else None
    if chosen is None or answer.text.strip() == chosen.label.strip():
        return words
    return f"{words} (option {one_line(chosen.id, SAID)})"
