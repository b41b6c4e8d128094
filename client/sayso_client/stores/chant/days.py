"""Days as chant writes them: in UTC, without a time of day."""

from datetime import UTC, date, datetime


def day(written: str | None) -> date | None:
    """The day; None for anything else."""
    try:
        return date.fromisoformat(written) if written and len(written) == len("2026-12-31") else None
    except ValueError:
        return None


def written_on(written: str | None, on: date | None) -> datetime | None:
    """A time of writing, if it is on that day; None for any other, which tells nothing of what happened then."""
    if written is None:
        return None
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return None
    return at if at.tzinfo is not None and at.astimezone(UTC).date() == on else None
