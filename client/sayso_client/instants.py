"""Times that may be no more than a day."""

from datetime import UTC, date, datetime, time


def instant(at: date | datetime) -> datetime:
    """A moment to order things by: of a day its beginning, in UTC. Never for a reader, who would take it for a time."""
    return at if isinstance(at, datetime) else datetime.combine(at, time(), UTC)
