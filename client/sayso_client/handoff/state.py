"""What the fold gives: where a decision stands, and the records behind it."""

from dataclasses import dataclass, field
from typing import Literal

from sayso_client.handoff.registers import Register
from sayso_client.handoff.sifting import Held, InvalidRecord
from sayso_client.handoff.vocabulary import Record

Status = Literal["unknown", "open", "stale", "decided", "dismissed", "withdrawn"]
Need = Literal["unknown", "open", "withdrawn"]
Outcome = Literal["none", "decided", "dismissed", "reopened"]


@dataclass(frozen=True, slots=True)
class State:
    """Where one decision stands."""

    status: Status
    waiting: bool
    """The asker still needs an answer to the terms in force."""
    need: Need
    need_current: str | None
    """The id of the need record that stands."""
    terms_rev: int | None
    """The revision in force; of a withdrawn need, the last one it had."""
    reason: str | None
    """Why it was withdrawn: settled or not_needed."""
    answer: Outcome
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
