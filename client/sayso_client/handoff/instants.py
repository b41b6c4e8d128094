"""Times of records: read as `datetime.fromisoformat` reads them, compared as instants, never as text."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

_STEP = timedelta(milliseconds=1)
_LAST = datetime.max.replace(tzinfo=UTC)
_FIRST_SHOWN = datetime.min + timedelta(days=2)
_LAST_SHOWN = datetime.max.replace(microsecond=0) - timedelta(days=2)


def instant(text: object) -> datetime | None:
    """The instant that a record's `at` names; None when it is no date-time with an offset.

    In UTC wherever the calendar can say it so. A time within hours of year 1 or 9999 keeps its own offset: it still
    compares rightly with every other, but `astimezone` would overflow.
    """
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None or moment.utcoffset() is None:
        return None
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return moment


def in_calendar(moment: datetime | None) -> datetime | None:
    """The instant as the read model has it: within a day of the calendar's ends it stands a day away from them.

    So whoever shows it in any zone of the world never leaves the calendar. Comparing uses the instant itself.
    """
    if moment is None:
        return None
    day = moment.replace(tzinfo=None)
    if day < _FIRST_SHOWN:
        return _FIRST_SHOWN.replace(tzinfo=UTC)
    return _LAST_SHOWN.replace(tzinfo=UTC) if day > _LAST_SHOWN else moment


def stamp(moment: datetime) -> str:
    """RFC 3339 in UTC with milliseconds and `Z`: how we write times. Raises OverflowError at the calendar's edge."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def after(now: datetime, superseded_ats: Iterable[object]) -> str:
    """The `at` of a new record: the greater of now and 1 ms past the newest record that it replaces.

    So a clock elsewhere that runs fast cannot win for ever. At the very end of the calendar it stays there; what the
    new record names in `supersedes` still holds.

    Args:
        now: Aware.
        superseded_ats: The `at` of each record that is replaced, as they came. Unreadable ones are passed over.
    """
    newest = max((at for each in superseded_ats if (at := instant(each))), default=None)
    if newest is None:
        return stamp(now)
    if newest > _LAST - 2 * _STEP:
        return stamp(_LAST)
    # Times before year 1 in UTC cannot be written; any now is later than those.
    return stamp(now if newest < now - _STEP else newest + _STEP)
