"""How a store is doing, told honestly."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Condition(StrEnum):
    """How a store is doing."""

    LIVE = "live"
    POLLING = "polling"
    FILLING = "filling"
    STALE = "no news"
    READ_ONLY = "read-only"
    FAILING = "failing"


@dataclass(frozen=True, slots=True)
class Health:
    """A store's condition, told honestly."""

    condition: Condition
    since: datetime | None = None
    why: str = ""
    """A sentence when it is not live."""
    percent: int | None = None
    """How much is filled, while filling."""
