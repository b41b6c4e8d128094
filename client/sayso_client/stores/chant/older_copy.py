"""A schema copy that is older than a record: which of its members it does not know, in words.

chant adds members to its records as it grows, and a workspace's own copy of the schema has to grow with them. What an
older one does not know is no fault of the record: the copy is to be mended.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jsonschema_rs

OPTIONAL_FIELDS = ("asked", "constrains", "reason", "note", "relayed_by", "retractions")
"""Fields that copies of some age do not know. chant refuses to write a field that its copy does not know."""
_ADDED = frozenset({*OPTIONAL_FIELDS, "model_reason", "answer_note", "answer_relayed_by"})
"""With those inside of escalations and retractions."""
_UNKNOWN = "additionalProperties"
MEND = "Bring the copy up to date"


def unknown(errors: "Iterable[jsonschema_rs.ValidationError]") -> tuple[str, ...]:
    """Members of a record that chant added and the copy does not know; none where anything else is wrong, too.

    Args:
        errors: All that the copy has against the record.
    """
    found: dict[str, None] = {}
    for error in errors:
        names = error.kind.value if error.kind.name == _UNKNOWN else None
        if not isinstance(names, list) or not names or not _ADDED.issuperset(names):
            return ()
        found.update(dict.fromkeys(map(str, names)))
    return tuple(found)


def is_older(copy: str, lacks: Sequence[str], record: str) -> str:
    """A clause: "the schema copy a.json is older than the record x.md: it does not know reason and note"."""
    return f"the schema copy {copy} is older than {record}: it does not know {in_words(lacks)}"


def in_words(lacks: Sequence[str]) -> str:
    """Their names in a row."""
    return " and ".join(filter(None, (", ".join(lacks[:-1]), *lacks[-1:])))


def many(count: int, copy: str, lacks: Sequence[str]) -> str:
    """A sentence on so many records of one kind."""
    than = "1 record, which" if count == 1 else f"{count:,} records, which"
    return (
        f"The schema copy {copy} is older than {than} cannot be answered: it does not know {in_words(lacks)}. {MEND}."
    )
