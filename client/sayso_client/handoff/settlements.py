"""What is to be told about a settlement. None of it ever refuses one: the principal's answer is not lost to a detail.

Source: decisions/0.3 section 4 (options) and core section 5 in our reading (authority).
"""

from collections.abc import Iterator, Mapping, Sequence

from sayso_client.handoff.sifting import Held
from sayso_client.handoff.vocabulary import Record, filled, is_object


def chosen(settled: Held) -> tuple[str | None, str | None]:
    """The words and the option of a decided settlement. An option that is no name reads as none."""
    answer = settled.record.get("answer")
    if settled.record.get("outcome") != "decided" or not is_object(answer):
        return None, None
    text, option = answer.get("text"), answer.get("option")
    return text if isinstance(text, str) else None, option if filled(option) else None


def authority_kind(settled: Held) -> str | None:
    """By which kind of authority it was settled."""
    authority = settled.record.get("authority")
    kind = authority.get("kind") if is_object(authority) else None
    return kind if isinstance(kind, str) else None


def reports_on(settled: Held, terms_of: Mapping[int, Sequence[Record]], newest: int | None) -> Iterator[str]:
    """Codes for one settlement.

    Args:
        settled: Current or not.
        terms_of: Revision → the terms held for it.
        newest: The greatest revision held, if any.
    """
    revision = settled.revision or 0
    if _authority_incomplete(settled.record):
        yield "authority_incomplete"
    if newest is not None and revision > newest:
        yield "ahead"
    if settled.record.get("outcome") == "dismissed":
        if "answer" in settled.record:
            yield "answer_ignored"
        return
    answer = settled.record.get("answer")
    if not is_object(answer) or "option" not in answer:
        return
    option = answer["option"]
    if not filled(option):
        yield "option_mismatch"
    elif revision not in terms_of:
        yield "option_unchecked"
    elif not any(option in option_ids(terms) for terms in terms_of[revision]):
        yield "option_mismatch"


def option_ids(terms: Record) -> list[str]:
    """The ids of the options of valid terms, in their order."""
    options = terms.get("options")
    if not isinstance(options, list):
        return []
    return [str(each["id"]) for each in options if is_object(each) and filled(each.get("id"))]


def under_of(record: Record) -> str | None:
    """The mandate that a settlement names: in its authority, else beside it."""
    authority = record.get("authority")
    for home in (authority, record):
        if is_object(home) and filled(under := home.get("under")):
            return under
    return None


def basis_of(record: Record) -> str | None:
    """The evidence that a settlement or claim rests on: beside the authority, else in it."""
    for home in (record, record.get("authority")):
        evidence = home.get("evidence") if is_object(home) else None
        if is_object(evidence) and filled(basis := evidence.get("basis")):
            return basis
    return None


def _authority_incomplete(record: Record) -> bool:
    authority = record.get("authority")
    if not is_object(authority) or not filled(authority.get("by")):
        return True
    if authority.get("kind") == "delegated":
        return under_of(record) is None
    return authority.get("kind") == "attested" and basis_of(record) is None
