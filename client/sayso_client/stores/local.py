"""The local store: decisions/0.3 records in the ledger itself, with sayso.proposals/0.1 beside them.

Three doors lead in. `ask` takes what a requester or an agent writes, and never a record of the principal side. `submit`
takes the principal's verdicts. `take_in` keeps whole records from elsewhere as they are, good or bad, byte for byte.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from sayso_client.decision import Decision, Ref
from sayso_client.errors import Conflict, InvalidRecord
from sayso_client.handoff import records
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.handoff.verdicts import PrincipalRecord, record_of
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.writing import Entry, Rules, Writing
from sayso_client.proposals import records as suggestions
from sayso_client.stores.contract import Condition, Health, Held
from sayso_client.text import one_line
from sayso_client.verdict import Note, Receipt, ReceiptKind, Verdict

KIND = "local"

BATCH = 1_000
"""Records an import writes in one transaction."""

Build = Callable[[Decision | None], Sequence[Mapping[str, object]]]
"""From a decision as it stands to the records that somebody wants to add; none when nothing needs to be added."""


def read_entry(raw: bytes) -> Entry:
    """The bytes of one record, as the ledger takes it. Never raises."""
    reading = records.read(raw)
    value = reading.value
    return Entry(
        raw=raw,
        value=value,
        digest=bytes.fromhex(reading.digest),
        key=_named(value, "key"),
        id=_named(value, "id"),
        problems=reading.problems,
    )


RULES = {KIND: Rules(read_entry, HandoffProjection())}
"""Store kind → rules, for the ledger."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of an import."""

    new: int = 0
    known: int = 0
    """Held already, byte for byte or in other words the same JSON value."""
    invalid: int = 0
    """Kept among the new ones, and counted for nothing by the fold."""
    refused: tuple[tuple[int, str], ...] = ()
    """(line, why) of what could not be kept; lines count from 1."""


class LocalStore:
    """One local store. Several may live in the one ledger."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        self._ledger = ledger
        self._name = name

    @property
    def name(self) -> str:
        """The label, which is also its name inside the ledger."""
        return self._name

    @property
    def kind(self) -> str:
        """Always "local"."""
        return KIND

    def health(self) -> Health:
        """Live, unless the ledger can only be read."""
        if why := self._ledger.read_only:
            return Health(Condition.READ_ONLY, why=why)
        return Health(Condition.LIVE)

    async def submit(self, verdict: Verdict) -> Receipt:
        """Write the verdict as a record of the principal side; on the disk when it returns "recorded".

        Raises:
            LedgerError: nothing was written.
            InvalidRecord: the verdict is not complete; nothing was written.
        """
        return await self._ledger.write(lambda writing: self._submit(writing, verdict))

    def _submit(self, writing: Writing, verdict: Verdict) -> Receipt:
        ref = verdict.ref
        number = writing.store(self._name, KIND)
        if _written(writing.held(number, ref.key, verdict.id)):
            return self._recorded(verdict, writing.decision(ref, KIND), again=True)
        decision = writing.decision(ref, KIND)
        if decision is None:
            return Receipt(ReceiptKind.REFUSED, ref, verdict.id, f"{self._name} does not hold that decision any more.")
        if decision.seen != verdict.seen and not isinstance(verdict, Note):
            sentence = "It changed while you decided. Nothing was written; your words are kept."
            return Receipt(ReceiptKind.CONFLICT, ref, verdict.id, sentence, decision)
        principal = record_of(verdict, decision, lambda ids: self._heads(writing, number, ref.key, ids))
        writing.append(self._name, KIND, [_entry(principal.record)], verdict.via.kind)
        return self._recorded(verdict, writing.decision(ref, KIND), principal)

    def _heads(self, writing: Writing, number: int, key: str, ids: Sequence[str]) -> list[object]:
        return [held.value for record_id in ids for held in writing.held(number, key, record_id)]

    def _recorded(
        self, verdict: Verdict, now: Decision | None, principal: PrincipalRecord | None = None, again: bool = False
    ) -> Receipt:
        said = principal.sentence if principal else "recorded before"
        sentence = (
            f"{said} · written to {self._name}"
            if not again
            else f"Recorded already in {self._name}; nothing was doubled."
        )
        return Receipt(ReceiptKind.RECORDED, verdict.ref, verdict.id, sentence, now)

    async def resolve(self, verdict: Verdict) -> Receipt | None:
        """Whether the verdict is held; a local one is either written whole or not at all."""

        def look(writing: Writing) -> Receipt | None:
            number = writing.store(self._name, KIND)
            if not _written(writing.held(number, verdict.ref.key, verdict.id)):
                return None
            return self._recorded(verdict, writing.decision(verdict.ref, KIND), again=True)

        return await self._ledger.write(look)

    async def ask(self, key: str, build: Build, door: str) -> Decision:
        """Add what a requester or an agent has to say, in one transaction with the look at what stands.

        Args:
            key: Which decision; it may be new.
            build: Given the decision as it stands, the records to add.
            door: Who lets it in, for the arrival stamp.

        Returns:
            The decision as it then stands.

        Raises:
            InvalidRecord: a record breaks a rule, or its key or id cannot be kept; nothing was written.
            Conflict: an id is held with other content; nothing was written.
            LedgerError: nothing was written.
        """

        def act(writing: Writing) -> Decision:
            ref = Ref(self._name, key)
            entries = [_at_the_door(record) for record in build(writing.decision(ref, KIND))]
            for entry in entries:
                self._refuse_reused_id(writing, entry)
            writing.append(self._name, KIND, entries, door)
            decision = writing.decision(ref, KIND)
            if decision is None:
                raise InvalidRecord(f"Nothing was said about {one_line(key, 80)}; nothing was written.")
            return decision

        return await self._ledger.write(act)

    def _refuse_reused_id(self, writing: Writing, entry: Entry) -> None:
        """Same identity, other content: a door refuses it (docs/handoff.md, our reading of core ids)."""
        number = writing.store(self._name, KIND)
        mine = records.identity(entry.value)
        for other in writing.held(number, entry.key or "", entry.id or ""):
            if records.identity(other.value) == mine and records.digest(other.value) != entry.digest.hex():
                raise Conflict(
                    f"The record id {one_line(entry.id or '', 80)} is held with other content. Nothing was written."
                )

    async def take_in(self, raws: Iterable[bytes], door: str) -> TakenIn:
        """Keep records from elsewhere as they are; in transactions of 1,000.

        A record that is not valid is kept too, and shown as invalid. Only what SQLite cannot hold or what belongs to
        no decision is refused.

        Raises:
            LedgerError: what was written before stays; the rest was not written.
        """
        total = TakenIn()
        lines = enumerate(raws, 1)
        while batch := list(islice(lines, BATCH)):
            part = await self._ledger.write(partial(self._take, batch=batch, door=door))
            total = TakenIn(
                total.new + part.new,
                total.known + part.known,
                total.invalid + part.invalid,
                total.refused + part.refused,
            )
        return total

    def _take(self, writing: Writing, batch: Iterable[tuple[int, bytes]], door: str) -> TakenIn:
        entries, refused = [], []
        for line, raw in batch:
            entry = read_entry(raw)
            why = _cannot_hold(entry)
            if why:
                refused.append((line, why))
            else:
                entries.append(entry)
        new = writing.append(self._name, KIND, entries, door)
        invalid = sum(bool(each.problems or _broken_rules(each.value)) for each in entries)
        return TakenIn(new, len(entries) - new, invalid, tuple(refused))

    def records(self, key: str) -> tuple[Held, ...]:
        """Every record of one decision, in order of arrival."""
        return self._ledger.records(self._name, key)

    def every_record(self) -> Iterator[Held]:
        """Every record of the store, in order of arrival, a few at a time."""
        return self._ledger.every_record(self._name)


def _named(value: object, member: str) -> str | None:
    """A key or id as text with something in it, or None."""
    text = value.get(member) if isinstance(value, dict) else None
    return text if isinstance(text, str) and text.strip() else None


def _written(found: Sequence[Held]) -> bool:
    """Whether one of these records is of the principal side: then the verdict of that id is written."""
    return any(isinstance(each.value, dict) and each.value.get("origin") == "principal" for each in found)


def _entry(record: Mapping[str, object]) -> Entry:
    return read_entry(records.encode(record))


def _at_the_door(record: Mapping[str, object]) -> Entry:
    """A record of a requester or an agent, held to the rules before it is let in."""
    if record.get("origin") == "principal":
        raise InvalidRecord("Only the principal side may write records of the principal. Nothing was written.")
    entry = _entry(record)
    problems = entry.problems + _broken_rules(record)
    if why := _cannot_hold(entry):
        problems = (why, *problems)
    if problems:
        raise InvalidRecord(f"The record was refused: {'; '.join(problems)}. Nothing was written.", problems)
    return entry


def _broken_rules(record: object) -> tuple[str, ...]:
    """Why a record is invalid by its own extension; of an unknown extension nothing can be said."""
    extension = record.get("ext") if isinstance(record, dict) else None
    if extension == suggestions.EXT:
        return suggestions.problems(record)
    known = extension == records.EXT or not isinstance(extension, str)
    return records.problems(record) if known else ()


def _cannot_hold(entry: Entry) -> str | None:
    """Why a record cannot be kept at all, or None."""
    if entry.key is None:
        return "it names no decision (key); " + ("; ".join(entry.problems) or "a key is needed")
    for name, text in (("key", entry.key), ("id", entry.id or "")):
        if why := records.unsendable(text):
            return f"its {name} cannot be kept: {why}"
    return None
