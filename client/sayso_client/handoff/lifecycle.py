"""The fold: the records that one receiver holds for one decision → the decision's state.

Pure and without a clock. The state depends neither on the order in which records came nor on how often. Rules: core
section 6 in our reading, and decisions/0.3 section 4; both are listed in docs/handoff.md.

A working assumption, a due day, a claim or a note never answers: only a valid `settled` does.
"""

from collections.abc import Iterable

from sayso_client.handoff.registers import Register, weave
from sayso_client.handoff.reporting import in_conflict, reports, terms_by_revision
from sayso_client.handoff.settlements import authority_kind, chosen
from sayso_client.handoff.sifting import Held, Sifted, sift
from sayso_client.handoff.state import Examined, Need, Outcome, State, Status
from sayso_client.handoff.vocabulary import Record, is_object

__all__ = ["Examined", "State", "examine", "fold"]


def fold(records: Iterable[object], key: str, *, complete: bool = False) -> State:
    """The state of one decision.

    Args:
        records: Any JSON values in any order. Those of another extension or key are passed over in silence.
        key: Which decision.
        complete: The caller holds all that the store has, so an id that is not held hides nothing.
    """
    return examine(records, key, complete=complete).state


def examine(records: Iterable[object], key: str, *, complete: bool = False) -> Examined:
    """The state of one decision, with the records behind it. Arguments as for `fold`."""
    sifted = sift(records, key)
    need = weave([each for each in sifted.held if each.family == "need"], sifted.known)
    answer = weave([each for each in sifted.held if each.family == "answer"], sifted.known)
    in_force = _in_force(need)
    terms = in_force.record.get("terms") if in_force else None
    return Examined(
        state=_state(sifted, key, (need, answer), in_force, complete),
        key=key,
        terms=terms if is_object(terms) else None,
        terms_record=in_force.record if in_force else None,
        need_record=need.current.record if need.current else None,
        answer_record=answer.current.record if answer.current else None,
        terms_of=terms_by_revision(need),
        need=need,
        answer=answer,
        claims=_records(sifted, "claimed"),
        relations=_records(sifted, "related"),
        notes=_records(sifted, "note"),
        held=sifted.held,
        collided=sifted.collided,
        invalid=sifted.invalid,
    )


def _records(sifted: Sifted, kind: str) -> tuple[Record, ...]:
    return tuple(each.record for each in sifted.held if each.type == kind)


def _in_force(need: Register) -> Held | None:
    """The record whose terms are in force: the current one, or the newest terms that a withdrawal took back."""
    current = need.current
    return need.below(current) if current is not None and current.type == "withdrawn" else current


def _state(
    sifted: Sifted,
    key: str,
    registers: tuple[Register, Register],
    in_force: Held | None,
    complete: bool,
) -> State:
    need, answer = registers
    asked = need.current
    settled = answer.current if answer.current and answer.current.type == "settled" else None
    revision = in_force.revision if in_force else None
    stale = bool(settled and revision and settled.revision and settled.revision < revision)
    need_state, outcome = _need(asked), _outcome(answer.current)
    status = _status(need_state, outcome, stale)
    text, option = chosen(settled) if settled else (None, None)
    reason = asked.record.get("reason") if asked and asked.type == "withdrawn" else None
    return State(
        status=status,
        waiting=need_state == "open" and status in ("open", "stale"),
        need=need_state,
        need_current=asked.id if asked else None,
        terms_rev=revision,
        reason=reason if isinstance(reason, str) else None,
        answer=outcome,
        settlement=settled.id if settled else None,
        text=text,
        option=option,
        authority=authority_kind(settled) if settled else None,
        stale=stale,
        conflict_need=in_conflict("need", need, sifted, complete),
        conflict_answer=in_conflict("answer", answer, sifted, complete),
        heads_need=tuple(head.id for head in need.heads),
        heads_answer=tuple(head.id for head in answer.heads),
        claims=tuple(sorted({each.id for each in sifted.held if each.type == "claimed"})),
        missing=tuple(sorted(need.missing | answer.missing)),
        reports=tuple(sorted(set(reports(sifted, key, need, answer, complete)))),
    )


def _need(asked: Held | None) -> Need:
    if asked is None:
        return "unknown"
    return "withdrawn" if asked.type == "withdrawn" else "open"


def _outcome(said: Held | None) -> Outcome:
    if said is None:
        return "none"
    if said.type == "reopened":
        return "reopened"
    return "decided" if said.record.get("outcome") == "decided" else "dismissed"


def _status(
    need: Need,
    answer: Outcome,
    stale: bool,
) -> Status:
    """An answer outlives a withdrawal and needs no question to be held."""
    if answer == "decided" or answer == "dismissed":
        return "stale" if stale and need == "open" else answer
    if need == "unknown":
        return "open" if answer == "reopened" else "unknown"
    return need
