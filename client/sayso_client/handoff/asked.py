"""The terms of a need record as the read model has them."""

from datetime import date

from sayso_client.decision import Option, Terms, WorkingAssumption
from sayso_client.handoff.instants import in_calendar, instant
from sayso_client.handoff.vocabulary import Record, filled, is_object, whole

LONGEST_TITLE = 200


def terms(record: Record) -> Terms:
    """The revision that a valid raised or amended record brings."""
    held = record.get("terms")
    body = held if is_object(held) else {}
    options = _options(body.get("options"))
    revision, name = record.get("terms_rev"), record.get("id")
    return Terms(
        rev=revision if whole(revision) else 0,
        text=_text(body.get("text")),
        options=options,
        working_assumption=_assumption(body.get("default"), options),
        due=_day(body.get("due")),
        at=in_calendar(instant(record.get("at"))),
        id=name if isinstance(name, str) else None,
    )


def title(text: str) -> str:
    """The first line that says something, cut."""
    for line in text.splitlines():
        if line.strip():
            return line.strip()[:LONGEST_TITLE]
    return ""


def _options(value: object) -> tuple[Option, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(Option(_text(each.get("id")), _text(each.get("label"))) for each in value if is_object(each))


def _assumption(value: object, options: tuple[Option, ...]) -> WorkingAssumption | None:
    """`default` is an option's id when it equals one, else free text (decisions/0.3, terms)."""
    if not filled(value):
        return None
    chosen = next((each for each in options if each.id == value), None)
    return WorkingAssumption(value, chosen.label) if chosen else WorkingAssumption(None, value)


def _day(value: object) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
