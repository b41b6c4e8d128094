"""What the fold reports besides the state. Reports change nothing; a report never refuses a record."""

from collections.abc import Iterator

from sayso_client.handoff.registers import Register
from sayso_client.handoff.settlements import reports_on
from sayso_client.handoff.sifting import Sifted
from sayso_client.handoff.vocabulary import Family, Record, is_object


def terms_by_revision(need: Register) -> dict[int, tuple[Record, ...]]:
    """Revision → all terms held for it, oldest first."""
    found: dict[int, list[Record]] = {}
    for each in need.held:
        terms = each.record.get("terms")
        if each.type != "withdrawn" and each.revision is not None and is_object(terms):
            found.setdefault(each.revision, []).append(terms)
    return {revision: tuple(terms) for revision, terms in found.items()}


def in_conflict(family: Family, register: Register, sifted: Sifted, complete: bool) -> bool:
    """Whether a register does not say which of its records is meant.

    Several heads are a conflict, unless a record that is not held may join them. Two raised are one in any case, and so
    are records that share an identity.
    """
    if family in sifted.disputed:
        return True
    if len(register.heads) < 2:
        return False
    raised = sum(head.type == "raised" for head in register.heads)
    return complete or not register.missing or raised > 1


def reports(sifted: Sifted, key: str, need: Register, answer: Register, complete: bool) -> Iterator[str]:
    """What is odd about the records of a decision: `code` or `code:record id`. The order means nothing."""
    yield from (f"id_collision:{each}" for each in sifted.colliding)
    yield from {"invalid" if bad.id is None else f"invalid:{bad.id}" for bad in sifted.invalid}
    both: tuple[tuple[Family, Register], ...] = (("need", need), ("answer", answer))
    for family, register in both:
        yield from (f"bad_supersedes:{each}" for each in register.misnamed)
        if in_conflict(family, register, sifted, complete):
            yield f"{family}_conflict"
        if register.cycle:
            yield f"cycle_{family}"
    yield from _of_need(need, key)
    yield from _of_answer(answer, need)


def _of_need(need: Register, key: str) -> Iterator[str]:
    for each, below in zip(need.held, need.terms_below, strict=True):
        if each.type == "raised" and each.id != f"r:{key}":
            yield f"raised_id:{each.id}"
        if each.type == "amended" and not each.named:
            yield f"no_supersedes:{each.id}"
        if each.type == "amended" and below and each.revision != (below.revision or 0) + 1:
            yield f"rev_gap:{each.id}"


def _of_answer(answer: Register, need: Register) -> Iterator[str]:
    terms = terms_by_revision(need)
    newest = max(terms, default=None)
    for each in answer.held:
        if each.type == "settled":
            yield from (f"{code}:{each.id}" for code in reports_on(each, terms, newest))
