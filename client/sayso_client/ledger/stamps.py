"""When a record came in, as the ledger has it."""

from datetime import UTC, datetime

UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for a time that cannot be read: the file is damaged there. A record counts whatever its stamp says."""


def received(stamp: object) -> datetime:
    """The time that a stamp tells, with its zone; UNKNOWN where it tells none."""
    return told(stamp) or UNKNOWN


def told(stamp: object) -> datetime | None:
    """The time that a stamp tells, with its zone; None where it tells none, be it empty or damaged."""
    try:
        at = datetime.fromisoformat(str(stamp))
    except ValueError:
        return None
    return at if at.tzinfo else None
