"""Days as chant writes them: in UTC, without a time of day."""

from datetime import date


def day(written: str | None) -> date | None:
    """The day; None for anything else."""
    try:
        return date.fromisoformat(written) if written and len(written) == len("2026-12-31") else None
    except ValueError:
        return None
