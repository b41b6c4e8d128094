"""When a record came in, as the ledger has it."""

from datetime import UTC, datetime

UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for a time that cannot be read: the file is damaged there. A record counts whatever its stamp says."""


def received(stamp: object) -> datetime:
    """The time that a stamp tells, with its zone; UNKNOWN where it tells none."""
    try:
        at = datetime.fromisoformat(str(stamp))
    except ValueError:
        return UNKNOWN
    return at if at.tzinfo else UNKNOWN
