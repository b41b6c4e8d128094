"""How a store is doing, told honestly."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Condition(StrEnum):
    """How a store is doing."""

    LIVE = "live"
    POLLING = "polling"
    FILLING = "filling"
    STALE = "no news"
    READ_ONLY = "read-only"
    FAILING = "failing"


class Health(NamedTuple):
    """A store's condition, told honestly."""

    condition: Condition
    since: datetime | None = None
    why: str = ""
    """A sentence when it is not live."""
    percent: int | None = None
    """How much is filled, while filling."""
