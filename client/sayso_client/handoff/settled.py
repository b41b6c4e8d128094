"""What stands on the principal's side, and what agents claim, as the read model has them."""

from collections.abc import Callable, Iterable, Iterator

from sayso_client.decision import Authority, Claim, Outcome, Relation, Settlement
from sayso_client.handoff.asker import ours
from sayso_client.handoff.history import text_in, who
from sayso_client.handoff.instants import in_calendar, instant
from sayso_client.handoff.settlements import basis_of, under_of
from sayso_client.handoff.sifting import Held
from sayso_client.handoff.vocabulary import Record, filled, is_object, whole

MOST_CLAIMS = 20
MOST_RELATIONS = 200


def settlement(settled: Held, text: str | None, option: str | None) -> Settlement:
    """The settlement that stands. The mandate and the basis are looked for beside the authority too."""
    record = settled.record
    outcome = Outcome.DECIDED if record.get("outcome") == "decided" else Outcome.DISMISSED
    return Settlement(
        id=settled.id,
        outcome=outcome,
        text=text,
        option=option,
        authority=_authority(record),
        terms_rev=settled.revision,
        at=in_calendar(settled.at),
        note=text_in(record, "note") or None,
        via=text_in(ours(record).get("via"), "kind") or None,
    )


def _authority(record: Record) -> Authority:
    held = record.get("authority")
    by = held.get("by") if is_object(held) else None
    return Authority(text_in(held, "kind"), by if filled(by) else None, under_of(record), basis_of(record))


def claim(record: Record, adopted: str | None) -> Claim:
    """Somebody's word that it was decided.

    Args:
        record: A valid claimed record.
        adopted: The claim that the settlement in force names as its evidence.
    """
    answer, name = record.get("answer"), text_in(record, "id")
    return Claim(
        id=name,
        text=text_in(answer, "text"),
        option=text_in(answer, "option") or None,
        basis=basis_of(record) or "",
        by=who(record),
        at=in_calendar(instant(record.get("at"))),
        adopted=name == adopted,
    )


def adopted_claim(record: Record | None) -> str | None:
    """The id of the claim that a settlement rests on (`evidence.claim`, our reading of core section 7)."""
    return text_in(record.get("evidence"), "claim") or None if record else None


def relation(record: Record) -> Relation:
    """A valid related record's tie."""
    held = record.get("relation")
    return Relation(text_in(held, "kind"), text_in(held, "key") or None, text_in(held, "uri") or None, who(record))


def relations(found: set[Relation]) -> tuple[Relation, ...]:
    """In an order that depends on nothing but themselves; a hostile number of them is cut."""
    ordered = sorted(found, key=lambda each: (each.kind, each.key or "", each.uri or "", each.by or ""))
    return tuple(ordered[:MOST_RELATIONS])


def not_from_here(strange: Iterable[Record], in_my_name: Callable[[str], bool]) -> bool:
    """Whether some record that stands on the principal's side bears my name though no act of mine wrote it.

    Args:
        strange: Settlements and retractions that stand and are not in the book of my own acts.
        in_my_name: Whether a name is mine or my assistant's.
    """
    return any(in_my_name(name) for each in strange for name in _deciders(each))


def in_the_name(value: object, in_my_name: Callable[[str], bool]) -> bool:
    """Whether a parsed object is a record of the principal side that bears such a name."""
    return is_object(value) and value.get("origin") == "principal" and not_from_here([value], in_my_name)


def _deciders(record: Record) -> Iterator[str]:
    """In whose name it is: the authority's, or who took a settlement back."""
    for home in (record.get("authority"), ours(record)):
        if is_object(home) and filled(name := home.get("by")):
            yield name


def exchanged(record: Record | None, revision: int | None, digest: str | None) -> bool:
    """Whether a settlement was made upon other terms than those now held under the very revision that it names.

    Args:
        record: The settlement that stands.
        revision: The one in force.
        digest: Of the terms held for it.
    """
    if record is None or digest is None or record.get("type") != "settled":
        return False
    named, saw = record.get("terms_rev"), text_in(ours(record).get("saw"), "terms")
    return whole(named) and named == revision and saw != "" and saw != digest
