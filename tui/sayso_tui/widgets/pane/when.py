"""Times as a reader wants them: how long ago, and when it is due. The clock always comes in as an argument."""

from datetime import UTC, date, datetime, timedelta

from sayso_client.vocabulary import DueEffect

_ENDS = {1: "in the far past", 9999: "far in the future"}
"""The years at whose ends no time can be told in every zone of the world."""


def ago(at: date | datetime, now: datetime) -> str:
    """Such as "just now", "5 min ago", "2 h ago", "3 d ago"; "12 min ahead" when the clock that wrote it runs ahead.

    Of a day "today", "yesterday", "3 d ago": nobody knows more.
    """
    if not isinstance(at, datetime):
        return days_ago(at, now)
    seconds = (now - at).total_seconds()
    if seconds < -60:
        return f"{_length(-seconds)} ahead of this clock"
    return "just now" if seconds < 5 else f"{_length(seconds)} ago"


def days_ago(day: date, now: datetime) -> str:
    """Of a day in UTC: what day it is where the reader is does not count."""
    days = (now.astimezone(UTC).date() - day).days
    return {0: "today", 1: "yesterday"}.get(days) or (f"{days} d ago" if days > 0 else f"{-days} d ahead of this clock")


def _length(seconds: float) -> str:
    if seconds < 60:
        return f"{int(seconds)} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min"
    if seconds < 48 * 3600:
        return f"{int(seconds // 3600)} h"
    return f"{int(seconds // 86400)} d"


def clock(at: date | datetime, now: datetime) -> str:
    """The local time of an event: the hour today, else the day and the hour; of a day the day."""
    if not isinstance(at, datetime):
        return at.isoformat()
    if at.year in _ENDS:
        # Within days of the calendar's ends a time is read as one a little away from them (handoff/instants.py).
        return _ENDS[at.year]
    here = at.astimezone(now.tzinfo)
    # Not strftime's %Y: it gives early years fewer than four digits.
    return f"{here:%H:%M}" if here.date() == now.date() else f"{here.date().isoformat()} {here:%H:%M}"


def overdue(due: date | datetime, now: datetime) -> bool:
    """Whether it is past: a day is past when it has ended where the reader is."""
    return due < now if isinstance(due, datetime) else due < now.date()


def due_words(due: date | datetime, now: datetime) -> str:
    """Such as "today (2026-11-03)", "in 3 days (2026-11-06)", "2 days ago (…)", with the hour when it is an instant."""
    here = due.astimezone(now.tzinfo) if isinstance(due, datetime) else None
    day = here.date() if here else due
    days = (date(day.year, day.month, day.day) - now.date()) // timedelta(days=1)
    near = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days)
    words = near or (f"in {days} days" if days > 0 else f"{-days} days ago")
    exact = date(day.year, day.month, day.day).isoformat() + (f" {here:%H:%M}" if here else "")
    return f"{words} ({exact})"


AFTER_DUE = {
    DueEffect.NONE: "Nothing happens by itself then; it stays open.",
    DueEffect.HIDE: "The asker hides it then; it can still be answered.",
    DueEffect.CLOSE: "The asker closes it then, without an answer.",
    DueEffect.ESCALATE: "The asker passes it on then, without an answer.",
}
"""What passing the due time does: never an answer."""
