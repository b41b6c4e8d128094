"""All samples together, in the order in which they arrive."""

from datetime import datetime

from sayso_tui.sample import ended, foreign, suggested, troubled, waiting
from sayso_tui.sample.story import Arrival

__all__ = ["Arrival", "arrivals", "records"]

_TOLD = (waiting.stories, suggested.stories, ended.stories, troubled.stories, foreign.stories)


def arrivals(now: datetime) -> tuple[Arrival, ...]:
    """Every record with the time when our door takes it in, earliest first. The same clock gives the same bytes.

    Args:
        now: Aware. Times count back from it, due days from its date.
    """
    found = [arrival for told in _TOLD for story in told(now) for arrival in story.arrivals]
    return tuple(sorted(found, key=lambda each: each.at))


def records(now: datetime) -> tuple[bytes, ...]:
    """The same without the times: one JSON record each, as a door takes them."""
    return tuple(each.raw for each in arrivals(now))
