"""The fold: the records that one receiver holds for one decision → the decision's state.

Pure and without a clock. The state depends neither on the order in which records came nor on how often. Rules: core
section 6 in our reading, and decisions/0.3 section 4; both are listed in docs/handoff.md.

A working assumption, a due day, a claim or a note never answers: only a valid `settled` does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from sayso_client.handoff.registers import Register, weave
from sayso_client.handoff.settlements import chosen, reports_on
from sayso_client.handoff.sifting import Held, InvalidRecord, sift
from sayso_client.handoff.vocabulary import Record, is_object

Status = Literal["unknown", "open", "stale", "decided", "dismissed", "withdrawn"]


@dataclass(frozen=True, slots=True)
class State:
    """Where one decision stands."""

    status: Status
    waiting: bool
    """The asker still needs an answer to the terms in force."""
    need: Literal["unknown", "open", "withdrawn"]
    need_current: str | None
    """The id of the need record that stands."""
    terms_rev: int | None
    """The revision in force; of a withdrawn need, the last one it had."""
    reason: str | None
    """Why it was withdrawn: settled or not_needed."""
    answer: Literal["none", "decided", "dismissed", "reopened"]
    settlement: str | None
    """The id of the settlement that stands, whatever its outcome."""
    text: str | None
    option: str | None
    """As recorded, even when the terms have no such option (see `reports`)."""
    authority: str | None
    """The kind only."""
    stale: bool
    """The settlement was made against older terms than those in force."""
    conflict_need: bool
    conflict_answer: bool
    """Several settlements stand side by side: nothing irreversible may be done on this answer."""
    heads_need: tuple[str, ...]
    heads_answer: tuple[str, ...]
    claims: tuple[str, ...]
    missing: tuple[str, ...]
    """Ids that records replace but that are not held."""
    reports: tuple[str, ...]
    """`code` or `code:record id`, sorted. A record that is invalid and has no id is reported as plain `invalid`."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A decision's state together with the records it was made from. Records are shared, not copied."""

    state: State
    key: str
    terms: Record | None
    """The terms in force, as the record has them."""
    terms_record: Record | None
    """The record that the terms in force stand in."""
    need_record: Record | None
    answer_record: Record | None
    terms_of: dict[int, tuple[Record, ...]] = field(repr=False)
    """Revision → every terms held for it, oldest first. More than one where the need was in conflict."""
    need: Register = field(repr=False)
    answer: Register = field(repr=False)
    claims: tuple[Record, ...] = field(repr=False)
    relations: tuple[Record, ...] = field(repr=False)
    notes: tuple[Record, ...] = field(repr=False)
    held: tuple[Held, ...] = field(repr=False)
    """Every valid record by (instant, id)."""
    collided: tuple[Held, ...] = field(repr=False)
    """Valid records set aside since another under the same identity came first."""
    invalid: tuple[InvalidRecord, ...] = field(repr=False)


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
    others = [each for each in sifted.held if each.family == "other"]
    terms_of = _terms_of(need)
    in_force = need.current
    if in_force is not None and in_force.type == "withdrawn":
        in_force = need.below(in_force)
    conflict_need = "need" in sifted.disputed or _forked(need, complete)
    conflict_answer = "answer" in sifted.disputed or _forked(answer, complete)
    reports = {f"id_collision:{each}" for each in sifted.colliding}
    reports |= {"invalid" if bad.id is None else f"invalid:{bad.id}" for bad in sifted.invalid}
    reports |= _need_reports(need, key, conflict_need)
    reports |= _answer_reports(answer, terms_of, conflict_answer)
    state = _state(
        need,
        answer,
        in_force,
        [each.id for each in others if each.type == "claimed"],
        (conflict_need, conflict_answer),
        reports,
    )
    terms = in_force.record.get("terms") if in_force else None
    return Examined(
        state=state,
        key=key,
        terms=terms if is_object(terms) else None,
        terms_record=in_force.record if in_force else None,
        need_record=need.current.record if need.current else None,
        answer_record=answer.current.record if answer.current else None,
        terms_of=terms_of,
        need=need,
        answer=answer,
        claims=_records(others, "claimed"),
        relations=_records(others, "related"),
        notes=_records(others, "note"),
        held=sifted.held,
        collided=sifted.collided,
        invalid=sifted.invalid,
    )


def _records(held: Iterable[Held], kind: str) -> tuple[Record, ...]:
    return tuple(each.record for each in held if each.type == kind)


def _terms_of(need: Register) -> dict[int, tuple[Record, ...]]:
    found: dict[int, list[Record]] = {}
    for each in need.held:
        terms = each.record.get("terms")
        if each.type != "withdrawn" and each.revision is not None and is_object(terms):
            found.setdefault(each.revision, []).append(terms)
    return {revision: tuple(terms) for revision, terms in found.items()}


def _forked(register: Register, complete: bool) -> bool:
    """Several heads are a conflict, unless a record that is not held may join them. Two raised are one in any case."""
    if len(register.heads) < 2:
        return False
    raised = sum(head.type == "raised" for head in register.heads)
    return complete or not register.missing or raised > 1


def _need_reports(need: Register, key: str, conflict: bool) -> set[str]:
    found = {f"bad_supersedes:{each}" for each in need.misnamed}
    if conflict:
        found.add("need_conflict")
    if need.cycle:
        found.add("cycle_need")
    for each, below in zip(need.held, need.terms_below, strict=True):
        if each.type == "raised" and each.id != f"r:{key}":
            found.add(f"raised_id:{each.id}")
        if each.type == "amended" and not each.named:
            found.add(f"no_supersedes:{each.id}")
        if each.type == "amended" and below and each.revision != (below.revision or 0) + 1:
            found.add(f"rev_gap:{each.id}")
    return found


def _answer_reports(answer: Register, terms_of: dict[int, tuple[Record, ...]], conflict: bool) -> set[str]:
    found = {f"bad_supersedes:{each}" for each in answer.misnamed}
    if conflict:
        found.add("answer_conflict")
    if answer.cycle:
        found.add("cycle_answer")
    newest = max(terms_of, default=None)
    for each in answer.held:
        if each.type == "settled":
            found.update(f"{code}:{each.id}" for code in reports_on(each, terms_of, newest))
    return found


def _state(
    need: Register,
    answer: Register,
    in_force: Held | None,
    claims: list[str],
    conflicts: tuple[bool, bool],
    reports: set[str],
) -> State:
    asked, said = need.current, answer.current
    settled = said if said is not None and said.type == "settled" else None
    revision = in_force.revision if in_force else None
    stale = bool(settled and revision and settled.revision and settled.revision < revision)
    need_state: Literal["unknown", "open", "withdrawn"] = "unknown"
    if asked is not None:
        need_state = "withdrawn" if asked.type == "withdrawn" else "open"
    outcome = _outcome(said)
    status = _status(need_state, outcome, stale)
    text, option = chosen(settled) if settled else (None, None)
    authority = settled.record.get("authority") if settled else None
    kind = authority.get("kind") if is_object(authority) else None
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
        authority=kind if isinstance(kind, str) else None,
        stale=stale,
        conflict_need=conflicts[0],
        conflict_answer=conflicts[1],
        heads_need=tuple(head.id for head in need.heads),
        heads_answer=tuple(head.id for head in answer.heads),
        claims=tuple(sorted(set(claims))),
        missing=tuple(sorted(need.missing | answer.missing)),
        reports=tuple(sorted(reports)),
    )


def _outcome(said: Held | None) -> Literal["none", "decided", "dismissed", "reopened"]:
    if said is None:
        return "none"
    if said.type == "reopened":
        return "reopened"
    return "decided" if said.record.get("outcome") == "decided" else "dismissed"


def _status(
    need: Literal["unknown", "open", "withdrawn"],
    answer: Literal["none", "decided", "dismissed", "reopened"],
    stale: bool,
) -> Status:
    """An answer outlives a withdrawal and needs no question to be held."""
    if answer == "decided" or answer == "dismissed":
        return "stale" if stale and need == "open" else answer
    if need == "unknown":
        return "open" if answer == "reopened" else "unknown"
    return need
