"""How a store is doing, told honestly."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

ASKS = "waiting for its key"
"""With this begins why there is no news while somebody is asked for the key."""


PARTLY = "Not all of it can be read"
"""With this begins what is out of the usual while some of it cannot be read; what was read of that before stays."""


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
    """A sentence when it is not live; when it is, what is out of the usual all the same, mostly nothing."""
    percent: int | None = None
    """How much is filled, while filling."""

    @property
    def asks(self) -> bool:
        """Whether somebody is asked for the key at this moment, and may have to type a passphrase."""
        return self.condition is Condition.STALE and self.why.startswith(ASKS)

    @property
    def is_partly(self) -> bool:
        """Whether the store was reached and some of it cannot be read, for which somebody has to mend something."""
        return self.why.startswith(PARTLY)


def of_ledger(read_only: str | None, behind: int | None) -> Health | None:
    """What keeps every store of a ledger from being live, whatever its own news; None when nothing does.

    Args:
        read_only: Why nothing may be written.
        behind: How much of what an earlier sayso derived has been derived again, in percent.
    """
    if read_only:
        return Health(Condition.READ_ONLY, why=read_only)
    if behind is not None:
        return Health(Condition.FILLING, why="reading the records again", percent=behind)
    return None
