"""The member `sayso` of records: who asks, whose say-so is wanted, what it is about. Ours; nobody has to write it.

Read with patience: whatever is of another type than we write is left out or shown as it came, never an error.
"""

from dataclasses import dataclass

from sayso_client.handoff.vocabulary import Record, filled, is_object
from sayso_client.proposals.values import shown

MOST = 100
"""So many addressees or links are shown."""


@dataclass(frozen=True, slots=True)
class Asker:
    """What a need record says beside its terms."""

    by: str | None = None
    to: tuple[str, ...] = ()
    subject: str | None = None
    project: str | None = None
    links: tuple[str, ...] = ()


def ours(record: Record) -> Record:
    """The member `sayso`, empty when there is none or it is no object."""
    value = record.get("sayso")
    return value if is_object(value) else {}


def asker(record: Record) -> Asker:
    """Who asks what of whom."""
    said = ours(record)
    if not said:
        return Asker()
    return Asker(
        by=label(said.get("by")),
        to=names(said.get("to")),
        subject=label(said.get("subject")),
        project=label(said.get("project")),
        links=names(said.get("links"))[:MOST],
    )


def label(value: object) -> str | None:
    """Text as it is, anything else that says something as JSON."""
    if isinstance(value, str):
        return value if filled(value) else None
    return None if value in (None, [], {}, False) else shown(value, 200)


def names(value: object) -> tuple[str, ...]:
    """One name or a list of them; what is no text names nobody."""
    if isinstance(value, list):
        return tuple(dict.fromkeys(each for each in value if filled(each)))
    return (value,) if filled(value) else ()
