"""The words of decisions/0.3: types, origins, outcomes, and which of them go together.

The table of origins is decisions/0.3 section 3. Families are our reading of the core's registers: identity of a record
counts its family, so that no note can displace a settlement by reusing its id.
"""

from typing import Literal, TypeGuard

EXT = "decisions/0.3"
"""The `ext` member of every record of this extension."""

Record = dict[str, object]
"""A record as it came: an object with string keys. Nothing else is promised about it."""

Family = Literal["need", "answer", "other"]

ORIGINS: dict[str, frozenset[str]] = {
    "raised": frozenset({"requester"}),
    "amended": frozenset({"requester"}),
    "withdrawn": frozenset({"requester"}),
    "settled": frozenset({"principal"}),
    "reopened": frozenset({"principal"}),
    "claimed": frozenset({"agent", "requester"}),
    "related": frozenset({"principal", "requester"}),
    "note": frozenset({"agent", "principal", "requester"}),
}
"""Type → the origins that may write it."""

RELATION_ORIGIN = {"same_as": "principal", "derived_from": "requester"}
"""Kind of relation → the one origin that may state it."""

KINDS = ("principal", "confirmed", "delegated", "attested")
"""Authority kinds (decisions/0.3; core section 5)."""

OUTCOMES = ("decided", "dismissed")
REASONS = ("settled", "not_needed")

_FAMILIES: dict[str, Family] = {
    "raised": "need",
    "amended": "need",
    "withdrawn": "need",
    "settled": "answer",
    "reopened": "answer",
}


def family(kind: object) -> Family:
    """The register that a record of this type stands in, or "other" for all that stand in none."""
    return _FAMILIES.get(kind, "other") if isinstance(kind, str) else "other"


def is_object(value: object) -> TypeGuard[Record]:
    """Whether it is a JSON object. JSON has only string keys, so one look is enough."""
    return isinstance(value, dict)


def filled(value: object) -> TypeGuard[str]:
    """Whether it is text with something besides white space: what the rules call non-empty."""
    return isinstance(value, str) and bool(value.strip())


def whole(value: object) -> TypeGuard[int]:
    """Whether it is an integer. `true` is not 1, and 1.0 is not either."""
    return isinstance(value, int) and not isinstance(value, bool)


def quoted(value: str) -> str:
    """Foreign text as it may stand in a sentence: short, in quotes, nothing in it acts or hides."""
    return repr(value if len(value) <= 40 else value[:39] + "…")
